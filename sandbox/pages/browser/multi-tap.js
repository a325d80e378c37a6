/** The characters of each key in the order of its presses (letters by ITU-T E.161), with the digit last except on 1 and *. */
const keys = /** @type {const} */ ({
  1: ".,?!'1-@/:&$%()",
  2: 'abc2',
  3: 'def3',
  4: 'ghi4',
  5: 'jkl5',
  6: 'mno6',
  7: 'pqrs7',
  8: 'tuv8',
  9: 'wxyz9',
  0: ' 0',
  '*': '*+=#";_',
});

/** @typedef {keyof typeof keys} Key */
/** @typedef {'Abc' | 'abc' | 'ABC' | '123'} Mode */
/** @typedef {{ mode: Mode, key: Key | null, presses: number, at: number }} TapState `at` in ms, of the last press */

/** @type {readonly Mode[]} */
const modes = ['Abc', 'abc', 'ABC', '123'];

/** A second press of the same key within this time changes the letter; a later one starts a new letter. */
const TAP_MS = 1_000;

/** @type {TapState} */
export const initialTaps = { mode: 'Abc', key: null, presses: 0, at: 0 };

/**
 * The next input mode: sentence case, lower case, upper case, digits.
 * @param {TapState} state
 * @returns {TapState}
 */
export function nextMode({ mode }) {
  return { ...initialTaps, mode: modes[(modes.indexOf(mode) + 1) % modes.length] ?? 'Abc' };
}

/**
 * One press of a key.
 * @param {TapState} state
 * @param {Key} key
 * @param {{ now: number, before: string }} at `before` is the text in front of the letter that is being chosen
 * @returns {{ state: TapState, char: string, isReplacement: boolean }} the letter, and whether it takes the place of the last one
 */
export function pressKey(state, key, { now, before }) {
  if (state.mode === '123' && key !== '*')
    return { state: { ...state, key: null, at: now }, char: String(key), isReplacement: false };
  const isReplacement = state.key === key && now - state.at < TAP_MS;
  const presses = isReplacement ? state.presses + 1 : 0;
  const letters = keys[key];
  const letter = letters[presses % letters.length] ?? '';
  const isLarge = state.mode === 'ABC' || (state.mode === 'Abc' && /(?:^|[.?!] )$/.test(before));
  return { state: { ...state, key, presses, at: now }, char: isLarge ? letter.toUpperCase() : letter, isReplacement };
}

/**
 * The letters that are printed on a key.
 * @param {Key} key
 */
export function lettersOn(key) {
  if (key === 1) return '.,?!';
  if (key === 0) return 'space';
  return key === '*' ? '+' : keys[key].slice(0, -1);
}
