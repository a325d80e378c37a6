import { expect, test } from 'vitest';

import { judgeRefusal } from './refusals.ts';

const refused = (status: number, code?: string, retryAfterMs?: number) => judgeRefusal({ status, code, retryAfterMs });

test('a pause that the carrier asks for holds texts up for ten seconds at most', () => {
  expect(refused(429, undefined, 3000)).toMatchObject({ kind: 'passes', whose: 'account', waitMs: 3000 });
  expect(refused(429, undefined, 3_600_000)).toMatchObject({ kind: 'passes', waitMs: 10_000 });
  expect(refused(409, undefined, 3_600_000)).toMatchObject({ kind: 'passes', whose: 'pair', waitMs: 10_000 });
  expect(refused(429)).toMatchObject({ kind: 'passes', waitMs: 1000 });
});

test.each([
  ['21611', 'number', 2000],
  ['30001', 'number', 2000],
  ['30022', 'number', 2000],
  ['30023', 'number', 20_000],
  ['14107', 'pair', 30_000],
])('the limit %s passes: a text waits for its %s', (code, whose, waitMs) => {
  expect(refused(400, code)).toEqual({ kind: 'passes', code: Number(code), whose, waitMs });
});

test.each([408, 425])('the status %i passes', (status) => {
  expect(refused(status)).toMatchObject({ kind: 'passes', whose: 'pair', code: status });
});
