import type { Db } from '#server/db/client.ts';
import { ProviderError } from '#server/providers/ports.ts';
import type { Payments } from '#server/providers/ports/payments.ts';

import { closeCheckout, readOpenCheckout } from './checkout.repo.ts';
import { isOver } from './entitlement.ts';
import { forgetCustomerOfEvents } from './payment-events.repo.ts';
import { readPayer } from './subscriptions.repo.ts';

export type EndBillingParts = {
  readonly db: Db;
  readonly payments: Pick<Payments, 'expireCheckout' | 'listSubscriptions' | 'cancelNow' | 'deleteCustomer'>;
};

/**
 * The steps of billing when an account is deleted (security T23): no page that could still be paid, nothing that could
 * still charge, no customer, and events without ids of a person. Each step may be repeated, so the whole may: call it
 * until it returns. Webhooks that come later find no account and are ignored.
 * @throws ProviderError while the provider cannot be reached
 */
export async function endBilling({ db, payments }: EndBillingParts, userId: string): Promise<void> {
  // A second look finds a page that became known after the first; a closed account opens no other visit.
  for (let open = await readOpenCheckout(db, userId); open !== null; open = await readOpenCheckout(db, userId)) {
    if (open.sessionId !== null) await payments.expireCheckout(open.sessionId);
    await closeCheckout(db, open);
  }
  const customer = (await readPayer(db, userId))?.customer ?? null;
  if (customer !== null) {
    for (const { id, status } of await subscriptionsOf(payments, customer)) {
      if (!isOver(status)) await payments.cancelNow(id);
    }
    await payments.deleteCustomer(customer);
  }
  await forgetCustomerOfEvents(db, userId, customer);
}

/** A customer that was deleted by an earlier try has nothing left. */
async function subscriptionsOf(payments: EndBillingParts['payments'], customer: string) {
  return payments.listSubscriptions(customer).catch((error: unknown) => {
    if (error instanceof ProviderError && error.code === 'resource_missing') return [];
    throw error;
  });
}
