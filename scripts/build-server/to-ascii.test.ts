import fc from 'fast-check';
import { expect, test } from 'vitest';

import { toAscii } from './to-ascii.ts';

function valueOf(script: string): unknown {
  // oxlint-disable-next-line no-implied-eval -- what a script means is what is tested
  return new Function(`return ${script}`)() as unknown;
}

test('a string means the same with escapes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const script = JSON.stringify(text);
      const ascii = toAscii(script);
      expect(ascii).toMatch(/^[\0-\x7f]*$/);
      expect(valueOf(ascii)).toBe(text);
    }),
  );
});

test.each([
  ['an escaped letter', "'\\é\\\\é'"],
  ['a template', '`a–b ${1} ü`'],
  ['a name', '(() => { const größe = 2; return größe; })()'],
  ['a pattern', "/^[а-я\\–]+$/.test('б–')"],
  ['a pattern of code points', "/^[😀-😃]$/u.test('😂')"],
  ['a comment', '1 /* – */'],
])('%s means the same with escapes', (_what, script) => {
  expect(toAscii(script)).toMatch(/^[\0-\x7f]*$/);
  expect(valueOf(toAscii(script))).toEqual(valueOf(script));
});

test('a raw string that would change is refused', () => {
  expect(() => toAscii('String.raw`–`')).toThrow('escape');
  expect(toAscii('String.raw`\\d`')).toBe('String.raw`\\d`');
});
