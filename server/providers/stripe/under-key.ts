import { setTimeout as wait } from 'node:timers/promises';

import Stripe from 'stripe';

const { errors } = Stripe;

/** How often one change can fail at Stripe within the day that it keeps the failures. */
const keysMax = 100;
const repeatAfterMs = 500;

/**
 * Makes a change once under a key, with one quick repeat. Stripe returns the saved answer of a key for a day, also when
 * that answer is a failure of its own (docs.stripe.com/api/idempotent_requests): such a key is used up, and the change
 * takes the next of its keys. An answer that was lost uses no key up. Concurrent calls share the keys and their order,
 * so they make the same change. One that Stripe made although it answered that it failed is asked for again: `change`
 * must allow for that.
 */
export async function underKey<T>(key: string, change: (options: Stripe.RequestOptions) => Promise<T>): Promise<T> {
  let isRepeat = false;
  for (let used = 0; ;) {
    try {
      // The client's own retries would see the saved failure, but not whether it is new.
      return await change({ idempotencyKey: used === 0 ? key : `${key}:${used + 1}`, maxNetworkRetries: 0 });
    } catch (error) {
      if (isSavedFailure(error) && used + 1 < keysMax) used += 1;
      else if (isPassing(error) && !isRepeat) {
        isRepeat = true;
        await wait(repeatAfterMs);
      } else throw error;
    }
  }
}

/** A failure of Stripe that was answered before under this key (docs.stripe.com/error-low-level). */
function isSavedFailure(error: unknown): boolean {
  if (!(error instanceof errors.StripeError) || error.statusCode === undefined) return false;
  return error.statusCode >= 500 && error.headers?.['idempotent-replayed'] === 'true';
}

/** What the client itself would repeat: no answer, another call with the key, a failure of Stripe. */
function isPassing(error: unknown): boolean {
  if (error instanceof errors.StripeConnectionError) return true;
  if (!(error instanceof errors.StripeError)) return false;
  return error.statusCode === 409 || Number(error.statusCode) >= 500;
}
