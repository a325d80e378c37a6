import { type Html, html } from '../../pages/html.ts';
import { page } from '../../pages/shell.ts';
import { money } from '../billing/lookups.ts';
import { ACCOUNT_NAME } from '../objects/invoice.ts';
import type { Invoice, PaymentMethod, PortalSession, Subscription } from '../objects/types.ts';
import { cardForm, day, testCardList } from './checkout-page.ts';

const BANNER = 'This simulates Stripe’s customer portal. No real money moves.';

/** One subscription as the portal shows it. */
export type PortalPlan = {
  readonly subscription: Subscription;
  readonly name: string;
  readonly price: string;
  /** Unix seconds. */
  readonly periodEnd: number;
  readonly card: PaymentMethod | null;
};

export type PortalView = {
  readonly session: PortalSession;
  readonly email: string | null;
  readonly plans: readonly PortalPlan[];
  readonly invoices: readonly Invoice[];
  readonly notice: string | null;
};

/** The page's address, by its secret. */
export function portalPath({ url }: PortalSession): string {
  return new URL(url).pathname;
}

/** The portal's first page: plan, card, invoices. */
export function portalPage({ session, email, plans, invoices, notice }: PortalView): string {
  const current = plans.filter(({ subscription }) => subscription.status !== 'canceled');
  const card = current[0]?.card ?? null;
  return framed(
    session,
    html`<section class="stack">
      ${notice !== null && html`<p class="note" role="status">${notice}</p>`}
      <h2>Current subscription</h2>
      ${current.length === 0 ? html`<p class="empty">No subscription.</p>` : current.map((plan) => planCard(session, plan))}
      <h2>Payment method</h2>
      <div class="card row between">
        <span>${cardName(card)}</span><a class="button small" href="${portalPath(session)}/card">Update card</a>
      </div>
      <h2>Billing details</h2>
      <div class="card">${email ?? 'No email address'}</div>
      <h2>Invoice history</h2>
      ${invoices.length === 0 ? html`<p class="empty">No invoices yet.</p>` : invoiceTable(invoices)}
    </section>`,
  );
}

function planCard(session: PortalSession, { subscription, name, price, periodEnd }: PortalPlan): Html {
  const { cancel_at: cancelAt, id } = subscription;
  const path = portalPath(session);
  return html`<div class="card stack">
    <div class="row between">
      <h3>${name}</h3>
      ${statusChip(subscription)}
    </div>
    <p class="price numbers">${price}</p>
    <p class="muted">
      ${cancelAt === null ? `Your subscription renews on ${day(periodEnd)}.` : `Your subscription will be canceled on ${day(cancelAt)}.`}
    </p>
    <div class="row">
      ${
        cancelAt === null
          ? html`<a class="button" href="${path}/subscriptions/${id}/cancel">Cancel subscription</a>`
          : html`<form method="post" action="${path}/subscriptions/${id}/keep">
              <button class="primary">Don’t cancel subscription</button>
            </form>`
      }
    </div>
  </div>`;
}

/** A subscription's status as a colored chip. */
export function statusChip({ status, cancel_at: cancelAt }: Pick<Subscription, 'status' | 'cancel_at'>): Html {
  if (cancelAt !== null && status !== 'canceled') return html`<span class="chip warn">Cancels soon</span>`;
  const looks: Partial<Record<Subscription['status'], string>> = {
    active: 'ok',
    past_due: 'danger',
    canceled: 'danger',
  };
  return html`<span class="chip ${looks[status] ?? ''}">${status.replaceAll('_', ' ')}</span>`;
}

function cardName(card: PaymentMethod | null): string {
  if (!card?.card) return 'No card saved';
  const { brand, last4, exp_month: month, exp_year: year } = card.card;
  return `${brand[0]?.toUpperCase()}${brand.slice(1)} •••• ${last4}, expires ${String(month).padStart(2, '0')}/${year}`;
}

function invoiceTable(invoices: readonly Invoice[]): Html {
  return html`<div class="card scroll">
    <table>
      <thead>
        <tr>
          <th>Date</th>
          <th>Amount</th>
          <th>State</th>
          <th>Invoice</th>
        </tr>
      </thead>
      <tbody>
        ${invoices.map(
          (invoice) =>
            html`<tr>
              <td>${day(invoice.created)}</td>
              <td class="numbers">${money(invoice.total, invoice.currency)}</td>
              <td><span class="chip ${invoice.status === 'paid' ? 'ok' : 'warn'}">${invoice.status}</span></td>
              <td>
                ${invoice.hosted_invoice_url ? html`<a href="${invoice.hosted_invoice_url}">${invoice.number}</a>` : '—'}
              </td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

const reasons = [
  ['too_expensive', 'It’s too expensive'],
  ['missing_features', 'I need more features'],
  ['switched_service', 'I found an alternative'],
  ['unused', 'I no longer need it'],
  ['customer_service', 'Customer service was less than expected'],
  ['too_complex', 'Ease of use was less than expected'],
  ['low_quality', 'Quality was less than expected'],
  ['other', 'Other reason'],
] as const;

/** Asks for confirmation before a subscription is canceled. */
export function cancelPage(session: PortalSession, { subscription, name, periodEnd }: PortalPlan): string {
  return framed(
    session,
    html`<form class="stack" method="post" action="${portalPath(session)}/subscriptions/${subscription.id}/cancel">
      <h2>Cancel your subscription</h2>
      <p>
        ${name} will be canceled, but is still available until the end of your billing period on
        <strong>${day(periodEnd)}</strong>. If you change your mind, you can renew your subscription before then.
      </p>
      <label
        >Why are you canceling? (optional)<select name="feedback">
          <option value="">Choose a reason</option>
          ${reasons.map(([value, words]) => html`<option value="${value}">${words}</option>`)}
        </select></label
      >
      <label>Anything else? (optional)<textarea name="comment" maxlength="500"></textarea></label>
      <div class="row">
        <button class="danger">Cancel subscription</button
        ><a class="button quiet" href="${portalPath(session)}">Go back</a>
      </div>
    </form>`,
  );
}

/** The form for a new card. */
export function cardPage(session: PortalSession, failure: string | null): string {
  return framed(
    session,
    html`<form class="stack pay" method="post" action="${portalPath(session)}/card">
      <h2>Update your card</h2>
      ${failure !== null && html`<p class="alert" role="alert">${failure}</p>`} ${cardForm()}
      <div class="row">
        <button class="primary">Save card</button><a class="button quiet" href="${portalPath(session)}">Go back</a>
      </div>
      ${testCardList()}
    </form>`,
  );
}

/** The page of a session that expired or never existed. */
export function portalClosedPage(backUrl: string | null): string {
  const body = html`<main>
    <div class="card stack bank">
      <h1>This link has expired</h1>
      <p>Open the billing portal again from Askline.</p>
      ${backUrl !== null && html`<p><a class="button primary" href="${backUrl}">Back to Askline</a></p>`}
    </div>
  </main>`;
  return page({ title: 'Expired', banner: BANNER, body, styles: ['payments'] });
}

function framed(session: PortalSession, content: Html): string {
  const body = html`<main class="hosted">
    <section class="stack">
      <strong>${ACCOUNT_NAME}</strong>
      <h1>Manage your billing</h1>
      <p class="muted">Subscription, card and invoices in one place.</p>
      ${session.return_url !== null && html`<p><a href="${session.return_url}">Back to Askline</a></p>`}
    </section>
    ${content}
  </main>`;
  return page({ title: 'Billing portal', banner: BANNER, body, styles: ['payments'], scripts: ['checkout'] });
}
