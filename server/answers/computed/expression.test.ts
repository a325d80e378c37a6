import fc from 'fast-check';
import { expect, test } from 'vitest';

import { evaluate } from './expression.ts';
import { writeNumber } from './write-number.ts';

const shown = (text: string): string | null => {
  const result = evaluate(text);
  if (result === null) return null;
  return result.kind === 'value' ? writeNumber(result.value).text : result.kind;
};

test('sums are exact, with the usual order of operations', () => {
  const rows: readonly (readonly [string, string | null])[] = [
    ['0.1 + 0.2', '0.3'],
    ['1.1 * 1.1', '1.21'],
    ['2 + 3 * 4', '14'],
    ['(2 + 3) * 4', '20'],
    ['-2^2', '-4'],
    ['(-2)^2', '4'],
    ['2^3^2', '512'],
    ['2^-2', '0.25'],
    ['10 - 4 - 3', '3'],
    ['100 / 5 / 2', '10'],
    ['1/3 + 1/6', '0.5'],
    ['1/3', '0.333333'],
    ['2/3', '0.666667'],
    ['1/7000', '0.0001429'],
    ['-7/2', '-3.5'],
    ['17 mod 5', '2'],
    ['5!', '120'],
    ['3!^2', '36'],
    ['25!', '1.5511 x 10^25'],
    ['sqrt 144', '12'],
    ['sqrt(2)', '1.414214'],
    ['sqrt 0.25', '0.5'],
    ['cbrt 27', '3'],
    ['sqrt 16 + 9', '13'],
    ['999999999999 * 999999999999', '999,999,999,998,000,000,000,001'],
    ['2^100', '1.2677 x 10^30'],
    ['1000000 * 0.000001', '1'],
    ['5 / 0', 'divided_by_zero'],
    ['5 mod 0', 'divided_by_zero'],
    ['sqrt(1 - 5)', 'root_of_negative'],
    ['0^0', null],
    ['2^0.5', null],
    ['2^99999', null],
    ['9^9^9', null],
    ['9999^999', null],
    ['1000!', null],
    ['2.5!', null],
    ['1 2', null],
    ['1 +', null],
    ['* 2', null],
    ['(1', null],
    ['1..2', null],
    ['', null],
    ['process', null],
    ['1 - - 1', '2'],
    ['1 - - - 1', null],
    [`${'('.repeat(30)}1${')'.repeat(30)}`, null],
    [`1${' + 1'.repeat(40)}`, null],
  ];
  for (const [sum, expected] of rows) expect([sum, shown(sum)]).toEqual([sum, expected]);
});

test('whole numbers are added, multiplied and divided as big integers are', () => {
  const number = fc.bigInt({ min: 0n, max: 10n ** 18n });
  fc.assert(
    fc.property(number, number, (a, b) => {
      expect(evaluate(`${a} + ${b}`)).toEqual({ kind: 'value', value: { n: a + b, d: 1n } });
      expect(evaluate(`${a} * ${b} - ${b}`)).toEqual({ kind: 'value', value: { n: a * b - b, d: 1n } });
      if (b > 0n) expect(evaluate(`${a} * ${b} / ${b}`)).toEqual({ kind: 'value', value: { n: a, d: 1n } });
    }),
    { numRuns: 50 },
  );
});
