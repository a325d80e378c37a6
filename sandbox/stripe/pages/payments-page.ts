import { type Html, html } from '../../pages/html.ts';
import { page } from '../../pages/shell.ts';
import { money } from '../billing/lookups.ts';
import type { CustomerOverview, SubscriptionOverview, Summary } from '../overview.ts';
import { day } from './checkout-page.ts';
import { statusChip } from './portal-page.ts';

const DAY_S = 86_400;
const FAILS_LATER = '4000000000000341';

/** The payments page: customers, their subscriptions, and buttons that move their clocks. */
export function paymentsPage({ customers, customersMore, sessions, events }: Summary): string {
  const body = html`<main data-stream="/sandbox/stripe/stream" data-events="event webhook">
    <h1>Payments</h1>
    <p class="lede">
      The customers of this sandbox’s Stripe. Each customer has a clock. Move it forward and whatever is due happens
      right away, webhooks included.
    </p>
    <div class="live-columns" data-live>
      <div class="stack">
        ${sessions.length > 0 && openCheckouts(sessions)}
        ${customers.length === 0 ? html`<p class="empty">No customers yet. Start a checkout on the site and it appears here.</p>` : customers.map(customerCard)}
        ${customersMore > 0 && html`<p class="empty">${customersMore} older customers are not shown here.</p>`}
      </div>
      <aside class="card stack" aria-label="Events">
        <h2>Events</h2>
        ${eventList(events)}
      </aside>
    </div>
  </main>`;
  const banner = 'These payments are not real, and nothing here reaches Stripe.';
  return page({ title: 'Payments', section: '/payments', banner, body, styles: ['payments'], scripts: ['live-page'] });
}

function openCheckouts(sessions: Summary['sessions']): Html {
  return html`<section class="card stack">
    <h2>Waiting for payment</h2>
    ${sessions.map(
      ({ id, url, amount, currency, email, customer }) =>
        html`<div class="row between">
          <p>
            ${email ?? customer ?? 'Not known yet'},
            <span class="numbers">${money(amount ?? 0, currency ?? 'usd')}</span><br /><a
              class="small"
              href="${url ?? '#'}"
              >Open the payment page</a
            >
          </p>
          <div class="row">
            ${button('Pay', 'POST /sandbox/stripe/pay', { session: id }, 'Paid.')}
            ${button('Pay, fails later', 'POST /sandbox/stripe/pay', { session: id, card: FAILS_LATER }, 'Paid: the renewal will fail.')}
          </div>
        </div>`,
    )}
  </section>`;
}

function customerCard(customer: CustomerOverview): Html {
  const { customer: id, name, email, now, aheadS } = customer;
  const ahead = Math.round(aheadS / DAY_S);
  return html`<section class="card stack" aria-label="${email ?? id}">
    <div class="row between">
      <div>
        <h2>${name ?? email ?? id}</h2>
        <p class="small muted">${name !== null && email !== null && `${email} · `}<span class="mono">${id}</span></p>
      </div>
      <p class="small muted">
        ${ahead === 0 ? 'Clock: today' : `${ahead} ${ahead === 1 ? 'day' : 'days'} ahead`}<br /><strong class="numbers"
          >${day(now)}</strong
        >
      </p>
    </div>
    ${customer.subscriptions.length === 0 && html`<p class="muted">No subscription.</p>`}
    ${customer.subscriptions.map(subscriptionRow)}
    <div class="row">${clockButtons(customer)}</div>
  </section>`;
}

function subscriptionRow(subscription: SubscriptionOverview): Html {
  const { plan, amount, currency, interval, card, cancelAt, endedAt, currentPeriodEnd, nextAttempt } = subscription;
  const next =
    endedAt === null
      ? cancelAt === null
        ? `Renews ${day(currentPeriodEnd)}`
        : `Ends ${day(cancelAt)}`
      : `Ended ${day(endedAt)}`;
  return html`<div class="note">
    <div class="row between">
      <strong>${plan}</strong>${statusChip({ status: subscription.status, cancel_at: cancelAt })}
    </div>
    <p class="small">
      ${money(amount, currency)} a ${interval} · ${card ? `${card.brand} •••• ${card.last4}` : 'no card'} ·
      ${next}${nextAttempt !== null && ` · next attempt ${day(nextAttempt)}`}
    </p>
    <p class="small muted mono">${subscription.id}</p>
  </div>`;
}

/** The buttons depend on the state of the newest subscription that is not canceled. */
function clockButtons({ customer, now, subscriptions }: CustomerOverview): readonly Html[] {
  const scenario = `POST /sandbox/stripe/customers/${customer}/scenario`;
  const living = subscriptions.findLast(({ status }) => status !== 'canceled');
  const wait = (days: number, label: string) =>
    button(
      label,
      'POST /sandbox/stripe/advance',
      { customer, to: now + days * DAY_S },
      `${label.replace('+', '')} later.`,
    );
  const time = [wait(1, '+1 day'), wait(7, '+1 week'), wait(30, '+30 days')];
  if (!living) return time;
  const steps =
    living.nextAttempt === null
      ? [
          living.cancelAt === null && button('To the renewal', scenario, { name: 'renew' }, 'Renewed.'),
          living.cancelAt === null &&
            button('Renewal fails', scenario, { name: 'past_due' }, 'The card failed: past due.'),
          button('To the end', scenario, { name: 'expire' }, 'The subscription has ended.'),
        ]
      : [
          button('Retry the card', scenario, { name: 'retry' }, 'Tried again.'),
          button('New card, paid', scenario, { name: 'recover' }, 'Paid with a new card.'),
          button('To the end', scenario, { name: 'expire' }, 'The subscription has ended.'),
        ];
  return [...steps.filter((one) => one !== false), ...time];
}

function button(label: string, call: string, body: object, done: string): Html {
  const id = `${call} ${JSON.stringify(body)} ${label}`.replaceAll(/\W+/g, '-');
  return html`<button
    class="small"
    id="${id}"
    data-call="${call}"
    data-body="${JSON.stringify(body)}"
    data-done="${done}"
  >
    ${label}
  </button>`;
}

function eventList(events: Summary['events']): Html {
  if (events.length === 0) return html`<p class="muted small">Nothing has happened yet.</p>`;
  return html`<ol class="events" tabindex="0" aria-label="Events, newest first">
    ${events.map(
      ({ id, type, pending }) =>
        html`<li>
          <span>${type}${pending > 0 && html` <span class="chip warn">not delivered</span>`}</span>
          <button
            class="quiet small"
            data-call="POST /sandbox/stripe/events/${id}/resend"
            data-done="Sent again."
            title="Send again"
            aria-label="Send ${type} again"
          >
            ↻
          </button>
        </li>`,
    )}
  </ol>`;
}
