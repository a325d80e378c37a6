import Stripe from 'stripe';
import twilio from 'twilio';

import { freePort } from '#server/testing/free-port.ts';
import { startTestApp, type TestApp, testPhone } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import { type Place, visitor } from '#server/testing/visitor.ts';

import { inCache } from '../scripts/lib/project.ts';
import { carrierAccount, identityPool, installWitnesses, startWitnesses, type Witnesses } from './load/witnesses.ts';
import type { Bench, Measure } from './measure.ts';

const serviceNumber = '+12025550100';
/** The sandbox's, because no emulator of Stripe is among the witnesses: payments stay with it. */
const stripeSecret = 'whsec_sandbox';
const answer = 'The moon is about 239,000 miles away.';

/**
 * A subscriber's life with emulators and signers that others wrote: Twilio by Vercel's emulate, the model by aimock, email by
 * MailDev, Cognito by cognito-local, signatures by the packages of Twilio and Stripe. The emulators are no dependencies of
 * ours: they are installed into `.cache` once, and nothing is measured without the npm registry. A step that passed counts 1.
 */
export const bench: Bench = async ({ postgresUrl }) => {
  const folder = inCache('witnesses');
  try {
    await installWitnesses(folder);
  } catch (error) {
    console.log(`The witnesses could not be installed from the npm registry: ${String(error)}`);
    return [];
  }
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  await using witnesses = await startWitnesses({ folder, publicUrl: url, serviceNumber, answers: { moon: answer } });
  // As the AWS SDK reads them; cognito-local accepts any.
  Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' });
  await using app = await startTestApp({
    postgresUrl,
    settings: {
      PORT: String(port),
      PUBLIC_URL: url,
      TWILIO_ACCOUNT_SID: carrierAccount.sid,
      TWILIO_AUTH_TOKEN: carrierAccount.token,
      TWILIO_MESSAGING_SERVICE_SID: carrierAccount.service,
      SERVICE_PHONE_NUMBERS: serviceNumber,
      TWILIO_API_BASE_URL: witnesses.twilioUrl,
      PERPLEXITY_API_KEY: 'pplx-of-the-witness',
      PERPLEXITY_BASE_URL: witnesses.modelUrl,
      SMTP_URL: witnesses.smtpUrl,
      IDENTITY_STAGE: 'during',
      COGNITO_USER_POOL_ID: identityPool.id,
      COGNITO_CLIENT_ID: identityPool.client,
      COGNITO_ENDPOINT: witnesses.cognitoUrl,
      AWS_REGION: 'us-east-1',
    },
  });
  return await live({ app, witnesses, url });
};

type World = { readonly app: TestApp; readonly witnesses: Witnesses; readonly url: string };

async function live(world: World): Promise<Measure[]> {
  const { app, witnesses, url } = world;
  const place: Place = { url, phone: testPhone, replies: (phone) => textsTo(witnesses, phone) };
  const ann = visitor(place);
  const phone = testPhone();
  await app.subscriber(phone);
  const joined = await step('emulate: sign up with a texted code', async () => ann.join());
  const measures = [
    joined.measure,
    (await step('cognito-local: the account is in the pool', () => isInPool(witnesses, joined.value?.email ?? '')))
      .measure,
    (await step('emulate, aimock: a question is answered', () => ask(world, phone))).measure,
    (await step('emulate: its delivery is recorded', () => deliver(world, phone))).measure,
    (await step('emulate: STOP is recorded', () => optOut(world, phone))).measure,
    (await step('MailDev: another password by email', () => resetPassword(world, ann, joined.value?.email ?? '')))
      .measure,
    (await step('twilio: the official signature, and no other', () => signAsTwilio(world))).measure,
    (await step('stripe: the official signature, and no other', () => signAsStripe(world))).measure,
  ];
  return measures;
}

/** Runs a step of the life. A failure is printed, and counts as 0. */
async function step<T>(
  what: string,
  act: () => Promise<T>,
): Promise<{ readonly measure: Measure; readonly value: T | null }> {
  try {
    const value = await act();
    return { value, measure: { what, value: 1, unit: 'passed', atLeast: 1 } };
  } catch (error) {
    console.log(`FAULT in ${what}: ${String(error)}`);
    return { value: null, measure: { what, value: 0, unit: 'passed', atLeast: 1 } };
  }
}

async function ask({ app, witnesses }: World, phone: string): Promise<void> {
  await simulate(witnesses, 'inbound-message', { From: phone, To: serviceNumber, Body: 'how far is the moon' });
  await until('the answer', async () => (await textsTo(witnesses, phone)).some((text) => text.includes('239,000')));
  await app.untilTextsDone();
}

async function deliver({ app, witnesses }: World, phone: string): Promise<void> {
  const rows = async () =>
    (
      await app.product.deps.pool.query<{ sid: string; delivery: string | null }>(
        `select provider_sid as sid, delivery from outbound_texts where recipient = $1 and purpose = 'answer'`,
        [phone],
      )
    ).rows;
  const [sent] = await rows();
  await simulate(witnesses, 'message-status', { MessageSid: sent?.sid ?? '', Status: 'delivered' });
  await until('the delivery report', async () => (await rows())[0]?.delivery === 'delivered');
}

async function optOut({ app, witnesses }: World, phone: string): Promise<void> {
  await simulate(witnesses, 'inbound-message', { From: phone, To: serviceNumber, Body: 'STOP' });
  await until('the opt-out', async () => {
    const { rows } = await app.product.deps.pool.query('select 1 from opt_outs where phone_key = $1 and opted_out', [
      phone,
    ]);
    return rows.length === 1;
  });
}

async function resetPassword({ witnesses }: World, ann: ReturnType<typeof visitor>, email: string): Promise<void> {
  await ann.call('POST', '/api/forgot-password', { email });
  const verificationCode = await until('the code email', async () => {
    const response = await fetch(`${witnesses.mailUrl}/api/email`);
    const all = (await response.json()) as { to: { address: string }[]; text: string }[];
    const own = all.filter(({ to }) => to.some(({ address }) => address === email));
    return own.map(({ text }) => /^ {4}(\d{6})$/m.exec(text)?.[1]).find((code) => code !== undefined);
  });
  const newPassword = 'Newer456!';
  expectStatus(await ann.call('POST', '/api/reset-password', { email, verificationCode, newPassword }), 200);
  expectStatus(await ann.call('POST', '/api/login', { email, password: newPassword }), 200);
}

async function isInPool({ cognitoUrl }: Witnesses, email: string): Promise<void> {
  await until('the account in the pool', async () => {
    const response = await fetch(cognitoUrl, {
      method: 'POST',
      headers: {
        'x-amz-target': 'AWSCognitoIdentityProviderService.ListUsers',
        'content-type': 'application/x-amz-json-1.1',
      },
      body: JSON.stringify({ UserPoolId: identityPool.id }),
    });
    return (await response.text()).includes(email);
  });
}

async function signAsTwilio({ url }: World): Promise<void> {
  const address = `${url}/webhooks/twilio/messages`;
  const form = {
    MessageSid: `SM${'a'.repeat(32)}`,
    AccountSid: carrierAccount.sid,
    From: testPhone(),
    To: serviceNumber,
    Body: 'a text with + and é',
    NumMedia: '0',
  };
  const send = (signature: string): Promise<Response> =>
    fetch(address, { method: 'POST', headers: { 'x-twilio-signature': signature }, body: new URLSearchParams(form) });
  expectStatus(await send(twilio.getExpectedTwilioSignature(carrierAccount.token, address, form)), 200);
  expectStatus(await send(twilio.getExpectedTwilioSignature('another token', address, form)), 403);
}

async function signAsStripe({ url }: World): Promise<void> {
  const payload = JSON.stringify({
    id: 'evt_witness',
    object: 'event',
    type: 'customer.updated',
    created: Math.floor(Date.now() / 1000),
    livemode: false,
    api_version: null,
    data: { object: { id: 'cus_witness', object: 'customer' } },
  });
  const send = (secret: string): Promise<Response> =>
    fetch(`${url}/webhooks/stripe`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'stripe-signature': new Stripe('sk_test_witness').webhooks.generateTestHeaderString({ payload, secret }),
      },
      body: payload,
    });
  expectStatus(await send(stripeSecret), 200);
  expectStatus(await send('whsec_of_another'), 400);
}

function expectStatus({ status }: { readonly status: number }, expected: number): void {
  if (status !== expected) throw new Error(`status ${status} instead of ${expected}`);
}

const authorization = `Basic ${Buffer.from(`${carrierAccount.sid}:${carrierAccount.token}`).toString('base64')}`;

async function simulate({ twilioUrl }: Witnesses, what: string, form: Record<string, string>): Promise<void> {
  const body = new URLSearchParams(form);
  const response = await fetch(`${twilioUrl}/_twilio/simulate/${what}`, {
    method: 'POST',
    headers: { authorization },
    body,
  });
  if (!response.ok) throw new Error(`${what}: ${response.status} ${await response.text()}`);
}

/** What the carrier has sent to a phone, oldest first. */
async function textsTo({ twilioUrl }: Witnesses, phone: string): Promise<string[]> {
  const path = `/2010-04-01/Accounts/${carrierAccount.sid}/Messages.json?To=${encodeURIComponent(phone)}`;
  const response = await fetch(twilioUrl + path, { headers: { authorization } });
  const { messages } = (await response.json()) as { messages: { body: string; direction: string }[] };
  return messages
    .filter(({ direction }) => direction.startsWith('outbound'))
    .map(({ body }) => body)
    .reverse();
}
