import { createHmac, createSecretKey } from 'node:crypto';

/**
 * A number, or the carrier's id of a text, under the keyed hash by which an opt-out, or a text that was answered, is known
 * after its account is gone (opt_outs.phone_key, forgotten_texts.text_key).
 */
export type PhoneHash = (numberOrSid: string) => string;

/** HMAC-SHA-256 with the installation's key: without the key, the ten billion numbers cannot simply be tried. */
export function phoneHash(key: string): PhoneHash {
  const secret = createSecretKey(key, 'utf8');
  return (numberOrSid) => `h:${createHmac('sha256', secret).update(`opt-out:${numberOrSid}`).digest('hex')}`;
}
