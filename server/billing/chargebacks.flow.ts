import type { Db } from '#server/db/client.ts';
import type { OperatorAlerts } from '#server/platform/alerts.ts';
import type { Payments } from '#server/providers/ports/payments.ts';

import { cancelImmediately } from './cancel.flow.ts';
import { blockCard, findBlocked, flagAccount } from './chargebacks.repo.ts';
import { isLive } from './entitlement.ts';
import { type DueEvent, finishEvent, ignoreEvents } from './payment-events.repo.ts';
import { syncCustomer, type Synced } from './sync.flow.ts';
import { findOwners } from './sync.repo.ts';

export type ChargebackDeps = {
  readonly db: Db;
  readonly payments: Pick<Payments, 'listSubscriptions' | 'cancelNow' | 'fetchChargeback' | 'refundNewestPayment'>;
  readonly alerts: OperatorAlerts;
};

/**
 * Handles a dispute or an early fraud warning: ends the account's plans, keeps account and card from starting another,
 * and tells the operator. Safe to repeat. @throws ProviderError
 */
export async function handleChargeback(
  deps: ChargebackDeps,
  event: DueEvent,
  kind: 'dispute' | 'fraud_warning',
): Promise<void> {
  const { db, payments, alerts } = deps;
  const found = event.objectId === null ? null : await payments.fetchChargeback(kind, event.objectId);
  const customer = found?.customer ?? null;
  const userId = customer === null ? undefined : (await findOwners(db, [customer])).get(customer);
  if (found === null || userId === undefined) return ignoreEvents(db, [event.id]);
  await cancelImmediately(deps, userId);
  await alerts.raise(kind === 'dispute' ? 'payment_disputed' : 'fraud_warning', { scope: event.id, userId });
  await db.transaction().execute(async (transaction) => {
    if (found.cardFingerprint !== null) await blockCard(transaction, found.cardFingerprint, kind);
    await flagAccount(transaction, userId, kind);
    await finishEvent(transaction, event.id, { userId, payment: { ...found, listStatus: found.status } });
  });
}

/**
 * Ends and refunds active plans that a blocked card pays for: the card is only known once the hosted page was paid.
 * Safe to repeat. @throws ProviderError
 */
export async function endBlockedPlans(deps: ChargebackDeps, synced: NonNullable<Synced>): Promise<void> {
  const { db, payments, alerts } = deps;
  const { userId } = synced;
  const active = synced.subscriptions.filter(({ status }) => isLive(status));
  const blocked = await findBlocked(
    db,
    active.flatMap(({ cardFingerprint }) => cardFingerprint ?? []),
  );
  for (const { id, customer, cardFingerprint } of active) {
    if (cardFingerprint === null || !blocked.has(cardFingerprint)) continue;
    await payments.cancelNow(id);
    await payments.refundNewestPayment(id);
    await flagAccount(db, userId, 'blocked_card');
    await alerts.raise('blocked_card_used', { scope: id, userId });
    await syncCustomer(deps, customer);
  }
}
