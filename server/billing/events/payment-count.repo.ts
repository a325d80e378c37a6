import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import { countIn } from '#server/observability/counters.repo.ts';

import type { EventFacts } from './payment-events.repo.ts';

type Counted = { readonly type: string; readonly objectId: string | null };

/**
 * Counts the money of an event in the transaction that finishes it. A paid invoice counts once; a refund counts once,
 * although several events report it, and is taken back if it fails.
 * @returns whether this is the first event that reports a refund
 */
export async function countPayment(
  db: Db,
  { type, objectId }: Counted,
  payment: EventFacts['payment'],
): Promise<boolean> {
  if (payment === null) return false;
  const { amount, currency, listStatus } = payment;
  if (type === 'invoice.paid') {
    // An invoice of zero (a trial) is not a payment.
    if (amount > 0) await countIn(db, { 'payments.paid': 1, [`payments.paid_minor.${currency}`]: amount });
    return false;
  }
  if (objectId === null || !type.startsWith('refund.')) return false;
  const step = await refundStep(db, objectId, listStatus);
  if (step !== 0) await countIn(db, { [`payments.refunded_minor.${currency}`]: step * amount });
  return step === 1;
}

/** 1 for the first event that reports the refund, -1 for the first that reverses it, otherwise 0. */
async function refundStep(db: Db, refund: string, listStatus: string): Promise<number> {
  if (listStatus !== 'refunded' && listStatus !== 'failed') return 0;
  // Two processes may finish two events of one refund concurrently. The seed only keeps these locks apart from others.
  await sql`select pg_advisory_xact_lock(hashtextextended(${refund}, 20100402))`.execute(db);
  const { rows } = await sql<{ refunded: number; failed: number }>`
    select count(*) filter (where status = 'refunded') as refunded, count(*) filter (where status = 'failed') as failed
      from payment_events
     where object_id in (${refund}, encode(sha256(convert_to(${refund}, 'UTF8')), 'hex')) and type like 'refund.%' and state = 'done'`.execute(
    db,
  );
  const [{ refunded, failed } = { refunded: 0, failed: 0 }] = rows;
  if (listStatus === 'refunded') return refunded === 1 && failed === 0 ? 1 : 0;
  return failed === 1 && refunded > 0 ? -1 : 0;
}
