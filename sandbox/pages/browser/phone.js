import { api } from './api.js';
import { createCarrierLog } from './carrier-log.js';
import { byId, element, readable } from './dom.js';
import { startFaultPanel } from './fault-panel.js';
import { Phone } from './phone-view.js';
import { listenTo } from './stream.js';

/** Phones with an account after a first start, and one without. */
const known = [
  { number: '+12125550142', who: 'Sample subscriber' },
  { number: '+12125550143', who: 'Stranger' },
];
const PHONES_MAX = 6;
const examples = [
  'what is 15% of 86.40',
  'convert 5 miles to km',
  'define serendipity',
  'time in tokyo',
  'capital of mongolia',
  'que hora es en tokio',
];

const log = createCarrierLog();
const connection = byId('connection');
/** @type {Map<string, Phone>} */
const phones = new Map();
/** @type {string[]} */
let serviceNumbers = [];
/** @type {() => void} */
let stopListening = () => {};

/** Phones in the page's address: `/phone?number=%2B12125550142`. */
function numbersInAddress() {
  const given = new URLSearchParams(location.search)
    .getAll('number')
    .filter((number) => /^\+[1-9]\d{7,14}$/.test(number));
  return given.length > 0 ? [...new Set(given)].slice(0, PHONES_MAX) : [known[0]?.number ?? ''];
}

function rewriteAddress() {
  const query = new URLSearchParams([...phones.keys()].map((number) => ['number', number]));
  history.replaceState(null, '', `?${query}`);
}

/** @param {import('./api.js').PhoneMessage} message */
function receive(message) {
  log(message);
  phones.get(message.direction === 'to_service' ? message.from : message.to)?.receive(message);
  if (/^\s*\w+\s*$/.test(message.body)) void refreshOptOuts();
}

async function refreshOptOuts() {
  const { phones: state } = await api.phones();
  for (const phone of phones.values())
    phone.showOptOut(state.some(({ number, isOptedOut }) => number === phone.number && isOptedOut));
}

/** Subscribes before it reads, so that no text is missed; a text that arrives both ways is shown once. */
async function connect() {
  stopListening();
  const numbers = [...phones.keys()];
  stopListening = listenTo(numbers, {
    onMessage: receive,
    onState(isOpen) {
      connection.textContent = isOpen ? 'Connected' : 'Connecting...';
      connection.className = isOpen ? 'chip ok' : 'chip warn';
      if (isOpen) void readAll(numbers).catch(() => {});
    },
  });
}

/** @param {string[]} numbers */
async function readAll(numbers) {
  for (const number of numbers) for (const message of await api.messages(number)) receive(message);
  await refreshOptOuts();
}

/** @param {string} number */
function whoIs(number) {
  return known.find((one) => one.number === number)?.who;
}

/** @param {string} number */
function add(number) {
  if (phones.has(number) || phones.size >= PHONES_MAX) return;
  const phone = new Phone(number, { who: whoIs(number), serviceNumbers, remove: () => putAway(number) });
  phones.set(number, phone);
  byId('phones').append(phone.view);
}

/** @param {string} number */
function putAway(number) {
  phones.get(number)?.view.remove();
  phones.delete(number);
  changed();
  byId('add-title').focus();
}

function changed() {
  rewriteAddress();
  showChoices();
  void connect();
}

function showChoices() {
  byId('known').replaceChildren(
    ...known.map(({ number, who }) => {
      const click = () => {
        add(number);
        changed();
        phones.get(number)?.field.focus();
      };
      const isHere = phones.has(number);
      return element('li', {}, [
        element('button', { type: 'button', class: 'small', click, disabled: isHere }, [`${who} ${readable(number)}`]),
      ]);
    }),
  );
  document.body.classList.toggle('single', phones.size === 1);
}

function startForm() {
  const form = /** @type {HTMLFormElement} */ (byId('add'));
  const input = /** @type {HTMLInputElement} */ (byId('add-number'));
  const error = byId('add-error');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const digits = input.value.replaceAll(/\D/g, '');
    const number = input.value.trim().startsWith('+') ? `+${digits}` : `+1${digits.replace(/^1(?=\d{10}$)/, '')}`;
    const fault = /^\+[1-9]\d{7,14}$/.test(number) ? null : 'Enter a number such as (212) 555-0144.';
    error.textContent = fault ?? (phones.size >= PHONES_MAX ? `${PHONES_MAX} phones fit on this page.` : '');
    input.setAttribute('aria-invalid', String(error.textContent !== ''));
    if (error.textContent !== '') return input.focus();
    add(number);
    changed();
    input.value = '';
  });
}

function showExamples() {
  byId('examples').replaceChildren(
    ...examples.map((text) => {
      const click = () => [...phones.values()].at(0)?.send(text);
      return element('li', {}, [element('button', { type: 'button', class: 'small', click }, [text])]);
    }),
  );
}

async function start() {
  startForm();
  showExamples();
  startFaultPanel();
  ({ serviceNumbers } = await api.phones());
  for (const number of numbersInAddress()) add(number);
  changed();
}

addEventListener('pagehide', () => stopListening());
addEventListener('pageshow', (event) => {
  if (event.persisted) void connect();
});
start().catch((/** @type {Error} */ error) => {
  connection.textContent = error.message;
  connection.className = 'chip danger';
});
