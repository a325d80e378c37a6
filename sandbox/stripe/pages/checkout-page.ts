import { type Html, html } from '../../pages/html.ts';
import { page } from '../../pages/shell.ts';
import { testCards } from '../billing/cards.ts';
import { money } from '../billing/lookups.ts';
import { ACCOUNT_NAME } from '../objects/invoice.ts';
import type { CheckoutLine, CheckoutSession } from '../objects/types.ts';

const BANNER = 'This simulates Stripe’s payment page. No real card is charged: use a test card.';

export type CheckoutView = {
  readonly session: CheckoutSession;
  readonly line: CheckoutLine;
  readonly failure: string | null;
  /** The name typed before the failure. */
  readonly name: string;
};

/** The hosted payment page of a session. */
export function checkoutPage(view: CheckoutView): string {
  const body = html`<main class="hosted">${summary(view)}${form(view)}</main>`;
  return page({ title: `Pay ${ACCOUNT_NAME}`, banner: BANNER, body, styles: ['payments'], scripts: ['checkout'] });
}

function summary({ session, line }: CheckoutView): Html {
  const { currency, unit_amount: unit, recurring } = line.price ?? {};
  const each = money((unit ?? 0) * (line.quantity ?? 1), currency ?? 'usd');
  return html`<section class="stack" aria-label="What you buy">
    <div class="row between"><strong>${ACCOUNT_NAME}</strong><span class="chip warn">Test mode</span></div>
    <h1 class="small muted">Subscribe to ${line.description}</h1>
    <p><span class="price numbers">${each}</span> <span class="muted">per ${recurring?.interval}</span></p>
    <hr class="rule" />
    <div class="row between"><span>${line.description}</span><span class="numbers">${each}</span></div>
    <p class="small muted">Billed every ${recurring?.interval}</p>
    <hr class="rule" />
    <div class="row between">
      <strong>Total due today</strong
      ><strong class="numbers">${money(session.amount_total ?? 0, currency ?? 'usd')}</strong>
    </div>
    ${session.cancel_url !== null && html`<p><a href="${session.cancel_url}">Cancel and go back</a></p>`}
  </section>`;
}

function form({ session, failure, name }: CheckoutView): Html {
  const email = session.customer_details?.email;
  return html`<form class="pay stack" method="post" action="/c/pay/${session.id}">
    <h2>Pay with card</h2>
    ${failure !== null && html`<p class="alert" role="alert">${failure}</p>`}
    <div class="fields">
      ${email && html`<p class="wide"><span class="small muted">Email</span><br />${email}</p>`} ${cardFields()}
      <label class="wide">Name on card<input name="name" autocomplete="cc-name" value="${name}" /></label>
    </div>
    <button class="primary" type="submit">Subscribe</button>
    ${session.custom_text.submit && html`<p class="small muted">${session.custom_text.submit.message}</p>`}
    ${testCardList()}
  </form>`;
}

function cardFields(): Html {
  return html`<label class="wide"
      >Card number<input
        class="numbers"
        id="card-number"
        name="number"
        inputmode="numeric"
        autocomplete="off"
        required
        placeholder="1234 1234 1234 1234"
    /></label>
    <label
      >Expires<input
        class="numbers"
        id="expiry"
        name="expiry"
        inputmode="numeric"
        autocomplete="off"
        required
        placeholder="MM / YY"
    /></label>
    <label
      >Security code<input
        class="numbers"
        id="cvc"
        name="cvc"
        inputmode="numeric"
        autocomplete="off"
        required
        placeholder="CVC"
    /></label>`;
}

/** The fields of a card, used by the portal too. */
export function cardForm(): Html {
  return html`<div class="fields">${cardFields()}</div>`;
}

/** The cards shown first; the others are folded. */
const SHOWN = new Set(['4242424242424242', '4000000000000341', '4000000000000002', '4000002500003155']);

/** Stripe's test cards and what each does; pressing one fills it in. */
export function testCardList(): Html {
  const [shown, more] = [true, false].map((isShown) => testCards.filter(({ number }) => SHOWN.has(number) === isShown));
  return html`<h3 class="small muted">Test cards: press one to fill it in</h3>
    ${cardButtons(shown ?? [])}
    <details>
      <summary class="small">More test cards</summary>
      ${cardButtons(more ?? [])}
    </details>`;
}

function cardButtons(cards: typeof testCards): Html {
  return html`<div class="test-cards">
    ${cards.map(
      ({ number, what }) =>
        html`<button type="button" class="quiet" data-card="${number}">
          <span class="mono">${number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')}</span><span>${what}</span>
        </button>`,
    )}
  </div>`;
}

/** The bank's 3-D Secure page. */
export function bankPage(session: CheckoutSession): string {
  const body = html`<main>
    <form class="card stack bank" method="post" action="/c/pay/${session.id}/authenticate">
      <p class="small muted">3-D Secure · Sandbox Bank</p>
      <h1>Is this you?</h1>
      <p>
        ${ACCOUNT_NAME} asks for ${money(session.amount_total ?? 0, session.currency ?? 'usd')}. A real bank would ask
        for a code or a fingerprint here.
      </p>
      <button class="primary" name="answer" value="yes">Complete authentication</button>
      <button class="danger" name="answer" value="no">Fail authentication</button>
    </form>
  </main>`;
  return page({ title: 'Authentication', banner: BANNER, body, styles: ['payments'] });
}

/** The page of a session that can no longer be paid. */
export function closedPage(session: CheckoutSession): string {
  const isPaid = session.status === 'complete';
  const back = isPaid ? returnUrl(session) : session.cancel_url;
  const body = html`<main>
    <div class="card stack bank">
      <h1>${isPaid ? 'You have already paid' : 'This payment page has expired'}</h1>
      <p>
        ${isPaid ? 'The subscription is set up. You can close this page.' : 'Nothing was charged. Please start again from Askline.'}
      </p>
      ${back !== null && html`<p><a class="button primary" href="${back}">Back to Askline</a></p>`}
    </div>
  </main>`;
  return page({ title: isPaid ? 'Paid' : 'Expired', banner: BANNER, body, styles: ['payments'] });
}

/** Where the customer returns after paying. */
export function returnUrl({ success_url: url, id }: CheckoutSession): string {
  return (url ?? '/payments').replaceAll('{CHECKOUT_SESSION_ID}', id);
}

/** `January 5, 2027`; unix seconds. */
export function day(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}
