import type { Facts, Understood } from './settle.ts';

/** The carrier dates texts, and tells its time, by the second. */
const datePrecisionMs = 1000;
/** The carrier tries a webhook for 15 s (https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides). */
const webhookTriesMs = 20_000;

/**
 * Whether a text is from before its sender deleted the account: nothing comes of it then (security T26). `unsure`: a
 * webhook right after the deletion, which does not say when its text was sent; the carrier knows. What must not wait is
 * believed to be new.
 */
export function isFromBeforeLeaving(
  { kind, sentAt }: Pick<Understood, 'kind' | 'sentAt'>,
  { now, departedAt, phone }: Pick<Facts, 'now' | 'departedAt' | 'phone'>,
): boolean | 'unsure' {
  if (departedAt === null) return false;
  if (sentAt !== null) return sentAt.getTime() <= departedAt.getTime() + datePrecisionMs;
  if (phone !== null || kind === 'stop' || kind === 'start' || kind === 'crisis') return false;
  return now.getTime() <= departedAt.getTime() + webhookTriesMs ? 'unsure' : false;
}
