import { own } from '#server/platform/own.ts';

/**
 * How far a delivery report says the carrier has got. Reports overtake one another, so only a higher rank is believed
 * (https://www.twilio.com/docs/messaging/api/message-resource#message-status-values). Statuses not listed change nothing.
 */
const ranks: Readonly<Record<string, number>> = {
  accepted: 1,
  scheduled: 1,
  queued: 2,
  sending: 3,
  sent: 4,
  partially_delivered: 5,
  undelivered: 6,
  failed: 6,
  canceled: 6,
  delivered: 7,
  read: 8,
};

/** 0 for a status that means nothing to us; the vendor adds new ones without notice. */
export function deliveryRank(status: string): number {
  return own(ranks, status) ?? 0;
}

/** From this rank on, a status is final. */
const finalRank = 6;

/** Whether a report says that the text is on the phone. */
export function isArrival(status: string): boolean {
  return status === 'delivered' || status === 'read';
}

/** Whether a report is final. Any other proves only that the carrier has the text. */
export function isFinalReport(status: string): boolean {
  return deliveryRank(status) >= finalRank;
}

/**
 * What kept a text at the carrier for a while, by Twilio's code (https://www.twilio.com/docs/api/errors), and how long to
 * wait: its queue was full (30001), the campaign's rate was exceeded (30022), too many texts went between two numbers
 * within half a minute (14107). In each case it was turned away before the phone's network had it.
 */
const passingMs: Readonly<Record<number, number>> = { 30001: 5000, 30022: 5000, 14107: 30_000 };

/** After how many ms a text that ended so may be sent once more; null for never: it may be on the phone, or never will be. */
export function resendAfterMs(status: string, code: number | null): number | null {
  if (status !== 'undelivered' && status !== 'failed') return null;
  return code === null ? null : (passingMs[code] ?? null);
}
