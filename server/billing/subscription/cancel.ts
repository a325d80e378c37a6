import type { Db } from '#server/db/client.ts';
import { isPaidUp } from '#server/domain/eligibility.ts';
import { dayMs } from '#server/platform/durations.ts';
import type { Payments, ProviderSubscription } from '#server/providers/ports/payments.ts';

import { ignoreEvents, recordUnpaidEnd } from '../events/payment-events.repo.ts';
import { isOver } from './entitlement.ts';
import { readPayer } from './subscriptions.repo.ts';
import { syncCustomer, type Synced } from './sync.ts';

type CancelCall = 'cancelNow' | 'cancelAtPeriodEnd';
export type CancelDeps<Call extends CancelCall = 'cancelNow'> = {
  readonly db: Db;
  readonly payments: Pick<Payments, 'listSubscriptions' | Call>;
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
  await cancelRunning(deps.payments, subscriptions);
  await syncCustomer(deps, customer);
  return subscriptions.length > 0;
}

/** Immediately ends each of these subscriptions that has not ended. Idempotent. @throws ProviderError */
export async function cancelRunning(
  payments: Pick<Payments, 'cancelNow'>,
  subscriptions: readonly Pick<ProviderSubscription, 'id' | 'status'>[],
): Promise<void> {
  for (const { id, status } of subscriptions) if (!isOver(status)) await payments.cancelNow(id);
}

/**
 * Lets an account's active plan end when the paid period ends. Idempotent. A plan with an overdue payment has no paid
 * period, and only `cancelImmediately` ends it.
 * @returns whether a plan now ends that way
 * @throws ProviderError
 */
export async function cancelAtPeriodEnd(deps: CancelDeps<'cancelAtPeriodEnd'>, userId: string): Promise<boolean> {
  const customer = (await readPayer(deps.db, userId))?.customer ?? null;
  if (customer === null) return false;
  const subscriptions = await deps.payments.listSubscriptions(customer);
  const paid = subscriptions.filter(({ status }) => isPaidUp(status));
  for (const { id, cancelAt, cancelAtPeriodEnd: isEnding } of paid) {
    if (cancelAt === null && !isEnding) await deps.payments.cancelAtPeriodEnd(id);
  }
  await syncCustomer(deps, customer);
  return paid.length > 0;
}

export type EndUnpaidDeps = {
  readonly db: Db;
  readonly payments: Pick<Payments, 'listSubscriptions' | 'cancelNow' | 'refundNewestPayment'>;
};

/**
 * Ends plans that were canceled, as in the provider's portal, for the end of a period whose payment is overdue: no part
 * of it is paid for, and until then the provider would retry the card. Safe to repeat. @throws ProviderError
 */
export async function endUnpaidCancellations(deps: EndUnpaidDeps, synced: Synced): Promise<void> {
  const listed = synced.subscriptions.find(isUnpaidCancellation);
  if (listed === undefined) return;
  // Read again: the card may have paid since, and then the period is paid for.
  const current = await syncCustomer(deps, listed.customer);
  for (const unpaid of current?.subscriptions.filter(isUnpaidCancellation) ?? []) {
    // Record first: once the plan has ended it no longer looks unpaid, so the next try would not refund it.
    const recorded = await recordUnpaidEnd(deps.db, unpaid);
    await deps.payments.cancelNow(unpaid.id);
    await refundAfterEnd(deps, recorded, unpaid.id);
  }
  await syncCustomer(deps, listed.customer);
}

/** Older ends are left alone: Stripe lists the events that report an end for thirty days. */
const voidWithinMs = 31 * dayMs;

/**
 * Voids what plans that have ended, as after the last try of the card, still owe: their invoices could be paid on the
 * provider's pages, for no answers. Safe to repeat. @throws ProviderError
 */
export async function voidAfterEnd(
  { payments }: { readonly payments: Pick<Payments, 'voidOpenInvoices'> },
  { subscriptions }: Synced,
): Promise<void> {
  const since = Date.now() - voidWithinMs;
  for (const { id, status, endedAt } of subscriptions) {
    if (isOver(status) && endedAt !== null && endedAt.getTime() > since) await payments.voidOpenInvoices(id);
  }
}

/**
 * Refunds a payment that came in while an unpaid plan ended, if there is one. Safe to repeat: refunds it once.
 * @param recorded the event that keeps it from being forgotten (`recordUnpaidEnd`)
 * @throws ProviderError
 */
export async function refundAfterEnd(
  { db, payments }: Pick<EndUnpaidDeps, 'db'> & { readonly payments: Pick<Payments, 'refundNewestPayment'> },
  recorded: string,
  subscription: string,
): Promise<void> {
  await payments.refundNewestPayment(subscription, 'requested_by_customer');
  await ignoreEvents(db, [recorded]);
}

function isUnpaidCancellation({ status, cancelAt, cancelAtPeriodEnd }: ProviderSubscription): boolean {
  return status === 'past_due' && (cancelAt !== null || cancelAtPeriodEnd);
}
