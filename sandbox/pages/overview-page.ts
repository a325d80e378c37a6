import { type Html, html } from './html.ts';
import { page } from './shell.ts';

const desks = [
  [
    '/phone',
    'Phone simulator',
    'Text a question from a basic phone and watch the answer arrive. Several phones side by side.',
  ],
  ['/mail', 'Mailbox', 'Every mail that the product sent: welcomes, codes, receipts, support tickets.'],
  ['/payments', 'Payments', 'Customers, subscriptions and a clock that can be moved: renewals, failing cards, expiry.'],
] as const;

const wires = [
  [
    '/2010-04-01/Accounts/..., /v1/Services/...',
    'Twilio: messages, numbers, messaging service, signed webhooks',
    'AC and 32 zeros, sandbox_twilio_auth_token',
  ],
  [
    '/v1/responses, /v1/models',
    "Perplexity's Agent API: sums, units, words, clocks, countries, without a web",
    'sandbox_perplexity_key',
  ],
  ['the rest of /v1/...', 'Stripe: checkout, portal, subscriptions, events', 'sk_test_sandbox'],
  ['POST /cognito', 'Amazon Cognito user pools', 'any AWS credentials'],
  ['SMTP, a port of its own', 'the mail server', 'none'],
] as const;

const calls = [
  ['POST /sandbox/phones/{number}/messages', 'a phone sends a text: {to, body, mediaUrls?}'],
  ['GET /sandbox/phones/{number}/messages', 'what passed; ?replies=2&timeoutMs=5000 waits for answers'],
  ['GET /sandbox/phones/{number}/events', 'the same as server-sent events'],
  ['PUT /sandbox/faults, DELETE', 'make a third party slow, failing, hanging, or accepting and then silent'],
  ['GET /sandbox/twilio/ledger', 'every text that the carrier really took, with a hash of its words'],
  ['PUT /sandbox/twilio/settings', 'who answers STOP and HELP, delays, webhook addresses'],
  ['PUT /sandbox/perplexity/settings', '{mode}: offline, echo, backwards or rough'],
  ['GET /sandbox/mail, DELETE', 'mails caught'],
  ['POST /sandbox/stripe/advance, /sandbox/stripe/pay', 'time and payment without a browser'],
] as const;

/** What is here, with links. Where the product is and which faults are set is filled in by browser/overview.js. */
export function overviewPage(): string {
  return page({
    title: 'Sandbox',
    desk: '/',
    banner: 'Everything here runs on this machine. Nothing reaches a carrier, a bank, a mail server or the web.',
    body: html`<main class="stack">
      <h1>The third parties, on your desk</h1>
      <p class="lede">
        The product talks to these stand-ins exactly as it talks to the real carrier, answer model, payment provider,
        identity service and mail server. Give it real keys and it talks to the real ones.
      </p>
      <ul class="desks">
        ${desks.map(
          ([path, name, what]) =>
            html`<li class="card">
              <h2><a href="${path}">${name}</a></h2>
              <p>${what}</p>
            </li>`,
        )}
        <li class="card">
          <h2><a id="product" href="http://127.0.0.1:3000/">The product's site</a></h2>
          <p>Webhooks go to <code id="product-address">http://127.0.0.1:3000</code>.</p>
        </li>
      </ul>
      <section class="card stack" aria-labelledby="faults-title">
        <h2 id="faults-title">Faults now set</h2>
        <p id="faults" role="status">Reading them...</p>
      </section>
      ${table('What it speaks', ['Address', 'Stands in for', 'Default credentials'], wires)}
      ${table('Control calls for scripts', ['Call', 'Does'], calls)}
    </main>`,
    scripts: ['overview'],
    styles: ['overview'],
  });
}

function table(title: string, heads: readonly string[], rows: readonly (readonly string[])[]): Html {
  return html`<section class="card stack" aria-label="${title}">
    <h2>${title}</h2>
    <div class="scroll" tabindex="0" role="group" aria-label="Table: ${title}">
      <table>
        <thead>
          <tr>
            ${heads.map((head) => html`<th scope="col">${head}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (cells) =>
              html`<tr>
                ${cells.map((cell, column) => (column === 1 ? html`<td>${cell}</td>` : html`<td><code>${cell}</code></td>`))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}
