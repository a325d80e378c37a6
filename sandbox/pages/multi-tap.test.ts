import { expect, test } from 'vitest';

import { initialTaps, nextMode, pressKey } from './browser/multi-tap.js';

type Key = Parameters<typeof pressKey>[1];

/** Types keys one after the other; a comma waits until the letter is settled. */
function type(keys: string, start = initialTaps): string {
  let text = '';
  let taps = start;
  let now = 10_000;
  for (const key of keys) {
    now += key === ',' ? 2_000 : 100;
    if (key === ',') continue;
    const name = (key === '*' ? '*' : Number(key)) as Key;
    const isSame = taps.key === name && now - taps.at < 1_000;
    const pressed = pressKey(taps, name, { now, before: isSame ? text.slice(0, -1) : text });
    text = (pressed.isReplacement ? text.slice(0, -1) : text) + pressed.char;
    taps = pressed.state;
  }
  return text;
}

test.each([
  ['44,444', 'Hi'],
  ['935', 'Wdj'],
  ['2,2,2', 'Aaa'],
  ['2222', '2'],
  ['22222', 'A'],
  ['84,4433', 'Tghe'],
  ['844330', 'The '],
  ['44,444,1111,0,666,55', 'Hi! Ok'],
  ['00', '0'],
])('the keys %s type %j', (keys, text) => {
  expect(type(keys)).toBe(text);
});

test('# cycles through lower case, upper case and digits', () => {
  const small = nextMode(initialTaps);
  const large = nextMode(small);
  const digits = nextMode(large);
  expect([type('2', small), type('222', large), type('222', digits)]).toEqual(['a', 'C', '222']);
  expect(nextMode(digits).mode).toBe('Abc');
});
