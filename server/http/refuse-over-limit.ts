import { accountCopy } from '#contract/account-copy.ts';
import { AppError } from '#server/platform/errors.ts';
import type { LimitOf, RateLimits } from '#server/platform/rate-limits.ts';

/**
 * Takes a point of every limit, or of none.
 * @param message for the person, without numbers; the waiting time goes into Retry-After
 * @throws AppError `rate_limited`; LimitUnavailable if a limit cannot be counted
 */
export async function refuseOverLimit(
  rateLimits: RateLimits,
  limits: readonly LimitOf[],
  message: string = accountCopy.tooManyRequests,
): Promise<void> {
  const refusal = await rateLimits.takeAll(limits);
  if (refusal === null) return;
  throw new AppError('rate_limited', message, { retryAfterSeconds: refusal.retryAfterSeconds });
}
