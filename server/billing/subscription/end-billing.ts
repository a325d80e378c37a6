import type { Db } from '#server/db/client.ts';
import type { Payments, ProviderSubscription } from '#server/providers/ports/payments.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

import { closeCheckouts } from '../checkout/close-checkouts.ts';
import { anonymizeEvents } from '../events/payment-events.repo.ts';
import { isOver } from './entitlement.ts';
import { readPayer } from './subscriptions.repo.ts';

export type EndBillingDeps = {
  readonly db: Db;
  readonly payments: Pick<Payments, 'expireCheckout' | 'listSubscriptions' | 'cancelNow' | 'deleteCustomer'>;
};

/**
 * The steps of billing when an account is deleted (docs/reference/security.md#t23): leaves no payable page, no
 * subscription, no customer, and no personal ids in events. Each step is idempotent: call it until it returns. Later
 * webhooks find no account and are ignored.
 * @throws ProviderError while the provider cannot be reached
 */
export async function endBilling({ db, payments }: EndBillingDeps, userId: string): Promise<void> {
  await closeCheckouts({ db, payments }, userId);
  const customer = (await readPayer(db, userId))?.customer ?? null;
  if (customer !== null) {
    for (const { id, status } of await subscriptionsOf(payments, customer)) {
      if (!isOver(status)) await payments.cancelNow(id);
    }
    await payments.deleteCustomer(customer);
  }
  await anonymizeEvents(db, userId, customer);
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
