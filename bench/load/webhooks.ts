import { randomBytes } from 'node:crypto';

import { sign } from '#sandbox/twilio/signature.ts';

/** The sandbox's public credentials (sandbox/README.md). */
const accountSid = `AC${'0'.repeat(32)}`;
export const authToken = 'sandbox_twilio_auth_token';
export const serviceNumber = '+12025550100';

/** For benches in which a phone asks once: the product drops a repetition. */
export const aQuestion = 'who painted the night watch, and when was that?';

/**
 * One webhook of an inbound text, as the carrier sends it, ready for the socket.
 * @param url the product's public address of the webhook, which the signature covers
 */
export function inboundWebhook(url: URL, from: string, text: string): Buffer {
  const sid = `SM${randomBytes(16).toString('hex')}`;
  const params = {
    ToCountry: 'US',
    ToState: '',
    SmsMessageSid: sid,
    NumMedia: '0',
    ToCity: '',
    FromZip: '',
    SmsSid: sid,
    FromState: '',
    SmsStatus: 'received',
    FromCity: '',
    Body: text,
    FromCountry: 'US',
    To: serviceNumber,
    MessagingServiceSid: `MG${'0'.repeat(32)}`,
    ToZip: '',
    NumSegments: '1',
    MessageSid: sid,
    AccountSid: accountSid,
    From: from,
    ApiVersion: '2010-04-01',
  };
  const body = new URLSearchParams(params).toString();
  const head = [
    `POST ${url.pathname} HTTP/1.1`,
    `host: ${url.host}`,
    'content-type: application/x-www-form-urlencoded; charset=UTF-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-twilio-signature: ${sign(authToken, url.href, params)}`,
    'user-agent: TwilioProxy/1.1',
    'accept: */*',
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`);
}

/** The nth of two million numbers of Chicago: area code 312, exchanges 200 to 399, which are all in service. */
export function phoneAt(nth: number): string {
  return `+1312${2_000_000 + (nth % 2_000_000)}`;
}
