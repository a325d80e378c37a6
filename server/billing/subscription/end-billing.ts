import type { Db } from '#server/db/client.ts';
import { type ClosedAccount, StepPending } from '#server/domain/ports/account-deletion.ts';
import { hourMs } from '#server/platform/durations.ts';
import type { Payments, ProviderSubscription } from '#server/providers/ports/payments.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

import { hasCheckout } from '../checkout/checkout.repo.ts';
import { closeCheckouts } from '../checkout/close-checkouts.ts';
import { anonymizeEvents } from '../events/payment-events.repo.ts';
import { cancelRunning } from './cancel.ts';
import { readPayer } from './subscriptions.repo.ts';
import { findOwners } from './sync.repo.ts';

export type EndBillingDeps = {
  readonly db: Db;
  readonly payments: Pick<
    Payments,
    'expireCheckout' | 'findCustomers' | 'listSubscriptions' | 'cancelNow' | 'voidOpenInvoices' | 'deleteCustomer'
  >;
};

type Closed = Pick<ClosedAccount, 'userId' | 'requestedAt'>;

/** After this time, `findCustomers` finds every customer at the provider, and no request is still on its way. */
const searchIndexLagMs = hourMs;

/**
 * The billing steps of deleting an account (docs/reference/security.md#t23): leaves no payable page, no payable invoice
 * that our key may void, no subscription, no customer, and no personal ids in events. Each step is idempotent: call
 * this until it returns. Later events find a closed account or none, and keep no id (`finishEvent`).
 * @throws ProviderError while the provider cannot be reached
 * @throws StepPending while there may be a customer, created with a lost answer, that cannot be found yet
 */
export async function endBilling({ db, payments }: EndBillingDeps, { userId, requestedAt }: Closed): Promise<void> {
  await closeCheckouts({ db, payments }, userId);
  const customers = await customersOf({ db, payments }, userId);
  for (const customer of customers) {
    const subscriptions = await subscriptionsOf(payments, customer);
    await cancelRunning(payments, subscriptions);
    // Also of those that an earlier try ended; events of a deleted account void nothing.
    for (const { id } of subscriptions) await payments.voidOpenInvoices(id);
    await payments.deleteCustomer(customer);
    await anonymizeEvents(db, userId, customer);
  }
  // An account for which a customer was ever requested has a checkout (startCheckout).
  const mayHaveOne = customers.length === 0 && (await hasCheckout(db, userId));
  if (mayHaveOne && Date.now() < requestedAt.getTime() + searchIndexLagMs) throw new StepPending();
  await anonymizeEvents(db, userId, null);
}

/**
 * The recorded customer, and those that no row names, because the answer to their creation was lost or a restored
 * backup is older than they are.
 */
async function customersOf({ db, payments }: EndBillingDeps, userId: string): Promise<string[]> {
  const recorded = (await readPayer(db, userId))?.customer ?? null;
  const found = await payments.findCustomers(userId);
  // An operator may have given one of them to another account (adoptLostPayer).
  const owners = await findOwners(db, found);
  const own = found.filter((customer) => (owners.get(customer) ?? userId) === userId);
  return [...new Set(recorded === null ? own : [recorded, ...own])];
}

/** All subscriptions of a customer; empty for one that was deleted at the provider. @throws ProviderError */
export async function subscriptionsOf(
  payments: Pick<Payments, 'listSubscriptions'>,
  customer: string,
): Promise<ProviderSubscription[]> {
  return payments.listSubscriptions(customer).catch((error: unknown) => {
    if (error instanceof ProviderError && error.code === 'resource_missing') return [];
    throw error;
  });
}
