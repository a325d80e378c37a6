import { element, readable } from './dom.js';
import { endOf } from './message-times.js';

/** @typedef {import('../../twilio/phone-message.ts').PhoneMessage} PhoneMessage */

/** Within this distance of the end, px, the screen scrolls to new texts. */
const FOLLOW_PX = 48;

/** The screen of a phone: its texts, newest at the bottom. */
export class Lcd {
  #hint = element('p', { class: 'hint' }, ['No texts yet. Type a question below and press Send.']);
  /** @type {Map<string, HTMLElement>} */
  #rows = new Map();
  log = element(
    'div',
    { class: 'log', role: 'log', tabindex: '0', 'aria-label': 'Texts', 'aria-relevant': 'additions' },
    [this.#hint],
  );

  /**
   * Shows a text or its new status. A text to the phone appears when it is delivered, as on a real phone.
   * @param {PhoneMessage} message
   * @param {PhoneMessage | undefined} asked the phone's question before it
   */
  show(message, asked) {
    if (message.direction === 'from_service' && message.status !== 'delivered') return;
    this.#following(() => {
      const known = this.#rows.get(message.sid);
      const row = known ?? bubble(message.direction === 'to_service' ? 'out' : 'in', wordsOf(message));
      setState(row, stateOf(message, asked), isBad(message));
      if (known) return;
      this.#rows.set(message.sid, row);
      this.log.append(row);
    });
  }

  /**
   * Shows a text that is being sent.
   * @param {string} body
   * @param {() => void} again sends it once more
   * @returns {{ sent: (sid: string) => void, failed: (error: string) => void }}
   */
  showOutgoing(body, again) {
    const row = bubble('out', body);
    const key = `outgoing ${performance.now()}`;
    setState(row, 'Sending...', false);
    this.#following(() => {
      this.#rows.set(key, row);
      this.log.append(row);
    });
    const retry = () => {
      this.#rows.delete(key);
      row.remove();
      again();
    };
    return {
      sent: (sid) => {
        this.#rows.delete(key);
        // The event of the same text may have arrived first; its row then stays.
        if (this.#rows.has(sid)) row.remove();
        else this.#rows.set(sid, row);
      },
      failed: (error) => {
        this.#following(() => {
          const button = element('button', { type: 'button', class: 'retry', click: retry }, ['Send again']);
          setState(row, `Not sent. ${error} `, true, button);
        });
      },
    };
  }

  /** Clears the screen only. */
  clear() {
    this.#rows.clear();
    this.#hint.hidden = false;
    this.log.replaceChildren(this.#hint);
  }

  /** @param {() => void} change */
  #following(change) {
    const isAtEnd = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight < FOLLOW_PX;
    change();
    this.#hint.hidden = this.#rows.size > 0;
    if (isAtEnd) this.log.scrollTop = this.log.scrollHeight;
  }
}

/**
 * @param {'in' | 'out'} side
 * @param {string} words
 */
function bubble(side, words) {
  return element('div', { class: `bubble ${side}` }, [
    element('span', { class: 'hidden' }, [side === 'out' ? 'You: ' : 'Reply: ']),
    element('p', {}, [words]),
    element('small', { class: 'state' }),
  ]);
}

/**
 * @param {HTMLElement} row
 * @param {string} state
 * @param {boolean} isBad
 * @param {HTMLElement[]} more
 */
function setState(row, state, isBad, ...more) {
  row.classList.toggle('bad', isBad);
  row.querySelector('.state')?.replaceChildren(state, ...more);
}

/** @param {PhoneMessage} message */
function wordsOf({ body, media }) {
  return [body, ...media.map((type) => `[${type}]`)].filter(Boolean).join(' ') || '(empty text)';
}

/** @param {PhoneMessage} message */
function isBad({ direction, webhook }) {
  return direction === 'to_service' && webhook !== null && !webhook.isAccepted;
}

/**
 * @param {PhoneMessage} message
 * @param {PhoneMessage | undefined} asked
 */
function stateOf(message, asked) {
  if (message.direction === 'to_service') return deliveryOf(message);
  const ms = asked && endOf(message) - Date.parse(asked.at);
  const parts = [
    ms === undefined ? '' : `${(ms / 1000).toFixed(1)} s`,
    `${message.segments} ${message.segments === 1 ? 'segment' : 'segments'}`,
    message.encoding === 'UCS-2' ? 'UCS-2' : '',
    message.isFromProduct ? '' : 'from the carrier',
    asked?.to === message.from ? '' : `from ${readable(message.from)}`,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** @param {PhoneMessage} message */
function deliveryOf({ webhook }) {
  if (webhook === null) return 'At the carrier';
  if (webhook.isAccepted) return `Received after ${webhook.durationMs} ms`;
  const why = webhook.status === null ? 'no response' : `HTTP ${webhook.status}`;
  return `Not received: ${why}, ${webhook.attempts} ${webhook.attempts === 1 ? 'attempt' : 'attempts'}`;
}
