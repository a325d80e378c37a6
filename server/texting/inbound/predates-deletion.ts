import type { SenderState, Understood } from '../rules/decide-reply.ts';

/** The carrier's dates have a precision of one second. */
const datePrecisionMs = 1000;
/** The carrier retries a webhook for 15 s (https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides). */
const webhookTriesMs = 20_000;

/**
 * Whether a text was sent before its sender deleted the account, so that it must be dropped
 * (docs/reference/security.md#t26). `unsure`: the webhook came right after the deletion and does not say when the text
 * was sent; the carrier knows. STOP, START and crisis texts cannot wait for that answer and count as new.
 */
export function predatesDeletion(
  { kind, sentAt }: Pick<Understood, 'kind' | 'sentAt'>,
  { now, departedAt, phone }: Pick<SenderState, 'now' | 'departedAt' | 'phone'>,
): boolean | 'unsure' {
  if (departedAt === null) return false;
  if (sentAt !== null) return sentAt.getTime() <= departedAt.getTime() + datePrecisionMs;
  if (phone !== null || kind === 'stop' || kind === 'start' || kind === 'crisis') return false;
  return now.getTime() <= departedAt.getTime() + webhookTriesMs ? 'unsure' : false;
}
