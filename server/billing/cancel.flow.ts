import type { Db } from '#server/db/client.ts';
import type { Payments } from '#server/providers/ports/payments.ts';

import { isOver } from './entitlement.ts';
import { readPayer } from './subscriptions.repo.ts';
import { syncCustomer } from './sync.flow.ts';

export type CancelParts = {
  readonly db: Db;
  readonly payments: Pick<Payments, 'listSubscriptions' | 'cancelNow'>;
};

/**
 * Ends everything that can still charge an account's card, at once and without a refund. Asks the provider what there
 * is, so that nothing which our copy has not seen goes on; safe to repeat.
 * @returns whether the account ever had a subscription
 * @throws ProviderError
 */
export async function cancelImmediately(parts: CancelParts, userId: string): Promise<boolean> {
  const customer = (await readPayer(parts.db, userId))?.customer ?? null;
  if (customer === null) return false;
  const subscriptions = await parts.payments.listSubscriptions(customer);
  for (const { id, status } of subscriptions) if (!isOver(status)) await parts.payments.cancelNow(id);
  await syncCustomer(parts, customer);
  return subscriptions.length > 0;
}
