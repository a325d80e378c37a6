import type { Db } from '#server/db/client.ts';
import type { OperatorAlerts } from '#server/observability/alerts.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import type { Payments, ProviderSubscription } from '#server/providers/ports/payments.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

import { isOver } from './entitlement.ts';
import {
  customersNotSeenSince,
  nextReadVersion,
  findDoubleSubscribers,
  findOwners,
  linkCustomer,
  writeSubscriptions,
} from './sync.repo.ts';
import { isOwnerGone, syncCustomer } from './sync.ts';

export type ReconcileDeps = {
  readonly db: Db;
  readonly payments: Pick<Payments, 'allSubscriptions' | 'listSubscriptions'>;
  readonly log: Log;
  readonly alerts: OperatorAlerts;
};

/** A subscription that someone pays, or may pay, and that belongs to no account. */
export type UnownedSubscription = { readonly subscription: string; readonly customer: string; readonly userId: string };

/**
 * Brings the local mirror in line with the provider, whatever was lost: page by page through all subscriptions, then
 * one by one through mirrored ones that were on no page. Links a customer again to an account that lost it, as after a
 * restored backup, and alerts the operator of one without an account. Runs every night. @throws ProviderError
 * @returns the subscriptions without an account
 */
export async function reconcileSubscriptions(deps: ReconcileDeps): Promise<UnownedSubscription[]> {
  const { db, payments, log, alerts } = deps;
  const unowned: UnownedSubscription[] = [];
  const first = await nextReadVersion(db);
  let readVersion = first;
  for await (const page of payments.allSubscriptions()) {
    unowned.push(...(await writePage(db, page, readVersion)));
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
  for (const { customer } of unowned) await alerts.raise('payer_without_account', { scope: customer });
  return unowned;
}

/** The subscriptions at the provider that are ours, have not ended, and belong to no account. @throws ProviderError */
export async function findUnownedSubscriptions({
  db,
  payments,
}: Pick<ReconcileDeps, 'db' | 'payments'>): Promise<UnownedSubscription[]> {
  const unowned: UnownedSubscription[] = [];
  for await (const page of payments.allSubscriptions()) {
    const owners = await findOwners(db, [...new Set(page.map(({ customer }) => customer))]);
    unowned.push(...page.flatMap((one) => (owners.has(one.customer) ? [] : unownedOf(one))));
  }
  return unowned;
}

function unownedOf({ id, customer, userId, status }: ProviderSubscription): UnownedSubscription[] {
  return userId === null || isOver(status) ? [] : [{ subscription: id, customer, userId }];
}

/** Writes a page of subscriptions to the mirror. @returns those without an account */
async function writePage(
  db: Db,
  page: readonly ProviderSubscription[],
  readVersion: number,
): Promise<UnownedSubscription[]> {
  const unowned: UnownedSubscription[] = [];
  const owners = await findOwners(db, [...new Set(page.map(({ customer }) => customer))]);
  for (const [customer, subscriptions] of Map.groupBy(page, ({ customer }) => customer)) {
    const userId = owners.get(customer) ?? (await relink(db, customer, subscriptions));
    if (userId === undefined) {
      unowned.push(...subscriptions.flatMap(unownedOf)); // the others have ended, or are another shop's
      continue;
    }
    await writeSubscriptions(db, userId, subscriptions, readVersion).catch((error: unknown) => {
      if (!isOwnerGone(error)) throw error;
    });
  }
  return unowned;
}

/** Links a customer to the account that it was created for, if that has none. @returns the account */
async function relink(
  db: Db,
  customer: string,
  subscriptions: readonly ProviderSubscription[],
): Promise<string | undefined> {
  const mark = subscriptions.find(({ userId, status }) => userId !== null && !isOver(status))?.userId ?? null;
  return mark !== null && (await linkCustomer(db, mark, customer)) ? mark : undefined;
}
