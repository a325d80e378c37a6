import { type Html, html } from './html.ts';
import { page } from './shell.ts';

const sections = [
  [
    '/phone',
    'Phone simulator',
    'Text a question from a basic phone and watch the answer arrive. Several phones side by side.',
  ],
  ['/mail', 'Mailbox', 'Every email the product sent: welcomes, codes, receipts, support requests.'],
  [
    '/payments',
    'Payments',
    'Customers, subscriptions and a clock you can move forward: renewals, failing cards, expiry.',
  ],
] as const;

const wires = [
  [
    '/2010-04-01/Accounts/..., /v1/Services/...',
    'Twilio: messages, numbers, messaging service, signed webhooks',
    html`AC and 32 zeros, <code>sandbox_twilio_auth_token</code>`,
  ],
  [
    '/v1/responses',
    "Perplexity's Agent API: definitions, countries and US states; no web search",
    'sandbox_perplexity_key',
  ],
  ['/openai/v1/responses', "OpenAI's Responses API: the same offline answers, cited as there", 'sandbox_openai_key'],
  ['/weather/...', 'The National Weather Service: a made-up forecast for every point, and alerts', html`A User-Agent`],
  [html`The rest of <code>/v1/...</code>`, 'Stripe: checkout, portal, subscriptions, events', 'sk_test_sandbox'],
  ['POST /cognito', 'Amazon Cognito user pool', html`Any AWS credentials`],
  [html`SMTP, on its own port`, 'The mail server', html`None`],
] as const;

const calls = [
  ['POST /sandbox/phones/{number}/messages', 'a phone sends a text: {to, body, mediaUrls?}'],
  ['GET /sandbox/phones/{number}/messages', 'the texts so far; ?replies=2&timeoutMs=5000 waits for answers'],
  ['GET /sandbox/phones/{number}/events', 'the same as server-sent events'],
  ['PUT /sandbox/faults, DELETE', 'make a third party slow, fail, hang, or accept and not respond'],
  ['GET /sandbox/twilio/ledger', 'every text the carrier accepted, with a hash of its body'],
  ['PUT /sandbox/twilio/settings', 'who answers STOP and HELP, delays, webhook addresses'],
  ['PUT /sandbox/perplexity/settings', '{mode}: offline, echo, backwards or rough'],
  ['PUT /sandbox/openai/settings', 'the same for the second model'],
  ['PUT /sandbox/weather/alerts', 'alerts in force: {alerts: [{event, severity, status?}]}'],
  ['GET /sandbox/mail, DELETE', 'emails caught'],
  ['POST /sandbox/stripe/advance, /sandbox/stripe/pay', 'time and payment without a browser'],
] as const;

/** The overview with links. browser/overview.js fills in the product's address and the current faults. */
export function overviewPage(): string {
  return page({
    title: 'Sandbox',
    section: '/',
    banner: 'Everything here runs on this machine. Nothing reaches a carrier, a bank, a mail server or the web.',
    body: html`<main class="stack">
      <h1>All third parties, simulated</h1>
      <p class="lede">
        Askline talks to these emulators exactly as it talks to the real carrier, answer model, payment provider,
        identity service, and mail server. Configure real keys and it talks to the real ones.
      </p>
      <ul class="sections">
        ${sections.map(
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
        <p id="faults" role="status">Loading...</p>
      </section>
      ${table('What it speaks', ['Address', 'Emulates', 'Default credentials'], wires)}
      ${table('Control calls for scripts', ['Call', 'Does'], calls)}
    </main>`,
    scripts: ['overview'],
    styles: ['overview'],
  });
}

/** A table whose texts outside the middle column are code; those that are not, or not whole, come as markup. */
function table(title: string, heads: readonly string[], rows: readonly (readonly (string | Html)[])[]): Html {
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
                ${cells.map((cell, column) => (column === 1 || typeof cell !== 'string' ? html`<td>${cell}</td>` : html`<td><code>${cell}</code></td>`))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`;
}
