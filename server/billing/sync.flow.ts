import type { Db } from '#server/db/client.ts';
import type { Payments, ProviderSubscription } from '#server/providers/ports/payments.ts';

import { drawReadNumber, endUnknown, findOwners, writeSubscriptions } from './sync.repo.ts';

export type SyncParts = { readonly db: Db; readonly payments: Pick<Payments, 'listSubscriptions'> };

/** What a customer of the provider has now, and whose it is; null when it belongs to no account (any more). */
export type Synced = { readonly userId: string; readonly subscriptions: readonly ProviderSubscription[] } | null;

/**
 * The one way in which our copy changes: reads all of a customer's subscriptions from the provider and writes them
 * down. Safe to repeat and to run side by side, in any order (README.md, "Why the order does not matter").
 * @throws ProviderError
 */
export async function syncCustomer({ db, payments }: SyncParts, customer: string): Promise<Synced> {
  const userId = (await findOwners(db, [customer])).get(customer);
  if (userId === undefined) return null;
  const readNumber = await drawReadNumber(db);
  const subscriptions = await payments.listSubscriptions(customer);
  try {
    await db.transaction().execute(async (transaction) => {
      await writeSubscriptions(transaction, userId, subscriptions, readNumber);
      await endUnknown(transaction, userId, subscriptions, readNumber);
    });
  } catch (error) {
    if (isOwnerGone(error)) return null;
    throw error;
  }
  return { userId, subscriptions };
}

/** Whether a row was refused because its account was deleted meanwhile (foreign_key_violation). */
export function isOwnerGone(error: unknown): boolean {
  return (error as { code?: unknown }).code === '23503';
}
