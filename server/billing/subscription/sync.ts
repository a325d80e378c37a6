import type { Db } from '#server/db/client.ts';
import { isForeignKeyViolation } from '#server/db/error-codes.ts';
import type { Payments, ProviderSubscription } from '#server/providers/ports/payments.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

import { nextReadVersion, endMissing, findOwners, writeSubscriptions } from './sync.repo.ts';

export type SyncDeps = { readonly db: Db; readonly payments: Pick<Payments, 'listSubscriptions'> };

/** The subscriptions of a customer, as just read, and the account it belongs to. */
export type Synced = { readonly userId: string; readonly subscriptions: readonly ProviderSubscription[] };

/**
 * Reads all subscriptions of a customer and writes them to the local mirror, which changes in no other way.
 * Idempotent, and safe to run concurrently in any order (README.md, "Why the order does not matter").
 * @returns null when the customer belongs to no account, or no longer
 * @throws ProviderError
 */
export async function syncCustomer({ db, payments }: SyncDeps, customer: string): Promise<Synced | null> {
  const userId = (await findOwners(db, [customer])).get(customer);
  if (userId === undefined) return null;
  const readVersion = await nextReadVersion(db);
  const subscriptions = await payments.listSubscriptions(customer);
  try {
    await db.transaction().execute(async (transaction) => {
      await writeSubscriptions(transaction, userId, subscriptions, readVersion);
      await endMissing(transaction, userId, subscriptions, readVersion);
    });
  } catch (error) {
    if (isOwnerGone(error)) return null;
    throw error;
  }
  return { userId, subscriptions };
}

/** The same before a decision. @returns null also for a customer that the provider does not have: it has no subscription */
export function syncUnlessGone(deps: SyncDeps, customer: string): Promise<Synced | null> {
  return syncCustomer(deps, customer).catch((error: unknown) => {
    if (error instanceof ProviderError && error.code === 'resource_missing') return null;
    throw error;
  });
}

/** Whether a row was refused because its account was deleted in the meantime. */
export const isOwnerGone = isForeignKeyViolation;
