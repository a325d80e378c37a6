import type { IdentityPool } from '#server/providers/cognito/identity-pool.ts';
import type { IdentityProvider } from '#server/providers/ports/identity.ts';

import { codeCalls, type CodeParts } from './code-calls.ts';
import { findCredentials, setPasswordHash } from './credentials.repo.ts';
import { findOwner, noteSync } from './identities.repo.ts';
import { usePasswordCode } from './password-codes.ts';
import { isSlowHashOf, slowHash } from './slow-hash.ts';

/** Passwords and codes of our own: stage `pre` (decisions, "Identity"). */
export function ownIdentity(parts: CodeParts & { readonly pool: Pick<IdentityPool, 'remove'> }): IdentityProvider {
  const { db, pool } = parts;
  return {
    ...codeCalls(parts),

    async register({ password }) {
      return { kind: 'registered', stored: { passwordHash: await slowHash(password), externalIdentityId: null } };
    },

    async checkPassword(email, password) {
      const found = await findCredentials(db, email);
      const isRight = await isSlowHashOf(found?.passwordHash ?? null, password);
      return found && isRight ? { kind: 'right', userId: found.userId } : { kind: 'wrong' };
    },

    async resetPassword({ userId, requestHash, code, newPassword }) {
      if (!(await usePasswordCode(db, { userId, requestHash }, code)) || userId === null) return 'wrong_code';
      await setPasswordHash(db, userId, await slowHash(newPassword));
      return 'reset';
    },

    // There is no other record than ours.
    recordedPhone: () => Promise.resolve(null),
    // For the day when an account that was moved before is in the other stages again.
    async accountChanged(userId, transaction) {
      const owner = await findOwner(transaction, userId);
      if (owner && owner.identityId !== null) await noteSync(transaction, userId);
    },

    // An account that was moved, before this stage was returned to, has an identity all the same.
    remove: async ({ externalIdentityId }) =>
      externalIdentityId === null ? undefined : pool.remove(externalIdentityId),
  };
}
