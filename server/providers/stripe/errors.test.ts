import Stripe from 'stripe';
import { expect, test } from 'vitest';

import { paymentsError } from './errors.ts';
import { underKey } from './under-key.ts';

const { errors } = Stripe;
type Raw = ConstructorParameters<typeof errors.StripeAPIError>[0];
const raw = (statusCode: number, more: object = {}) =>
  ({ message: 'Why.', type: 'api_error', statusCode, ...more }) as Raw;

test('the wait that Stripe asks for is passed on', () => {
  const limited = new errors.StripeRateLimitError(raw(429, { headers: { 'retry-after': '7' } }));
  expect(paymentsError(limited)).toMatchObject({ kind: 'rate_limited', retryAfterMs: 7000 });
});

test('a call that is still under way with the same key is no refusal, and another change under a used key is one', () => {
  const busy = new errors.StripeIdempotencyError(raw(409));
  expect(paymentsError(busy)).toMatchObject({ kind: 'unavailable', code: 'in_progress' });
  const other = new errors.StripeIdempotencyError(raw(400));
  expect(paymentsError(other)).toMatchObject({ kind: 'rejected', code: 'idempotency_error' });
});

test.each([409, 500])(
  'a change that Stripe answers with %i is asked for once more, under the same key',
  async (status) => {
    /** A change that fails so many times. @returns what it came to, and the keys that it was asked for under */
    const askedFor = async (times: number) => {
      const keys: unknown[] = [];
      const change = async ({ idempotencyKey }: Stripe.RequestOptions) => {
        keys.push(idempotencyKey);
        if (keys.length <= times) throw new errors.StripeAPIError(raw(status));
        return 'done';
      };
      const result: unknown = await underKey('key', change).catch((error: unknown) => error);
      return { result, keys };
    };
    const [once, twice] = await Promise.all([askedFor(1), askedFor(2)]);
    expect(once).toEqual({ result: 'done', keys: ['key', 'key'] });
    expect(twice).toMatchObject({ result: { statusCode: status }, keys: ['key', 'key'] });
  },
);
