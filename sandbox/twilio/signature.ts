import { createHmac } from 'node:crypto';

/** Form parameters of a webhook. */
export type Params = Readonly<Record<string, string>>;

/**
 * `X-Twilio-Signature` for a form POST (Twilio docs, "Validating Signatures from Twilio"): HMAC-SHA1 over the full
 * address and every parameter's name and value, in the order of the names.
 */
export function sign(authToken: string, url: string, params: Params): string {
  const names = Object.keys(params).sort((a, b) => (a < b ? -1 : 1));
  const text = url + names.map((name) => name + params[name]).join('');
  return createHmac('sha1', authToken).update(text, 'utf8').digest('base64');
}
