import type { Db } from '#server/db/client.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import type { Payments, ProviderSubscription } from '#server/providers/ports/payments.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

import {
  customersNotSeenSince,
  nextReadVersion,
  findDoubleSubscribers,
  findOwners,
  writeSubscriptions,
} from './sync.repo.ts';
import { isOwnerGone, syncCustomer } from './sync.ts';

export type ReconcileDeps = {
  readonly db: Db;
  readonly payments: Pick<Payments, 'allSubscriptions' | 'listSubscriptions'>;
  readonly log: Log;
};

/**
 * Brings the local mirror in line with the provider, whatever was lost: page by page through all subscriptions, then
 * one by one through mirrored ones that were on no page. Runs every night. @throws ProviderError
 */
export async function reconcileSubscriptions(deps: ReconcileDeps): Promise<void> {
  const { db, payments, log } = deps;
  const first = await nextReadVersion(db);
  let readVersion = first;
  for await (const page of payments.allSubscriptions()) {
    await writePage(db, page, readVersion);
    // Allocated before the next page is read, which happens when the loop asks for it.
    readVersion = await nextReadVersion(db);
  }
  for (const customer of await customersNotSeenSince(db, first)) {
    await syncCustomer(deps, customer).catch((error: unknown) => {
      if (!(error instanceof ProviderError) || error.kind !== 'rejected') throw error;
      log.error(
        { event: 'customer_not_at_provider', ...errorFields(error) },
        'a customer of ours is not at the provider',
      );
    });
  }
  for (const userId of await findDoubleSubscribers(db)) {
    log.error(
      { event: 'double_subscription', user: userId },
      'an account pays for two subscriptions: end one manually',
    );
  }
}

async function writePage(db: Db, page: readonly ProviderSubscription[], readVersion: number): Promise<void> {
  const owners = await findOwners(db, [...new Set(page.map(({ customer }) => customer))]);
  for (const [customer, subscriptions] of Map.groupBy(page, ({ customer }) => customer)) {
    const userId = owners.get(customer);
    if (userId === undefined) continue; // of a deleted account, or of another shop at the same Stripe account
    await writeSubscriptions(db, userId, subscriptions, readVersion).catch((error: unknown) => {
      if (!isOwnerGone(error)) throw error;
    });
  }
}
