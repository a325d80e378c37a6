import { setTimeout as wait } from 'node:timers/promises';

import type { Plan } from '#contract/plans.ts';
import { RENEWAL_TERMS_VERSION, renewalTerms } from '#contract/renewal-terms.ts';
import type { Db } from '#server/db/client.ts';
import { ProviderError } from '#server/providers/ports.ts';
import type { Checkout, Payments } from '#server/providers/ports/payments.ts';

import {
  addCheckout,
  closeCheckout,
  noteRenewalConsent,
  noteSession,
  type OpenCheckout,
  readOpenCheckout,
} from './checkout.repo.ts';
import { ensureCustomer } from './customer.flow.ts';
import { isLive, isOver } from './entitlement.ts';
import { readPayer } from './subscriptions.repo.ts';
import { syncCustomer } from './sync.flow.ts';

export type CheckoutParts = {
  readonly db: Db;
  readonly payments: Payments;
  readonly publicUrl: string;
};

/** Where to pay, or why not. */
export type CheckoutOutcome =
  | { readonly kind: 'open'; readonly checkout: Checkout & { readonly url: string } }
  | { readonly kind: 'already_subscribed' | 'no_account' }
  /** A payment of this account was disputed or looked like fraud. */
  | { readonly kind: 'refused' }
  /** The provider sells the plan at another price than we show: no one may be charged that. */
  | { readonly kind: 'price_mismatch' }
  /** Others kept opening and closing pages for the same account. */
  | { readonly kind: 'busy' };

type Order = { readonly userId: string; readonly plan: Plan; readonly address: string | null };

const roundsMax = 8;
/** While another call with the same key is on its way at the provider. */
const inProgressWaitMs = 400;

/**
 * Leads an account to the one page where it can pay for a plan. An account has at most one page open and one running
 * subscription, whatever is clicked how often, in how many tabs, at how many processes: the visit is a row that is
 * unique for the account, its id is the idempotency key of the page, and a page is shown only while its visit is open.
 * @throws ProviderError
 */
export async function startCheckout(parts: CheckoutParts, order: Order): Promise<CheckoutOutcome> {
  const { db, payments } = parts;
  const price = (await payments.prices()).find(({ planId }) => planId === order.plan.id);
  const { unitAmount, currency, billingInterval } = order.plan;
  if (price?.unitAmount !== unitAmount || price.currency !== currency || price.interval !== billingInterval) {
    return { kind: 'price_mismatch' };
  }
  let isCustomerGone = false;
  for (let round = 1; round <= roundsMax; round += 1) {
    const payer = await readPayer(db, order.userId);
    if (payer === null || payer.isClosed) return { kind: 'no_account' };
    if (payer.isFlagged) return { kind: 'refused' };
    const customer = await ensureCustomer(parts, payer, { isGone: isCustomerGone });
    isCustomerGone = false;
    if (payer.customer !== null && (await hasRunning(parts, customer))) return { kind: 'already_subscribed' };
    const visit = await openVisit(db, order);
    if (visit === null) continue;
    const step = await toPage(parts, order, { visit, customer, priceId: price.priceId });
    if (step.kind === 'open') return step;
    if (step.kind === 'customer_gone') isCustomerGone = true;
    if (step.kind === 'in_progress') await wait(inProgressWaitMs);
  }
  return { kind: 'busy' };
}

/**
 * Asks the provider itself: a webhook may be late, and a second subscription would be paid twice. One that is
 * `incomplete` counts: its first payment may be on its way.
 */
async function hasRunning(parts: CheckoutParts, customer: string): Promise<boolean> {
  const synced = await syncCustomer(parts, customer).catch((error: unknown) => {
    // No such customer has nothing running; asking for the page finds out, and makes another.
    if (error instanceof ProviderError && error.code === 'resource_missing') return null;
    throw error;
  });
  const subscriptions = synced?.subscriptions ?? [];
  if (subscriptions.some(({ status }) => isLive(status) || status === 'incomplete')) return true;
  // What stalled without payment would wake up beside the new one as soon as its invoice is paid.
  for (const { id, status } of subscriptions) if (!isOver(status)) await parts.payments.cancelNow(id);
  return false;
}

async function openVisit(db: Db, { userId, plan }: Order): Promise<OpenCheckout | null> {
  const open = await readOpenCheckout(db, userId);
  if (open !== null) return open;
  await addCheckout(db, userId, plan.id);
  return readOpenCheckout(db, userId);
}

type Visit = { readonly visit: OpenCheckout; readonly customer: string; readonly priceId: string };
type Step =
  | Extract<CheckoutOutcome, { kind: 'open' }>
  /** This visit is over: look again. */
  | { readonly kind: 'over' | 'in_progress' | 'customer_gone' };

async function toPage(parts: CheckoutParts, order: Order, found: Visit): Promise<Step> {
  const { db, payments } = parts;
  const { visit } = found;
  if (visit.planId !== order.plan.id || (visit.isStale && visit.sessionId === null)) {
    // First the page, then the visit: a page that can still be paid must not be forgotten.
    if (visit.sessionId !== null) await payments.expireCheckout(visit.sessionId);
    await closeCheckout(db, visit);
    return { kind: 'over' };
  }
  if (visit.sessionId === null) return askForPage(parts, order, found);
  const checkout = await payments.fetchCheckout(visit.sessionId);
  if (checkout?.status === 'open' && checkout.url !== null) {
    return { kind: 'open', checkout: { ...checkout, url: checkout.url } };
  }
  await closeCheckout(db, visit);
  return { kind: 'over' };
}

async function askForPage(parts: CheckoutParts, order: Order, { visit, customer, priceId }: Visit): Promise<Step> {
  const { db, payments, publicUrl } = parts;
  const { userId, plan, address } = order;
  let checkout: Checkout;
  try {
    checkout = await payments.openCheckout({
      key: `checkout:${visit.id}`,
      customer,
      userId,
      planId: plan.id,
      priceId,
      terms: renewalTerms(plan),
      successUrl: `${publicUrl}/dashboard?subscription_success=true&plan=${plan.id}`,
      cancelUrl: `${publicUrl}/subscribe?plan=${plan.id}`,
    });
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.code === 'in_progress') return { kind: 'in_progress' };
    const isCustomerGone = error.code === 'resource_missing' && !(await payments.hasCustomer(customer));
    // The visit was begun with other prices or addresses than ours of today.
    if (!isCustomerGone && error.code !== 'idempotency_error') throw error;
    await closeCheckout(db, visit);
    return { kind: isCustomerGone ? 'customer_gone' : 'over' };
  }
  const noted = await noteSession(db, visit.id, checkout.id);
  if (noted === 'closed') {
    await payments.expireCheckout(checkout.id);
    return { kind: 'over' };
  }
  if (noted === 'first') await noteRenewalConsent(db, { userId, wording: RENEWAL_TERMS_VERSION, address });
  if (checkout.status !== 'open' || checkout.url === null) return { kind: 'over' };
  return { kind: 'open', checkout: { ...checkout, url: checkout.url } };
}
