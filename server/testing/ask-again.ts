import { setTimeout as wait } from 'node:timers/promises';

/** Longer than a database on a busy machine is wrongly considered unavailable; shorter than a test's own limit. */
const patienceMs = 100_000;
/** Servers ask for half a minute, which suits people; a test tries earlier. */
const pauseMaxMs = 500;

/**
 * Makes a call like a client that honors `Retry-After`: repeats it while the response is a 503 with that header (RFC
 * 9110, sections 10.2.3 and 15.6.4). On a busy machine any call may get a 503; tests about the 503 call `fetch` directly.
 * @returns the last response; a 503 only after 100 s
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
