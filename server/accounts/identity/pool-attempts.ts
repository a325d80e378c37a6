import type { Db } from '#server/db/client.ts';
import type { RateLimits } from '#server/platform/rate-limits.ts';
import type { Secret } from '#server/platform/secret.ts';
import type { IdentityPool } from '#server/providers/ports/identity-pool.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

import type { AccountRules } from '../account-rules.ts';
import type { KnownPassword } from '../identity-migration/migrate-account.ts';
import { letHashDecide, recordIdentityPassword } from './credentials.repo.ts';
import { findIdentityOwner } from './identities.repo.ts';

/** What `checkAtPool` needs. */
export type PoolAttemptDeps = {
  readonly pool: Pick<IdentityPool, 'checkPassword'>;
  readonly rateLimits: Pick<RateLimits, 'take' | 'refund' | 'reset'>;
  readonly rules: Pick<AccountRules, 'loginAtCognito'>;
};

/** The email that a password was typed for, and whether the browser is known. */
export type PoolCaller = { readonly email: string; readonly isKnownBrowser: boolean };

type PoolAnswer =
  | { readonly kind: 'right' | 'wrong' }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number };

/** Cognito does not say how long its lock lasts; it is between a second and 15 minutes. */
const lockedRetrySeconds = 60;

/**
 * Checks a password at Cognito, whose lock after five wrong ones refuses the owner too
 * (docs/reference/security.md#t30). So unknown browsers together may fail four times, whether or not the account
 * exists; a known browser always reaches Cognito. A right password resets both counts.
 * @throws ProviderError, LimitUnavailable
 */
export async function checkAtPool(
  { pool, rateLimits, rules }: PoolAttemptDeps,
  { email, isKnownBrowser }: PoolCaller,
  { identityId, password }: { readonly identityId: string; readonly password: Secret },
): Promise<PoolAnswer> {
  const limitOfEmail = [rules.loginAtCognito, email.toLowerCase()] as const;
  // Before the check, so that concurrent attempts cannot exceed the limit.
  const taken = isKnownBrowser ? null : await rateLimits.take(...limitOfEmail);
  if (taken?.ok === false) return { kind: 'limited', retryAfterSeconds: taken.retryAfterSeconds };
  const answer = await pool.checkPassword(identityId, password).catch(async (error: unknown) => {
    // Cognito may have counted an attempt whose answer was lost.
    const mayCount = error instanceof ProviderError && error.kind === 'ambiguous';
    if (taken !== null && !mayCount) await rateLimits.refund(...limitOfEmail);
    throw error;
  });
  if (answer === 'right') await rateLimits.reset(...limitOfEmail);
  return answer === 'locked' ? { kind: 'limited', retryAfterSeconds: lockedRetrySeconds } : { kind: answer };
}

/**
 * Signs in with the new password after a reset has set it on the identity, which resets Cognito's count of wrong ones.
 * While Cognito is locked or unavailable, our hash decides, so that the owner can still log in.
 * @throws ProviderError
 */
export async function signInAfterReset(
  deps: PoolAttemptDeps & { readonly db: Db },
  userId: string,
  { password, passwordHash }: KnownPassword,
): Promise<void> {
  const { db } = deps;
  const owner = await findIdentityOwner(db, userId);
  if (owner === null || owner.identityId === null) return;
  await letHashDecide(db, userId, passwordHash);
  const { email, identityId } = owner;
  const { kind } = await checkAtPool(deps, { email, isKnownBrowser: true }, { identityId, password });
  if (kind === 'right') await recordIdentityPassword(db, userId, passwordHash);
}
