import { byId, element, readable } from './dom.js';
import { endOf } from './message-times.js';

/** @typedef {import('../../twilio/phone-message.ts').PhoneMessage} PhoneMessage */

/** Older texts are removed from the table, not from the sandbox. */
const ROWS_MAX = 200;

/** The table of texts that passed through the carrier, newest first. */
export function createCarrierLog() {
  const body = byId('carrier-log');
  const empty = byId('carrier-log-empty');
  /** @type {Map<string, HTMLElement>} */
  const rows = new Map();

  /** @param {PhoneMessage} message */
  return function show(message) {
    const row = element('tr', {}, cellsOf(message));
    const old = rows.get(message.sid);
    if (old) old.replaceWith(row);
    else body.prepend(row);
    rows.set(message.sid, row);
    empty.hidden = true;
    for (const [sid, oldest] of rows) {
      if (rows.size <= ROWS_MAX) break;
      oldest.remove();
      rows.delete(sid);
    }
  };
}

/** @param {PhoneMessage} message */
function cellsOf(message) {
  const isIn = message.direction === 'to_service';
  const ms = endOf(message) - Date.parse(message.at);
  const isBad = message.errorCode !== null || message.webhook?.isAccepted === false;
  return [
    element('td', {}, [new Date(message.at).toLocaleTimeString('en-US', { hour12: false })]),
    element('td', {}, [`${readable(message.from)} → ${readable(message.to)}`]),
    element('td', { class: isBad ? 'bad' : '' }, [
      isIn ? `${message.steps.map(({ status }) => status).join(' → ')}, ${webhookOf(message)}` : chainOf(message),
    ]),
    element('td', {}, [`${message.segments}${message.encoding === 'UCS-2' ? ' (UCS-2)' : ''}`]),
    element('td', {}, [isIn ? `${message.webhook?.durationMs ?? '-'} ms` : `${ms} ms`]),
    element('td', { class: 'mono' }, [message.sid]),
  ];
}

/** @param {PhoneMessage} message */
function chainOf({ steps, errorCode, isFromProduct }) {
  const chain = steps.map(({ status }) => status);
  return `${chain.join(' → ')}${errorCode === null ? '' : ` (${errorCode})`}${isFromProduct ? '' : ', by the carrier'}`;
}

/** @param {PhoneMessage} message */
function webhookOf({ webhook }) {
  if (webhook === null) return 'webhook open';
  const end = webhook.isAccepted ? 'webhook taken' : 'webhook failed';
  return webhook.attempts > 1 ? `${end}, ${webhook.attempts} tries` : end;
}
