import { api } from './api.js';
import { element, readable } from './dom.js';
import { Keypad } from './keypad.js';
import { Lcd } from './lcd.js';
import { measure } from './segments.js';

/** @typedef {import('../../twilio/phone-message.ts').PhoneMessage} PhoneMessage */

/** The longest text that Twilio accepts from a handset. */
const BODY_CHARS_MAX = 1_600;
/** One gray pixel: the smallest picture that a phone could send. */
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';
const quickTexts = ['HELP', 'STOP', 'START', 'YES'];

/** One phone: screen, text field and keys. It sends its texts; `receive` shows those that passed. */
export class Phone {
  #lcd = new Lcd();
  #counter = element('output', { class: 'counter' });
  #mode = element('span', { class: 'mode' });
  #optedOut = element('span', { class: 'chip warn', hidden: true }, ['Blocked by the carrier after STOP']);
  #to;
  #isToChosen = false;
  #keypad;
  /** @type {Map<string, PhoneMessage>} */
  #messages = new Map();
  field;
  view;

  /**
   * @param {string} number E.164
   * @param {{ who: string | undefined, serviceNumbers: string[], remove: () => void }} options
   */
  constructor(number, { who, serviceNumbers, remove }) {
    const id = `phone-${number.slice(1)}`;
    this.number = number;
    const options = serviceNumbers.map((one) => element('option', { value: one }, [readable(one)]));
    this.#to = element('select', { id: `${id}-to` }, options);
    this.#to.addEventListener('change', () => {
      this.#isToChosen = true;
    });
    this.field = element('textarea', {
      id: `${id}-text`,
      rows: '2',
      maxlength: String(BODY_CHARS_MAX),
      autocomplete: 'off',
      placeholder: 'Type a text',
    });
    this.#keypad = new Keypad(this.field, (mode) => {
      this.#mode.textContent = mode;
    });
    this.field.addEventListener('input', () => this.#count());
    this.field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      this.#sendTyped();
    });
    this.#count();
    this.view = element('section', { class: 'phone', 'aria-labelledby': `${id}-title` }, [
      element('header', { class: 'who' }, [
        element('h2', { id: `${id}-title` }, [
          readable(number),
          ...(who === undefined ? [] : [' ', element('small', { class: 'muted' }, [who])]),
        ]),
        element(
          'button',
          { type: 'button', class: 'close', click: remove, 'aria-label': `Remove ${readable(number)}` },
          ['×'],
        ),
      ]),
      this.#case(),
      this.#optedOut,
    ]);
  }

  /**
   * Shows a text that passed, or its new status.
   * @param {PhoneMessage} message
   */
  receive(message) {
    this.#messages.set(message.sid, message);
    const asked = [...this.#messages.values()].filter(
      ({ direction, at }) => direction === 'to_service' && at <= message.at,
    );
    this.#lcd.show(message, asked.at(-1));
    // A reply goes to where the text came from, as on any phone, until another number is chosen.
    if (message.direction !== 'to_service' && !this.#isToChosen) this.#to.value = message.from;
  }

  /** @param {boolean} isOptedOut */
  showOptOut(isOptedOut) {
    this.#optedOut.hidden = !isOptedOut;
  }

  /**
   * Sends a text; what is typed in the field stays.
   * @param {string} text
   */
  send(text) {
    void this.#send(text);
  }

  #case() {
    return element('div', { class: 'case' }, [
      element('div', { class: 'earpiece', 'aria-hidden': 'true' }),
      element('div', { class: 'screen' }, [
        element('div', { class: 'top' }, [element('label', { for: this.#to.id }, ['To']), this.#to]),
        this.#lcd.log,
        element('div', { class: 'compose' }, [
          element('label', { class: 'hidden', for: this.field.id }, ['Text message']),
          this.field,
          element('div', { class: 'below' }, [this.#mode, this.#counter]),
        ]),
      ]),
      element('div', { class: 'softs', role: 'group', 'aria-label': 'Quick texts' }, [
        ...quickTexts.map((word) => softKey(word, () => void this.#send(word))),
        softKey('Photo', () => void this.#send('', [PICTURE])),
        softKey('Clear', () => this.#lcd.clear()),
      ]),
      element('div', { class: 'calls' }, [
        element('button', { type: 'button', class: 'send', click: () => this.#sendTyped() }, ['Send']),
        element('button', { type: 'button', class: 'erase', click: () => this.#keypad.erase() }, [
          'C',
          element('span', { class: 'hidden' }, [' erases a letter']),
        ]),
      ]),
      this.#keypad.keys,
    ]);
  }

  #count() {
    const { units, room, segments, encoding } = measure(this.field.value);
    const parts = [`${units}/${room}`, `${segments} ${segments === 1 ? 'segment' : 'segments'}`];
    this.#counter.textContent = [...parts, ...(encoding === 'UCS-2' ? ['UCS-2'] : [])].join(' · ');
  }

  #sendTyped() {
    this.#keypad.settle();
    if (this.field.value.trim() === '') return this.field.focus();
    void this.#send(this.field.value);
    this.field.value = '';
    this.#count();
  }

  /**
   * @param {string} body
   * @param {string[]} [mediaUrls]
   */
  async #send(body, mediaUrls = []) {
    const outgoing = this.#lcd.showOutgoing(body || '[image/png]', () => void this.#send(body, mediaUrls));
    try {
      outgoing.sent((await api.send(this.number, { to: this.#to.value, body, mediaUrls })).sid);
    } catch (error) {
      outgoing.failed(error instanceof Error ? error.message : '');
    }
  }
}

/**
 * @param {string} label
 * @param {() => void} click
 */
function softKey(label, click) {
  return element('button', { type: 'button', class: 'soft', click }, [label]);
}
