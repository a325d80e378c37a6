import { e164 } from '#contract/phone-numbers.ts';
import { isLoopback } from '#server/platform/loopback.ts';

import type { SettingsReader } from './env-reader.ts';

/** The credentials that the sandbox expects (sandbox/README.md): not secret, and never accepted by Twilio. */
const sandbox = {
  sid: `AC${'0'.repeat(32)}`,
  token: 'sandbox_twilio_auth_token',
  service: `MG${'0'.repeat(32)}`,
  serviceNumbers: ['+12025550100', '+12025550101'],
} as const;

const accountSettings = ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'SERVICE_PHONE_NUMBERS'] as const;

/** Whether the carrier's copies of finished texts are removed. Pages and texts say which. */
export function readRemovesCopies(read: SettingsReader): boolean {
  return read.oneOf('CARRIER_REDACTION', ['on', 'off'], 'on') === 'on';
}

/** Twilio, or the sandbox's: account, token and numbers, or none of them. */
export function readCarrier(read: SettingsReader, sandboxUrl: string) {
  const account = read.whole(...accountSettings);
  const apiKey = read.whole('TWILIO_API_KEY', 'TWILIO_API_SECRET');
  read.onlyWith(accountSettings, 'TWILIO_API_KEY', 'TWILIO_API_SECRET', 'TWILIO_MESSAGING_SERVICE_SID');
  const serviceNumbers = read.list('SERVICE_PHONE_NUMBERS', sandbox.serviceNumbers);
  if (!serviceNumbers.every((number) => e164.safeParse(number).success) || serviceNumbers.length === 0) {
    read.fault('SERVICE_PHONE_NUMBERS must be numbers such as +12025550100, separated by commas');
  }
  const baseUrl = read.url('TWILIO_API_BASE_URL', account === null ? sandboxUrl : 'https://api.twilio.com');
  if (!isLoopback(baseUrl)) read.onlyWith(accountSettings, 'TWILIO_API_BASE_URL');
  return {
    isSandbox: account === null,
    accountSid: account?.TWILIO_ACCOUNT_SID ?? sandbox.sid,
    authToken: account?.TWILIO_AUTH_TOKEN ?? sandbox.token,
    apiKey: apiKey === null ? null : { sid: apiKey.TWILIO_API_KEY, secret: apiKey.TWILIO_API_SECRET },
    messagingServiceSid: read.optional('TWILIO_MESSAGING_SERVICE_SID') ?? (account === null ? sandbox.service : null),
    serviceNumbers,
    baseUrl,
    /**
     * Which side answers STOP, START and HELP, so that a texter gets one reply
     * (docs/reference/sms-rules.md#who-answers-keywords).
     */
    optOutReplies: read.oneOf('TWILIO_OPT_OUT_REPLIES', ['carrier', 'app'], 'carrier'),
    segmentsPerSecond: read.integer('TWILIO_SEGMENTS_PER_SECOND', 0, { min: 0, max: 10_000 }),
    removesCopies: readRemovesCopies(read),
    unknownSend: read.oneOf('UNKNOWN_SEND', ['resend', 'give_up'], 'resend'),
  };
}
