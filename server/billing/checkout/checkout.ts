import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import type { Plan } from '#contract/plans.ts';
import { RENEWAL_TERMS_VERSION, renewalTerms } from '#contract/renewal-terms.ts';
import type { Db } from '#server/db/client.ts';
import { isPaying } from '#server/domain/eligibility.ts';
import { mailName } from '#server/domain/mail-name.ts';
import type { Checkout, Payments } from '#server/providers/ports/payments.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

import { isCustomerGone } from '../on-payments-failure.ts';
import { cancelRunning } from '../subscription/cancel.ts';
import { type Payer, readPayer, recordCustomer } from '../subscription/subscriptions.repo.ts';
import { syncUnlessGone } from '../subscription/sync.ts';
import {
  addCheckout,
  closeCheckout,
  recordRenewalConsent,
  recordSession,
  type OpenCheckout,
  readOpenCheckout,
} from './checkout.repo.ts';

export type CheckoutDeps = {
  readonly db: Db;
  readonly payments: Payments;
  readonly publicUrl: string;
};

/** Where to pay, or why no page can be opened. */
export type CheckoutOutcome =
  | { readonly kind: 'open'; readonly checkout: Checkout & { readonly url: string } }
  | { readonly kind: 'already_subscribed' | 'no_account' }
  /** A payment of this account was disputed or looked like fraud. */
  | { readonly kind: 'refused' }
  /** The provider's price is not the one we show, so it must not be charged. */
  | { readonly kind: 'price_mismatch' }
  /** Concurrent calls kept opening and closing pages for the same account. */
  | { readonly kind: 'busy' };

type Order = { readonly userId: string; readonly plan: Plan; readonly address: string | null };

const roundsMax = 8;
/** The wait while the provider handles another call with the same key. */
const inProgressWaitMs = 400;

/**
 * Finds or creates the one page where an account can pay for a plan. However often and wherever it is clicked, an
 * account has at most one open page and one paying subscription: the checkout is a row that is unique per account,
 * its id is the idempotency key of the page, and a page is shown only while its checkout is open.
 * @throws ProviderError
 */
export async function startCheckout(deps: CheckoutDeps, order: Order): Promise<CheckoutOutcome> {
  const { db, payments } = deps;
  const price = (await payments.prices()).find(({ planId }) => planId === order.plan.id);
  const { unitAmount, currency, billingInterval } = order.plan;
  if (price?.unitAmount !== unitAmount || price.currency !== currency || price.interval !== billingInterval) {
    return { kind: 'price_mismatch' };
  }
  let isGone = false;
  for (let round = 1; round <= roundsMax; round += 1) {
    const payer = await readPayer(db, order.userId);
    if (payer === null || payer.isClosed) return { kind: 'no_account' };
    if (payer.isFlagged) return { kind: 'refused' };
    // Before the customer, so that a deletion knows there may be one even if the answer to its creation is lost
    // (subscription/end-billing.ts).
    if (payer.customer === null && (await ensureOpenCheckout(db, order)) === null) continue;
    const customer = await ensureCustomer(deps, payer, { isGone });
    if (customer === null) return { kind: 'no_account' };
    isGone = false;
    if (payer.customer !== null && (await hasRunning(deps, customer))) return { kind: 'already_subscribed' };
    const open = await ensureOpenCheckout(db, order);
    if (open === null) continue;
    const step = await findPage(deps, order, { open, customer, priceId: price.priceId });
    if (step.kind === 'open') return step;
    if (step.kind === 'customer_gone') isGone = true;
    if (step.kind === 'in_progress') await wait(inProgressWaitMs);
  }
  return { kind: 'busy' };
}

/**
 * The account's one customer at the provider, created when first needed. Concurrent calls get the same one: the
 * account and its details are the idempotency key (docs/reference/security.md#t25). After a creation whose answer was
 * lost, other details create another customer, which the account's deletion finds by its mark: without them in the key
 * the provider would refuse them for a day.
 * @param isGone whether the recorded customer was deleted at the provider and must be replaced
 * @returns null for an account that was deleted in the meantime
 * @throws ProviderError
 */
async function ensureCustomer(
  { db, payments }: CheckoutDeps,
  { userId, name, email, customer }: Omit<Payer, 'isClosed'>,
  { isGone }: { readonly isGone: boolean },
): Promise<string | null> {
  if (customer !== null && !isGone) return customer;
  const details = { userId, name: mailName(name), email };
  const hash = createHash('sha256').update(JSON.stringify(details)).digest('base64url').slice(0, 22);
  // Under the same key the provider would keep returning the deleted one.
  const key = [userId, hash, ...(customer === null ? [] : ['after', customer])].join(':');
  const created = await payments.createCustomer({ ...details, key });
  const recorded = await recordCustomer(db, userId, { customer: created, replaced: customer });
  // The account's deletion did not see this customer.
  if (recorded === null) await payments.deleteCustomer(created);
  return recorded;
}

/**
 * Asks the provider, not the mirror: a webhook may be late, and a second subscription would be paid twice. An
 * `incomplete` one counts: its first payment may be in progress.
 */
async function hasRunning(deps: CheckoutDeps, customer: string): Promise<boolean> {
  // Requesting the page detects a missing customer, and creates another one.
  const synced = await syncUnlessGone(deps, customer);
  const subscriptions = synced?.subscriptions ?? [];
  if (subscriptions.some(({ status }) => isPaying(status) || status === 'incomplete')) return true;
  // A subscription that stalled unpaid would resume next to the new one as soon as its invoice is paid.
  await cancelRunning(deps.payments, subscriptions);
  return false;
}

async function ensureOpenCheckout(db: Db, { userId, plan }: Order): Promise<OpenCheckout | null> {
  const open = await readOpenCheckout(db, userId);
  if (open !== null) return open;
  await addCheckout(db, userId, plan.id);
  return readOpenCheckout(db, userId);
}

type Attempt = { readonly open: OpenCheckout; readonly customer: string; readonly priceId: string };
type Step =
  | Extract<CheckoutOutcome, { kind: 'open' }>
  /** `over`: the checkout was closed; read again. */
  | { readonly kind: 'over' | 'in_progress' | 'customer_gone' };

async function findPage(deps: CheckoutDeps, order: Order, attempt: Attempt): Promise<Step> {
  const { db, payments } = deps;
  const { open } = attempt;
  if (open.planId !== order.plan.id || (open.isStale && open.sessionId === null)) {
    // Expire the page before closing the checkout: a page that can still be paid must not be forgotten.
    if (open.sessionId !== null) await payments.expireCheckout(open.sessionId);
    await closeCheckout(db, open);
    return { kind: 'over' };
  }
  if (open.sessionId === null) return requestPage(deps, order, attempt);
  const checkout = await payments.fetchCheckout(open.sessionId);
  if (checkout?.status === 'open' && checkout.url !== null) {
    if (checkout.amount === order.plan.unitAmount)
      return { kind: 'open', checkout: { ...checkout, url: checkout.url } };
    // Opened before the price changed: it would sell at the earlier one, with the consent to that.
    await payments.expireCheckout(open.sessionId);
  }
  await closeCheckout(db, open);
  return { kind: 'over' };
}

async function requestPage(deps: CheckoutDeps, order: Order, { open, customer, priceId }: Attempt): Promise<Step> {
  const { db, payments, publicUrl } = deps;
  const { userId, plan, address } = order;
  let checkout: Checkout;
  try {
    checkout = await payments.openCheckout({
      key: `checkout:${open.id}`,
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
    const isGone = await isCustomerGone(payments, customer, error);
    // The checkout was opened with other prices or URLs than the current ones.
    if (!isGone && error.code !== 'idempotency_error') throw error;
    await closeCheckout(db, open);
    return { kind: isGone ? 'customer_gone' : 'over' };
  }
  // Record consent and page together: a page that is found again records no consent.
  const recorded = await db.transaction().execute(async (transaction) => {
    const outcome = await recordSession(transaction, open.id, checkout.id);
    const consent = { userId, wording: RENEWAL_TERMS_VERSION, address };
    if (outcome === 'first') await recordRenewalConsent(transaction, consent);
    return outcome;
  });
  if (recorded === 'closed') {
    await payments.expireCheckout(checkout.id);
    return { kind: 'over' };
  }
  if (checkout.status !== 'open' || checkout.url === null) return { kind: 'over' };
  return { kind: 'open', checkout: { ...checkout, url: checkout.url } };
}
