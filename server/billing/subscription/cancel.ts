import type { Db } from '#server/db/client.ts';
import type { Payments } from '#server/providers/ports/payments.ts';

import { isOver } from './entitlement.ts';
import { readPayer } from './subscriptions.repo.ts';
import { syncCustomer } from './sync.ts';

export type CancelDeps = {
  readonly db: Db;
  readonly payments: Pick<Payments, 'listSubscriptions' | 'cancelNow'>;
};

/**
 * Ends everything that can still charge an account's card, immediately and without a refund. Lists it at the provider,
 * because the local mirror may not have seen all of it. Idempotent.
 * @returns whether the account ever had a subscription
 * @throws ProviderError
 */
export async function cancelImmediately(deps: CancelDeps, userId: string): Promise<boolean> {
  const customer = (await readPayer(deps.db, userId))?.customer ?? null;
  if (customer === null) return false;
  const subscriptions = await deps.payments.listSubscriptions(customer);
  for (const { id, status } of subscriptions) if (!isOver(status)) await deps.payments.cancelNow(id);
  await syncCustomer(deps, customer);
  return subscriptions.length > 0;
}
