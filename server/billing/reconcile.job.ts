import type { Db } from '#server/db/client.ts';
import { errorFields, type Log } from '#server/platform/log.ts';
import { ProviderError } from '#server/providers/ports.ts';
import type { Payments, ProviderSubscription } from '#server/providers/ports/payments.ts';

import { forgetOldEvents } from './payment-events.repo.ts';
import { isOwnerGone, syncCustomer } from './sync.flow.ts';
import { customersNotSeenSince, drawReadNumber, findDoubles, findOwners, writeSubscriptions } from './sync.repo.ts';

export type ReconcileParts = {
  readonly db: Db;
  readonly payments: Pick<Payments, 'allSubscriptions' | 'listSubscriptions'>;
  readonly log: Log;
};

/**
 * Makes our copy of every subscription what the provider has, whatever got lost on the way: page by page through all of
 * them, then one by one through those of ours that were on no page. Runs every night. @throws ProviderError
 */
export async function reconcileSubscriptions(parts: ReconcileParts): Promise<void> {
  const { db, payments, log } = parts;
  const first = await drawReadNumber(db);
  let readNumber = first;
  for await (const page of payments.allSubscriptions()) {
    await writePage(db, page, readNumber);
    // Drawn before the next page is read, which happens when the loop asks for it.
    readNumber = await drawReadNumber(db);
  }
  for (const customer of await customersNotSeenSince(db, first)) {
    await syncCustomer(parts, customer).catch((error: unknown) => {
      if (!(error instanceof ProviderError) || error.kind !== 'rejected') throw error;
      log.error(
        { event: 'customer_not_at_provider', ...errorFields(error) },
        'a customer of ours is not at the provider',
      );
    });
  }
  for (const userId of await findDoubles(db)) {
    log.error({ event: 'double_subscription', user: userId }, 'an account pays for two subscriptions: end one by hand');
  }
  await forgetOldEvents(db);
}

async function writePage(db: Db, page: readonly ProviderSubscription[], readNumber: number): Promise<void> {
  const owners = await findOwners(db, [...new Set(page.map(({ customer }) => customer))]);
  for (const [customer, subscriptions] of Map.groupBy(page, ({ customer }) => customer)) {
    const userId = owners.get(customer);
    if (userId === undefined) continue; // a deleted account's, or another shop's at the same Stripe account
    await writeSubscriptions(db, userId, subscriptions, readNumber).catch((error: unknown) => {
      if (!isOwnerGone(error)) throw error;
    });
  }
}
