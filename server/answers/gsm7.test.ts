import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isGsm7, measureSms, tollFreeCapacity } from './gsm7.ts';

test('the alphabet holds 127 characters of the basic table and 10 of the extension table', () => {
  let basic = 0;
  let extension = 0;
  for (let code = 0; code <= 0xffff; code += 1) {
    const { encoding, units } = measureSms(String.fromCharCode(code));
    if (encoding === 'gsm7' && units === 1) basic += 1;
    if (encoding === 'gsm7' && units === 2) extension += 1;
  }
  expect({ basic, extension }).toEqual({ basic: 127, extension: 10 });
});

test.each(Array.from('èéùìòÇØåÄöÑüàßÆÉ£¥§¿¡Δ¤@\n'))('%j takes one septet', (character) =>
  expect(measureSms(character)).toMatchObject({ encoding: 'gsm7', units: 1 }),
);

test.each(Array.from('^{}\\[~]|€\f'))('%j takes two septets', (character) =>
  expect(measureSms(character)).toMatchObject({ encoding: 'gsm7', units: 2 }),
);

test.each([...Array.from('áíóúçêã°º²½×÷™®©¢·→`\t’—…\u00A0😀\u001B'), 'e\u0301'])('%j is not GSM-7', (text) =>
  expect(isGsm7(text)).toBe(false),
);

test.each([
  ['', 1],
  ['a'.repeat(160), 1],
  ['a'.repeat(161), 2],
  ['a'.repeat(306), 2],
  ['a'.repeat(307), 3],
  ['a'.repeat(459), 3],
  ['a'.repeat(460), 4],
  ['é'.repeat(160), 1],
  ['€'.repeat(80), 1],
  ['€'.repeat(81), 2],
  [`${'a'.repeat(453)}${'['.repeat(7)}`, 4],
  ['你'.repeat(70), 1],
  ['你'.repeat(71), 2],
  ['你'.repeat(134), 2],
  ['你'.repeat(135), 3],
  ['你'.repeat(201), 3],
  ['你'.repeat(202), 4],
  ['😀'.repeat(35), 1],
  ['😀'.repeat(36), 2],
  ['72° today', 1],
])('%# is counted as the carrier counts it', (text, segments) => expect(measureSms(text).segments).toBe(segments));

test('an escape sequence that would straddle two parts moves to the second', () => {
  // 152 septets, then a two-septet bracket: 153 would split it, so the first part ends at 152.
  const text = `${'a'.repeat(152)}[${'a'.repeat(152)}`;
  expect(measureSms(text)).toEqual({ encoding: 'gsm7', units: 306, segments: 3 });
});

test('a surrogate pair that would straddle two parts moves to the second', () => {
  const text = `${'你'.repeat(66)}😀${'你'.repeat(66)}`;
  expect(measureSms(text)).toEqual({ encoding: 'ucs2', units: 134, segments: 3 });
});

test('a toll-free part holds one unit less', () => {
  expect(measureSms('a'.repeat(456), tollFreeCapacity).segments).toBe(3);
  expect(measureSms('a'.repeat(457), tollFreeCapacity).segments).toBe(4);
  expect(measureSms('你'.repeat(198), tollFreeCapacity).segments).toBe(3);
  expect(measureSms('你'.repeat(199), tollFreeCapacity).segments).toBe(4);
});

test('segments are never fewer than the units need, and never more than one part each way', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'é', '€', '[', '你', '😀', ' '), maxLength: 700 });
  fc.assert(
    fc.property(texts, (text) => {
      const { encoding, units, segments } = measureSms(text);
      const perPart = encoding === 'gsm7' ? 153 : 67;
      const alone = encoding === 'gsm7' ? 160 : 70;
      expect(encoding === 'gsm7').toBe(isGsm7(text));
      const fewest = units <= alone ? 1 : Math.ceil(units / perPart);
      const most = units <= alone ? 1 : Math.ceil(units / (perPart - 1));
      expect(segments).toBeGreaterThanOrEqual(fewest);
      expect(segments).toBeLessThanOrEqual(most);
    }),
  );
});
