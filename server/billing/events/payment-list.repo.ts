import type { PaymentEventView } from '#contract/payments.ts';
import type { Db } from '#server/db/client.ts';

/**
 * The newest payments for the operator, newest first. Name and email are the account's current ones and disappear with
 * it: events do not store them.
 */
export async function listPayments(db: Db, limit: number): Promise<PaymentEventView[]> {
  const rows = await db
    .selectFrom('payment_events as e')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'e.user_id').on('u.deleted_at', 'is', null))
    .select([
      'e.id',
      'e.type',
      'e.happened_at as happenedAt',
      'e.status',
      'e.amount_minor as amount',
      'e.currency',
      'u.id as userId',
      'u.name as customerName',
      'u.email as customerEmail',
      'e.subscription_id as subscriptionId',
      'e.plan_id as plan',
    ])
    .where('e.status', 'is not', null)
    .orderBy('e.happened_at', 'desc')
    .orderBy('e.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ happenedAt, status, ...row }) => ({
    ...row,
    status: status ?? '',
    timestamp: happenedAt.toISOString(),
  }));
}
