import { type Html, html } from './html.ts';
import { page } from './shell.ts';

type Choice = { readonly id: string; readonly label: string; readonly options: readonly (readonly [string, string])[] };

/** The fault panel's fields; browser/fault-panel.js has the faults of each choice. */
const choices: readonly Choice[] = [
  {
    id: 'carrier-create',
    label: 'Carrier accepts texts',
    options: [
      ['works', 'working'],
      ['slow', 'after 5 seconds'],
      ['busy', 'refuses: too many requests (429)'],
      ['broken', 'refuses: server error (500)'],
      ['silent', 'accepts, then no response'],
      ['hangs', 'hangs'],
    ],
  },
  {
    id: 'carrier-delivery',
    label: 'Carrier delivers',
    options: [
      ['works', 'working'],
      ['unreachable', 'no: phone unreachable (30003)'],
      ['filtered', 'no: filtered (30007)'],
    ],
  },
  {
    id: 'carrier-webhooks',
    label: 'Texts reach the service',
    options: [
      ['works', 'working'],
      ['twice', 'twice'],
      ['lost', 'no: the webhook is lost'],
    ],
  },
  {
    id: 'carrier-callbacks',
    label: 'Delivery reports arrive',
    options: [
      ['works', 'working'],
      ['lost', 'not at all'],
      ['twice', 'twice'],
      ['shuffled', 'late and out of order'],
    ],
  },
  {
    id: 'model-answers',
    label: 'The model answers',
    options: [
      ['works', 'working'],
      ['slow', 'after 5 seconds'],
      ['late', 'after 40 seconds'],
      ['busy', 'refuses: too many requests (429)'],
      ['broken', 'refuses: server error (500)'],
      ['hangs', 'hangs'],
      ['failed', 'with a failed run'],
      ['empty', 'with an empty text'],
      ['searchless', 'without a search'],
      ['uncited', 'without a source'],
    ],
  },
];

/** The phone simulator. browser/phone.js creates the phones from the numbers in the page's address. */
export function phonePage(): string {
  return page({
    title: 'Phone simulator',
    section: '/phone',
    banner: 'Nothing here reaches a real carrier. Messages live in memory and disappear on restart.',
    body: html`<main>
      <div class="row phone-head">
        <h1>Phone simulator</h1>
        <span id="connection" class="chip warn" role="status">Connecting...</span>
      </div>
      <div class="bench">
        <div id="phones" class="phones"></div>
        <div class="stack">${examples} ${morePhones} ${faults()}</div>
      </div>
      ${carrierLog}
    </main>`,
    scripts: ['phone'],
    styles: ['phone', 'handset'],
  });
}

const examples = html`<section class="card stack" aria-labelledby="examples-title">
  <h2 id="examples-title">Try a question</h2>
  <ul id="examples" class="row plain"></ul>
  <p class="small muted">
    A question is sent with a click. Or type on the keypad, with several presses for a letter, or on your own keyboard;
    Enter sends.
  </p>
</section>`;

const morePhones = html`<section class="card stack" aria-labelledby="add-title">
  <h2 id="add-title" tabindex="-1">Phones</h2>
  <ul id="known" class="row plain"></ul>
  <form id="add" class="stack" novalidate>
    <div>
      <label for="add-number">Another number</label>
      <input
        id="add-number"
        type="tel"
        inputmode="tel"
        autocomplete="off"
        placeholder="(212) 555-0144"
        aria-describedby="add-error"
      />
    </div>
    <p id="add-error" class="small bad" role="alert"></p>
    <button type="submit">Add phone</button>
  </form>
</section>`;

function faults(): Html {
  return html`<details id="faults" class="card">
    <summary><h2>Break things</h2></summary>
    <div class="stack">
      ${choices.map(
        ({ id, label, options }) =>
          html`<div>
            <label for="${id}">${label}</label>
            <select id="${id}">
              ${options.map(([value, text]) => html`<option value="${value}">${text}</option>`)}
            </select>
          </div>`,
      )}
      <p id="fault-state" class="small muted" role="status"></p>
      <button id="fault-clear" type="button">Clear all faults</button>
    </div>
  </details>`;
}

const carrierLog = html`<section class="card stack carrier" aria-labelledby="log-title">
  <h2 id="log-title">Carrier log</h2>
  <div class="scroll" tabindex="0" role="group" aria-label="Table of texts">
    <table>
      <thead>
        <tr>
          <th scope="col">Time</th>
          <th scope="col">From, to</th>
          <th scope="col">What happened</th>
          <th scope="col">Segments</th>
          <th scope="col">Time taken</th>
          <th scope="col">Message id</th>
        </tr>
      </thead>
      <tbody id="carrier-log"></tbody>
    </table>
  </div>
  <p id="carrier-log-empty" class="small muted">No texts yet.</p>
  <p class="small muted">
    One segment holds 160 GSM-7 characters, or 153 in each of several. One other character, such as a degree sign, makes
    that 70 and 67.
  </p>
</section>`;
