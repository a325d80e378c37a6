import { signatureHeader } from './signature.ts';

/** An endpoint that has not answered by then has failed. */
const TIMEOUT_MS = 10_000;

type Sending = {
  readonly url: string;
  readonly body: string;
  readonly secrets: readonly string[];
  /** Unix seconds. */
  readonly now: number;
  readonly signal: AbortSignal;
};

/** Sends a signed event. @returns whether the endpoint took it, that is, answered 2xx in time; never throws */
export async function postEvent({ url, body, secrets, now, signal }: Sending): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        'stripe-signature': signatureHeader(body, secrets, now),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false; // not reachable, or too slow: tried again
  }
}
