import type { Db } from '#server/db/client.ts';
import type { IdentityPool } from '#server/providers/ports/identity-pool.ts';

import { findCredentials } from './credentials.repo.ts';
import { findIdentityOwner } from './identities.repo.ts';
import { type CodeDeps, identityCodes } from './identity-codes.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { recordSyncDue } from './identity-syncs.repo.ts';
import { isPasswordHashOf, hashPassword } from './password-hash.ts';
import { resetOwnPassword } from './reset-own-password.ts';

/** Stage `pre`: our own password hashes (docs/reference/decisions.md#identity). */
export function localIdentity(deps: CodeDeps & { readonly pool: Pick<IdentityPool, 'remove'> }): IdentityProvider {
  const { db, pool, mails } = deps;
  return {
    ...identityCodes(deps),

    async register({ password }) {
      return { kind: 'registered', stored: { passwordHash: await hashPassword(password), externalIdentityId: null } };
    },

    isEmailFree: () => Promise.resolve(true),

    async checkPassword(email, password) {
      const found = await findCredentials(db, email);
      const isRight = await isPasswordHashOf(found?.passwordHash ?? null, password);
      if (!found || !isRight) return { kind: 'wrong' };
      return { kind: 'right', userId: found.userId, credentialsRevision: found.credentialsRevision };
    },

    mustResetPassword: () => Promise.resolve(false),

    async resetPassword(request) {
      const own = await resetOwnPassword({ db, mails, accountChanged }, request);
      return own === null ? { kind: 'wrong_code' } : { kind: 'reset', firstProof: own.firstProof };
    },

    // Only we have records.
    findRecordedPhone: () => Promise.resolve(null),
    accountChanged,

    // An account that was migrated before the stage was set back still has an identity.
    remove: async ({ externalIdentityId }) =>
      externalIdentityId === null ? undefined : pool.remove(externalIdentityId),
  };
}

/** Keeps the identity of an account that was migrated earlier up to date, in case the stage changes back. */
async function accountChanged(userId: string, transaction: Db): Promise<void> {
  const owner = await findIdentityOwner(transaction, userId);
  if (owner && owner.identityId !== null) await recordSyncDue(transaction, userId);
}
