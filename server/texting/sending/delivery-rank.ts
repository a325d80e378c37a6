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
  return ranks[status] ?? 0;
}

/** From this rank on the text's fate is settled. */
export const finalDeliveryRank = 6;
