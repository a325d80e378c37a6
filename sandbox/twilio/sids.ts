import { randomBytes } from 'node:crypto';

/** A new Twilio SID: two letters for its kind, then 32 hex digits. */
export function sid(prefix: string): string {
  return prefix + randomBytes(16).toString('hex');
}
