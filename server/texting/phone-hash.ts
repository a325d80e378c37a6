import { createHmac } from 'node:crypto';

/** A number under the keyed hash by which an opt-out is known after its account is gone (opt_outs.phone_key). */
export type PhoneHash = (number: string) => string;

/** HMAC-SHA-256 with the installation's key: without the key, the ten billion numbers cannot simply be tried. */
export function phoneHash(key: string): PhoneHash {
  return (number) => `h:${createHmac('sha256', key).update(`opt-out:${number}`).digest('hex')}`;
}
