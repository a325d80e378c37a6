import fc from 'fast-check';
import { expect, test } from 'vitest';

import { anyText } from '#server/testing/any-text.ts';

import { isGsm7 } from '../gsm7.ts';
import { isLatinText, toGsm7 } from './transliterate.ts';

test.each([
  ['72°F, 22 °C, 72º F, 72℉, 300 K, 5 °', '72F, 22C, 72F, 72F, 300 K, 5 degrees'],
  ['72°/55°, 70°–75°F, 90°-angle, 45° N, in °C', '72/55 degrees, 70-75F, 90 degrees-angle, 45 degrees N, in C'],
  ['1½ ½ 2⅔ ⅛-inch 3¾cups 1⁄4 ¹⁄₂', '1 1/2 1/2 2 2/3 1/8-inch 3 3/4 cups 1/4 1/2'],
  ['1¹⁄₂ cups, 2³⁄₄, 1¹/₂, $3.09⁹⁄₁₀', '1 1/2 cups, 2 3/4, 1 1/2, $3.09 9/10'],
  ['5 m² 10 ft³ 3 cm³ 9.8 m/s² 2 in²', '5 sq m 10 cu ft 3 cubic cm 9.8 m/s^2 2 sq in'],
  [
    'La casa mide 120 m² y el lote 500 m². Tiene 3 m³ de agua.',
    'La casa mide 120 m cuadrados y el lote 500 m cuadrados. Tiene 3 m cubicos de agua.',
  ],
  [
    'Son 5 ft² para cada niño, 10 in³ y 2 yardas².',
    'Son 5 pies cuadrados para cada niño, 10 pulgadas cubicas y 2 yardas cuadradas.',
  ],
  [
    'Cuesta $5 por m², y 1 ft² es poco para la casa: 90 metros².',
    'Cuesta $5 por m cuadrado, y 1 pie cuadrado es poco para la casa: 90 metros cuadrados.',
  ],
  ['El terreno de la feria tiene 20 acres² y 800 feet².', 'El terreno de la feria tiene 20 acres y 800 sq feet.'],
  ['Gire la perilla 90° a la derecha.', 'Gire la perilla 90 grados a la derecha.'],
  [
    'The El Niño of 1998 hit Los Angeles and La Jolla by 2°.',
    'The El Niño of 1998 hit Los Angeles and La Jolla by 2 degrees.',
  ],
  [
    'Turn on Camino de la Plaza, then 90° to El Cajon Blvd.',
    'Turn on Camino de la Plaza, then 90 degrees to El Cajon Blvd.',
  ],
  ['Playa de los Muertos: 85° now, sunny.', 'Playa de los Muertos: 85 degrees now, sunny.'],
  ['Isla de la Juventud covers 850 mi².', 'Isla de la Juventud covers 850 sq mi.'],
  ['Rancho de la Luna in Joshua Tree covers 5 mi².', 'Rancho de la Luna in Joshua Tree covers 5 sq mi.'],
  [
    'San Juan de los Lagos has 72,000 people, area 874 km².',
    'San Juan de los Lagos has 72,000 people, area 874 sq km.',
  ],
  [
    'Ciudad del Carmen and Playa del Carmen: 85° & humid.',
    'Ciudad del Carmen and Playa del Carmen: 85 degrees & humid.',
  ],
  ['Rio de la Plata ≥ 140 miles wide; area 14,000 mi².', 'Rio de la Plata >= 140 miles wide; area 14,000 sq mi.'],
  ['Playa de los Muertos: hoy hay 30° en la costa.', 'Playa de los Muertos: hoy hay 30 grados en la costa.'],
  ['x² 10³ 10⁻³ 2ⁿ mc² (a+b)² sin²x', 'x^2 10^3 10^-3 2^n mc^2 (a+b)^2 sin^2x'],
  ['word.¹ footnote² H₂O 1ˢᵗ 2ⁿᵈ', 'word. footnote H2O 1st 2nd'],
  ['5–7, −5, a—b, 5—7, x − y, well‑known', '5-7, -5, a - b, 5-7, x - y, well-known'],
  ['“a” ‘b’ «c» « d » „e“ 5′10″ it’s', '"a" \'b\' "c" "d" "e" 5\'10" it\'s'],
  ['3 × 4 ÷ 2 ± 1 ≤ 5 ≥ 4 ≠ 3 3·4 ∞', '3 x 4 / 2 +/- 1 <= 5 >= 4  not =  3 3*4  infinity '],
  ['≈5 ~$6 a ≈ b 5~7', 'about 5 about $6 a = about b 5-7'],
  ['Low ~−5°F, ~ -10, ≈ −3 or ~$5; −10~−5', 'Low about -5F, about -10, about -3 or about $5; -10 to -5'],
  [
    '~½ cup and ~ ¾ mile; ~$25~$30; -3~+4C; ~+5',
    'about 1/2 cup and about 3/4 mile; about $25-$30; -3 to +4C; about +5',
  ],
  ['F = G·m₁·m₂/r² and a·b = b·a, l·l, B·C, ∛27 = 3', 'F = G*m1*m2/r^2 and a*b = b*a, ll, B-C,  cbrt 27 = 3'],
  ['5 · 3 = 15, 2 · 3 · 4.5 = 27, 6 · 10^23, 6 · 10²³', '5 * 3 = 15, 2 * 3 * 4.5 = 27, 6 * 10^23, 6 * 10^23'],
  ['A = 5 · 3. Rated 4.5 · 120 reviews', 'A = 5 * 3. Rated 4.5 - 120 reviews'],
  ['99¢ ₹500 €5 £6 ¥7 ₿1', '99 cents Rs 500 €5 £6 ¥7 BTC 1'],
  ['a→b ↑5% ↓3% a ↔ b', 'a->b up 5% down 3% a <-> b'],
  ['™®©†‡', '(c)'],
  ['{a|b} [c] d\\e ~f', '(a/b) (c) d/e -f'],
  ['á é í ó ú ñ ü ç ê ã ő ł đ œ ß æ ø å Ç', 'a é i o u ñ ü c e a o l d oe ß æ ø å Ç'],
  ['α β π Δ Ω µg', 'alpha beta pi Δ Ω mcg'],
  ['１２３ ＡＢＣ 𝟏𝟐 ٣٤ ④', '123 ABC 12 34 4'],
  ['5🎉6 ✅ ☀️', '56'.split('').join(' ') + '  '],
])('%j is said in GSM-7', (text, plain) => expect(toGsm7(text).trimEnd()).toBe(plain.trimEnd()));

test.each(['Hello', '72°', '', '5', 'The word for hello is 你好', 'α = 5', 'Łódź', '😀', 'Tiếng Việt'])(
  '%j is in a Latin script',
  (text) => expect(isLatinText(text)).toBe(true),
);

test.each(['你好', 'Привет, world', 'مرحبا', 'नमस्ते', '東京 (Tokyo)', 'Αθήνα'])('%j is not in a Latin script', (text) =>
  expect(isLatinText(text)).toBe(false),
);

test('anything becomes GSM-7, and what is in it already stays, brackets aside', () => {
  fc.assert(
    fc.property(anyText(200), (text) => {
      expect(isGsm7(toGsm7(text))).toBe(true);
    }),
  );
  fc.assert(
    fc.property(fc.stringMatching(/^[ !-Z^-z£ñéü€-]*$/), (text) => {
      expect(toGsm7(text)).toBe(text.replaceAll('`', "'"));
    }),
  );
});

test('digits keep their order, and no number is joined to another', () => {
  const parts = fc.array(
    fc.tuple(
      fc.integer({ min: 0, max: 9999 }),
      fc.constantFrom('°F ', '–', ' ', '×', '½ ', '€', ' 你 ', '🎉', '™', ', '),
    ),
    { maxLength: 12 },
  );
  fc.assert(
    fc.property(parts, (list) => {
      const text = list.map(([number, after]) => `${number}${after}`).join('');
      const said =
        toGsm7(text)
          .replace(/\b1\/2\b/g, '')
          .match(/\d+/g) ?? [];
      expect(said).toEqual(list.map(([number]) => String(number)));
    }),
  );
});
