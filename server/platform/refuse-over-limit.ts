import { AppError } from './errors.ts';
import { type Limit, LimitUnavailable, type RateLimits } from './rate-limits.ts';

/**
 * Takes a point for `key`, or refuses the call.
 * @param message what the person is told, without numbers; the waiting time goes into Retry-After
 * @throws AppError `rate_limited`, or `temporarily_unavailable` where the limit cannot be counted
 */
export async function refuseOverLimit(
  rateLimits: RateLimits,
  limit: Limit,
  { key, message }: { key: string; message: string },
): Promise<void> {
  const taken = await rateLimits.take(limit, key).catch((error: unknown) => {
    if (!(error instanceof LimitUnavailable)) throw error;
    throw new AppError('temporarily_unavailable', 'We are having a problem right now. Please try again in a minute.', {
      retryAfterSeconds: 60,
      cause: error,
    });
  });
  if (!taken.ok) throw new AppError('rate_limited', message, { retryAfterSeconds: taken.retryAfterSeconds });
}
