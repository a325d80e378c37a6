import { element } from './dom.js';
import { initialTaps, lettersOn, nextMode, pressKey } from './multi-tap.js';

/** A key held this long writes its digit. */
const HOLD_MS = 500;

/** @typedef {import('./multi-tap.js').Key} Key */

/** @type {readonly (Key | '#')[]} */
const layout = [1, 2, 3, 4, 5, 6, 7, 8, 9, '*', 0, '#'];

/**
 * Twelve keys that type into a text field as on a basic phone: several presses for a letter, a long press for a digit,
 * # to switch between letters and digits.
 */
export class Keypad {
  #taps = initialTaps;
  #field;
  /** Where to type while the field has no focus: browsers lose its caret when another element is pressed. */
  #caret = 0;
  #showMode;
  keys;

  /**
   * @param {HTMLTextAreaElement} field
   * @param {(mode: string) => void} showMode called immediately and at every change
   */
  constructor(field, showMode) {
    this.#field = field;
    this.#showMode = showMode;
    field.addEventListener('blur', () => {
      this.#caret = field.selectionEnd;
    });
    showMode(this.#taps.mode);
    const buttons = layout.map((key) => (key === '#' ? this.#modeKey() : this.#letterKey(key)));
    this.keys = element('div', { class: 'keypad', role: 'group', 'aria-label': 'Keypad' }, buttons);
  }

  /** Deletes the character before the caret, or the selection. */
  erase() {
    this.settle();
    const [start, end] = this.#selection();
    this.#write('', start === end ? 1 : 0);
  }

  /** The next press starts a new letter, whatever the key. */
  settle() {
    this.#taps = { ...this.#taps, key: null };
  }

  /** @param {Key} key */
  #press(key) {
    const now = performance.now();
    const before = this.#field.value.slice(0, this.#selection()[0]);
    let pressed = pressKey(this.#taps, key, { now, before });
    // A letter that is being cycled keeps the text before it.
    if (pressed.isReplacement) pressed = pressKey(this.#taps, key, { now, before: before.slice(0, -1) });
    this.#taps = pressed.state;
    this.#write(pressed.char, pressed.isReplacement ? 1 : 0);
  }

  /**
   * @param {string} text
   * @param {number} replaced how many characters before the caret it replaces
   */
  #write(text, replaced) {
    const field = this.#field;
    const [from, end] = this.#selection();
    const start = Math.max(0, from - replaced);
    field.setRangeText(text, start, end, 'end');
    this.#caret = start + text.length;
    field.dispatchEvent(new Event('input', { bubbles: true }));
    field.scrollTop = field.scrollHeight;
  }

  /** @returns {[start: number, end: number]} */
  #selection() {
    const field = this.#field;
    if (document.activeElement === field) return [field.selectionStart, field.selectionEnd];
    const caret = Math.min(this.#caret, field.value.length);
    return [caret, caret];
  }

  #modeKey() {
    const click = () => {
      this.#taps = nextMode(this.#taps);
      this.#showMode(this.#taps.mode);
    };
    return keyButton('#', 'Aa1', { click });
  }

  /** @param {Key} key */
  #letterKey(key) {
    /** @type {number | undefined} */
    let hold;
    let wasHeld = false;
    const release = () => window.clearTimeout(hold);
    return keyButton(String(key), lettersOn(key), {
      pointerdown: () => {
        wasHeld = false;
        hold = window.setTimeout(() => {
          wasHeld = true;
          this.#write(String(key), 0);
        }, HOLD_MS);
      },
      pointerup: release,
      pointerleave: release,
      pointercancel: release,
      click: () => {
        if (!wasHeld) this.#press(key);
        wasHeld = false;
      },
    });
  }
}

/**
 * @param {string} digit
 * @param {string} letters
 * @param {Record<string, () => void>} listeners
 */
function keyButton(digit, letters, listeners) {
  return element('button', { type: 'button', class: 'key', ...listeners }, [
    element('span', { class: 'digit' }, [digit]),
    ' ',
    element('span', { class: 'letters' }, [letters]),
  ]);
}
