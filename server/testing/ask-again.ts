import { setTimeout as wait } from 'node:timers/promises';

/** Longer than a database on a busy machine counts as away for no reason; shorter than a test's own limit. */
const patienceMs = 45_000;
/** Servers ask for half a minute, which suits people; a test tries somewhat earlier. */
const pauseMaxMs = 500;

/**
 * Makes a call as a client does that heeds `Retry-After`: while the answer is a 503 that names a time, it tries again
 * (RFC 9110, sections 10.2.3 and 15.6.4). A busy machine turns any call into a 503 now and then, and no test is about
 * that unless it says so: those call `fetch` themselves.
 * @returns the last answer, a 503 only after 45 s of them
 */
export async function askAgain(call: () => Promise<Response>): Promise<Response> {
  const endsAt = performance.now() + patienceMs;
  for (;;) {
    const response = await call();
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    if (response.status !== 503 || Number.isNaN(seconds) || performance.now() > endsAt) return response;
    await response.body?.cancel();
    await wait(Math.min(seconds * 1000, pauseMaxMs));
  }
}
