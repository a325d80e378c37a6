import type { Db } from '#server/db/client.ts';
import { isPaying } from '#server/domain/eligibility.ts';
import type { OperatorAlerts } from '#server/observability/alerts.ts';
import { dayMs } from '#server/platform/durations.ts';
import { isUuid } from '#server/platform/uuid.ts';
import type { Chargeback, Payments, ProviderSubscription } from '#server/providers/ports/payments.ts';

import { closeCheckouts } from '../checkout/close-checkouts.ts';
import { cancelImmediately } from '../subscription/cancel.ts';
import { type Payer, readPayer } from '../subscription/subscriptions.repo.ts';
import { findOwners } from '../subscription/sync.repo.ts';
import { syncCustomer, type Synced } from '../subscription/sync.ts';
import { blockCard, findBlocked, flagAccount, paidWithBlockedCard } from './chargebacks.repo.ts';
import { type DueEvent, finishEvent, ignoreEvents } from './payment-events.repo.ts';

export type ChargebackDeps = {
  readonly db: Db;
  readonly payments: Pick<
    Payments,
    'expireCheckout' | 'listSubscriptions' | 'cancelNow' | 'fetchChargeback' | 'refundNewestPayment'
  >;
  readonly alerts: OperatorAlerts;
};

const signalOf = { dispute: 'payment_disputed', fraud_warning: 'fraud_warning' } as const;

/**
 * Handles a dispute or an early fraud warning: keeps account and card from starting another plan, ends the active ones,
 * and alerts the operator. Safe to repeat. @throws ProviderError
 */
export async function handleChargeback(
  deps: ChargebackDeps,
  event: DueEvent,
  kind: 'dispute' | 'fraud_warning',
): Promise<void> {
  const { db, payments, alerts } = deps;
  const found = event.objectId === null ? null : await payments.fetchChargeback(kind, event.objectId);
  if (found === null) return ignoreEvents(db, [event.id]);
  const payer = await findPayer(db, found);
  // The deletion of a closed account ends its plans itself.
  if (payer === null || payer.isClosed) {
    const isOurs = payer !== null || found.userId !== null;
    return handleWithoutAccount(deps, event, kind, { ...found, isOurs });
  }
  const { userId } = payer;
  // Flag first: otherwise a click could open a page after this closes them, and a page left open could still be paid.
  await flagAccount(db, userId, kind);
  await closeCheckouts(deps, userId);
  await cancelImmediately(deps, userId);
  // Block after the plans have ended: another event of this payment would take them for a new use of a blocked card.
  if (found.cardFingerprint !== null) await blockCard(db, found.cardFingerprint, kind);
  await alerts.raise(signalOf[kind], { scope: event.id, userId });
  await finishEvent(db, event.id, { userId, payment: { ...found, listStatus: found.status } });
}

/** The account of a payment, by its customer or by our mark: the account may have had another customer. */
async function findPayer(db: Db, { customer, userId: mark }: Chargeback): Promise<Payer | null> {
  const owner = customer === null ? undefined : (await findOwners(db, [customer])).get(customer);
  if (owner !== undefined) return readPayer(db, owner);
  return mark !== null && isUuid(mark) ? readPayer(db, mark) : null;
}

/**
 * Handles a payment of an account that is closed or deleted, because a deletion must not keep a stolen card usable. A
 * payment with neither an account nor our mark is another shop's.
 */
async function handleWithoutAccount(
  { db, alerts }: ChargebackDeps,
  event: DueEvent,
  kind: 'dispute' | 'fraud_warning',
  found: Chargeback & { readonly isOurs: boolean },
): Promise<void> {
  if (found.isOurs) {
    if (found.cardFingerprint !== null) await blockCard(db, found.cardFingerprint, kind);
    await alerts.raise(signalOf[kind], { scope: event.id });
  }
  await ignoreEvents(db, [event.id]);
}

/** How long to retry the refund of a plan that a blocked card paid for: longer than an event (`triesMax`). */
const refundableMs = 2 * dayMs;
/** Stripe's times are in whole seconds, of its own clock. */
const clockToleranceMs = 60_000;

/**
 * Ends and refunds active plans that a blocked card pays for, because the card is known only after the hosted page was
 * paid.
 * Safe to repeat. @throws ProviderError
 */
export async function endBlockedPlans(deps: ChargebackDeps, synced: Synced): Promise<void> {
  const { db, payments, alerts } = deps;
  const { userId } = synced;
  await refundEndedPlans(deps, synced);
  const listed = (await findBlockedPlans(db, synced)).find(({ status }) => isPaying(status));
  if (listed === undefined) return;
  // Read again: if the card was blocked just now for this account's own payment, its plans have ended since.
  const current = await syncCustomer(deps, listed.customer);
  for (const { id, customer, status } of current === null ? [] : await findBlockedPlans(db, current)) {
    if (!isPaying(status)) continue;
    await flagAccount(db, userId, 'blocked_card');
    await alerts.raise('blocked_card_used', { scope: id, userId });
    // Cancel first, so that a failed refund does not keep the plan running; the next try finds the refund that is due.
    await payments.cancelNow(id);
    await payments.refundNewestPayment(id, 'fraudulent');
    await syncCustomer(deps, customer);
  }
}

/** Refunds plans that were ended because of a blocked card and whose refund may have failed. @throws ProviderError */
async function refundEndedPlans({ db, payments }: ChargebackDeps, synced: Synced): Promise<void> {
  const since = Date.now() - refundableMs;
  const ended = (await findBlockedPlans(db, synced)).filter(
    // A plan that ended before its card was blocked ended for another reason.
    ({ endedAt, blockedAt }) =>
      endedAt !== null && Number(endedAt) > Math.max(since, Number(blockedAt) - clockToleranceMs),
  );
  if (ended.length === 0 || !(await paidWithBlockedCard(db, synced.userId))) return;
  for (const { id } of ended) await payments.refundNewestPayment(id, 'fraudulent');
}

type BlockedPlan = ProviderSubscription & { readonly blockedAt: Date };

/** The plans whose card is blocked. */
async function findBlockedPlans(db: Db, { subscriptions }: Synced): Promise<BlockedPlan[]> {
  const blocked = await findBlocked(
    db,
    subscriptions.flatMap(({ cardFingerprint }) => cardFingerprint ?? []),
  );
  return subscriptions.flatMap((plan) => {
    const blockedAt = plan.cardFingerprint === null ? undefined : blocked.get(plan.cardFingerprint);
    return blockedAt === undefined ? [] : [{ ...plan, blockedAt }];
  });
}
