import { createHmac, randomUUID } from 'node:crypto';

import twilio from 'twilio';

import { somePhone, someWord, type Source } from './contract.ts';
import { almost, hostileString, hostileValue, shown } from './hostile.ts';
import type { FuzzRequest } from './requests.ts';

/** Signing secrets of the third parties; the sandbox's defaults (sandbox/README.md). */
const carrierToken = 'sandbox_twilio_auth_token';
const accountSid = `AC${'0'.repeat(32)}`;
const paymentSecret = 'whsec_sandbox';

type Make = (source: Source, publicUrl: string) => FuzzRequest;

/** Generates a correctly signed webhook with invalid contents. */
export function composeWebhook(source: Source, publicUrl: string): FuzzRequest {
  const { random } = source;
  const make: Make = random.chance(0.5) ? text : random.chance(0.5) ? deliveryReport : paymentEvent;
  return make(source, publicUrl);
}

function someSid({ random }: Source): string {
  return `${random.pick(['SM', 'MM'])}${Array.from({ length: 32 }, () => random.below(16).toString(16)).join('')}`;
}

const keywords = ['STOP', 'stop.', 'START', 'HELP', 'YES', 'unstop', 'INFO', 'cancel my plan', ''];

function text(source: Source, publicUrl: string): FuzzRequest {
  const { random, known } = source;
  const isKnown = known.length > 0 && random.chance(0.3);
  const fields = {
    MessageSid: someSid(source),
    AccountSid: accountSid,
    MessagingServiceSid: `MG${'0'.repeat(32)}`,
    From: isKnown ? random.pick(known).phone : `+1${somePhone(source).replace(/\D/g, '').slice(-10)}`,
    To: random.pick(['+12025550100', '+12025550101']),
    Body: random.chance(0.5)
      ? `what is ${someWord(source)}`
      : random.chance(0.7)
        ? hostileString(source)
        : random.pick(keywords),
    NumMedia: random.chance(0.8) ? '0' : random.pick(['1', '10', '-1', '1e3', 'NaN']),
    MediaContentType0: 'image/png',
    MediaUrl0: 'https://api.twilio.com/media',
    FromCity: someWord(source),
  };
  return signedForm('/webhooks/twilio/messages', random.chance(0.6) ? fields : almost(fields, source), publicUrl);
}

const statuses = ['queued', 'sent', 'delivered', 'undelivered', 'failed', 'read', 'unheard', ''];

function deliveryReport(source: Source, publicUrl: string): FuzzRequest {
  const { random } = source;
  const fields = {
    MessageSid: someSid(source),
    AccountSid: accountSid,
    MessageStatus: random.pick(statuses),
    ErrorCode: random.pick(['', '0', '30003', '30007', '99999999999', '-5', 'x']),
    To: `+1${somePhone(source).replace(/\D/g, '').slice(-10)}`,
  };
  const query = random.pick(['', `?o=${randomUUID()}`, '?o=', '?o=1&o=2', `?o=%00${someWord(source)}`]);
  return signedForm(`/webhooks/twilio/status${query}`, random.chance(0.6) ? fields : almost(fields, source), publicUrl);
}

/** Twilio signs the address and the decoded fields (www.twilio.com/docs/usage/security). */
function signedForm(path: string, fields: Readonly<Record<string, unknown>>, publicUrl: string): FuzzRequest {
  const strings = Object.entries(fields).map(([name, value]): [string, string] => [
    name.toWellFormed(),
    shown(value).toWellFormed(),
  ]);
  const signature = twilio.getExpectedTwilioSignature(carrierToken, publicUrl + path, Object.fromEntries(strings));
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8', 'x-twilio-signature': signature },
    body: Buffer.from(new URLSearchParams(strings).toString()),
  };
}

const eventTypes = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'checkout.session.completed',
  'invoice.paid',
  'invoice.payment_failed',
  'customer.updated',
  'charge.refunded',
  'made.up',
];

function paymentEvent(source: Source): FuzzRequest {
  const { random } = source;
  // Without the tag: ids of events are logged.
  const id = (kind: string): string => `${kind}_${random.below(10 ** 9)}`;
  const odd = (usual: unknown): unknown => (random.chance(0.15) ? hostileValue(source) : usual);
  const seconds = Math.floor(Date.now() / 1000);
  const event = {
    id: odd(id('evt')),
    object: odd('event'),
    api_version: odd(random.pick(['2026-10-28.endive', '2026-10-28.dahlia', null])),
    created: odd(random.pick([seconds, seconds, seconds, 0, -1, 1e15, 8.64e15, 4e11, 0.5])),
    livemode: odd(false),
    type: odd(random.pick(eventTypes)),
    data: odd({
      object: {
        id: odd(id('sub')),
        object: odd('subscription'),
        customer: odd(random.pick([id('cus'), { id: id('cus') }])),
      },
    }),
  };
  const body = random.chance(0.03) ? hostileString(source).toWellFormed() : JSON.stringify(event);
  const signed = createHmac('sha256', paymentSecret).update(`${seconds}.${body}`).digest('hex');
  return {
    method: 'POST',
    path: '/webhooks/stripe',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': `t=${seconds},v1=${signed}` },
    body: Buffer.from(body),
  };
}
