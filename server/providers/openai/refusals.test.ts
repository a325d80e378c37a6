import { APIError } from 'openai';
import { expect, test } from 'vitest';

import { failureOf, refusalOf } from './refusals.ts';

function refused(status: number, code: string | null, headers: Record<string, string> = {}) {
  return refusalOf(APIError.generate(status, { error: { code, message: 'a secret word' } }, 'x', new Headers(headers)));
}

test.each(['insufficient_quota', 'credit_balance_exhausted', 'billing_hard_limit_reached'])(
  'spent money (%s) is a fault of the account that no waiting cures, whatever its status',
  (code) => {
    for (const status of [429, 403]) {
      expect(refused(status, code, { 'retry-after': '2' })).toMatchObject({ kind: 'auth', code });
    }
  },
);

test.each([
  [402, 'auth'],
  [408, 'unavailable'],
  [409, 'unavailable'],
  [413, 'rejected'],
])('the status %i is told as %s', (status, kind) => {
  expect(refused(status, null)).toMatchObject({ kind, code: String(status) });
});

test.each([
  ['rate_limit_exceeded', 'rate_limited'],
  ['invalid_prompt', 'rejected'],
  ['bio_policy', 'rejected'],
  ['misalignment_policy_violation', 'rejected'],
  ['server_error', 'unavailable'],
])('a run that failed with %s is told as %s', (code, kind) => {
  expect(failureOf('failed', code)).toMatchObject({ kind, code });
});
