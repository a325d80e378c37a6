import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

import * as z from 'zod';

/** The path that the doctor calls through the public address. */
export const selfCheckPath = '/api/self-check';
const scheme = 'Doctor';
/** Long enough for a slow upload and clock differences; all a proof gives access to is how a request arrived. */
const validMs = 5 * 60_000;

/** How the request arrived, as the server saw it. */
export const SelfCheck = z.object({
  /** The address of the connection: the last proxy, or the doctor. */
  peer: z.string(),
  /** Whether `TRUST_PROXY` names that address. */
  isPeerTrusted: z.boolean(),
  /** The entries of X-Forwarded-For, first to last. */
  forwardedFor: z.array(z.string()),
  bodyBytes: z.number(),
  /** SHA-256 of the body, in hex. */
  bodyHash: z.string(),
});
export type SelfCheck = z.infer<typeof SelfCheck>;

/**
 * The value of an Authorization header that only someone with the installation's `SESSION_SECRET` can make.
 * @param at Unix time in milliseconds
 */
export function selfCheckProof(sessionSecret: string, at: number): string {
  return `${scheme} ${at}.${macOf(sessionSecret, String(at))}`;
}

/** Whether a header holds a proof of this installation that is still valid. @param now Unix time in milliseconds */
export function isSelfCheckProof(sessionSecret: string, header: string | undefined, now: number): boolean {
  const [, at = '', mac = ''] = new RegExp(`^${scheme} (\\d{1,15})\\.([0-9a-f]{64})$`).exec(header ?? '') ?? [];
  if (at === '' || Math.abs(now - Number(at)) > validMs) return false;
  return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(sessionSecret, at)));
}

function macOf(sessionSecret: string, at: string): string {
  const key = Buffer.from(hkdfSync('sha256', sessionSecret, '', 'askline self-check', 32));
  return createHmac('sha256', key).update(at).digest('hex');
}
