import { smartEncode } from '../pages/browser/segments.js';
import type { Carrier } from './carrier.ts';
import { TwilioError, type TwilioErrorCode } from './errors.ts';
import type { Message } from './message.ts';
import { sendText } from './outbound.ts';

/** Parameters of a form, each with all its values. */
export type Form = Readonly<Record<string, readonly string[]>>;

/**
 * Parameters that the sandbox accepts (the API's OpenAPI file, CreateMessageRequest). Templates, schedules and TwiML
 * applications are refused, because they have no effect here.
 */
const known = new Set(
  `To From MessagingServiceSid Body MediaUrl StatusCallback MaxPrice ProvideFeedback Attempt ValidityPeriod
  ForceDelivery ContentRetention AddressRetention SmartEncoded PersistentAction TrafficType ShortenUrls SendAsMms
  RiskCheck MessageIntent`.split(/\s+/),
);

const BODY_CHARS_MAX = 1_600;
const VALIDITY_S_MAX = 36_000;

/** Twilio's magic numbers (docs, "Test credentials"): each refused with its own error. */
const magicNumbers: Readonly<Record<string, TwilioErrorCode>> = {
  '+15005550001': 21211,
  '+15005550002': 21612,
  '+15005550003': 21408,
  '+15005550004': 21610,
  '+15005550009': 21614,
};

/**
 * Creates a message as `POST .../Messages.json` does.
 * @throws TwilioError for every refusal; nothing is stored then
 */
export function createMessage(carrier: Carrier, form: Form): Message {
  checkNames(form);
  const to = readRecipient(form);
  const { from, isSenderGiven, messagingServiceSid } = readSender(carrier, form, to);
  if (from === to) throw new TwilioError(21266, to);
  if (carrier.optOuts.isBlocked(to, from)) throw new TwilioError(21610);
  const mediaTypes = readMediaTypes(form);
  const body = readBody(form, mediaTypes.length > 0);
  return sendText(
    carrier,
    { from, to, body, mediaTypes },
    {
      isSenderGiven,
      messagingServiceSid,
      statusCallback: readStatusCallback(form),
      validityPeriodS: readValidityPeriod(form),
    },
  );
}

function first(form: Form, name: string): string | undefined {
  return form[name]?.[0];
}

function checkNames(form: Form): void {
  const unknown = Object.keys(form).filter((name) => !known.has(name));
  if (unknown.length > 0) throw new TwilioError(20001, unknown.join(', '));
  const retention = [first(form, 'ContentRetention'), first(form, 'AddressRetention')];
  if (retention.some((value) => value !== undefined && value !== 'retain')) throw new TwilioError(30029);
}

function readRecipient(form: Form): string {
  const to = first(form, 'To')?.trim() ?? '';
  if (to === '') throw new TwilioError(21604);
  const magic = magicNumbers[to];
  if (magic !== undefined) throw new TwilioError(magic, to);
  if (!/^\+[1-9]\d{7,14}$/.test(to)) throw new TwilioError(21211, to);
  if (!to.startsWith('+1')) throw new TwilioError(21408, to);
  // North American Numbering Plan: an area code or exchange never starts with 0 or 1 (NANPA).
  if (!/^\+1[2-9]\d{2}[2-9]\d{6}$/.test(to)) throw new TwilioError(21211, to);
  return to;
}

function readSender({ account, assets, store }: Carrier, form: Form, to: string) {
  const from = first(form, 'From')?.trim() ?? '';
  const service = first(form, 'MessagingServiceSid')?.trim() ?? '';
  if (service !== '' && service !== account.messagingServiceSid) throw new TwilioError(21701, service);
  const messagingServiceSid = service === '' ? null : service;
  if (from === '') {
    if (messagingServiceSid === null) throw new TwilioError(21603);
    // Sticky sender: the number that last texted this recipient, otherwise the first of the pool.
    const known = store.ofPhone(to).findLast((message) => message.direction !== 'inbound')?.from;
    return { from: known ?? account.numbers[0] ?? '', isSenderGiven: false, messagingServiceSid };
  }
  if (!/^\+?\d+$/.test(from)) throw new TwilioError(21212, from);
  if (!account.numbers.includes(from)) throw new TwilioError(messagingServiceSid === null ? 21606 : 21712, from);
  const isInPool = messagingServiceSid === null || assets.get('number', from)?.service === messagingServiceSid;
  if (!isInPool) throw new TwilioError(21712, from);
  return { from, isSenderGiven: true, messagingServiceSid };
}

function readMediaTypes(form: Form): string[] {
  return (form['MediaUrl'] ?? []).map((url) => {
    if (!URL.canParse(url) || !/^https?:/.test(url)) throw new TwilioError(21620, url);
    return 'image/jpeg';
  });
}

function readBody(form: Form, hasMedia: boolean): string {
  const given = first(form, 'Body') ?? '';
  if (given.trim() === '' && !hasMedia) throw new TwilioError(21602);
  if (given.length > BODY_CHARS_MAX) throw new TwilioError(21617);
  return first(form, 'SmartEncoded') === 'true' ? smartEncode(given) : given;
}

function readStatusCallback(form: Form): string | null {
  const url = first(form, 'StatusCallback');
  if (url === undefined || url === '') return null;
  if (!URL.canParse(url) || !/^https?:/.test(url)) throw new TwilioError(21609, url);
  return url;
}

function readValidityPeriod(form: Form): number {
  const given = first(form, 'ValidityPeriod');
  if (given === undefined) return VALIDITY_S_MAX;
  const seconds = Number(given);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > VALIDITY_S_MAX) throw new TwilioError(21624, given);
  return seconds;
}
