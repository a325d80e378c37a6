import { randomUUID } from 'node:crypto';

import { errorFields, type Log } from '#server/platform/log.ts';
import type { Secret } from '#server/platform/secret.ts';
import { ProviderError } from '#server/providers/ports.ts';
import type { IdentityProvider, PasswordCheck, PasswordResetRequest } from '#server/providers/ports/identity.ts';

import { codeCalls, type CodeParts } from './code-calls.ts';
import {
  adoptPasswordHash,
  type Credentials,
  dropPasswordHash,
  findCredentials,
  setPasswordHash,
} from './credentials.repo.ts';
import { findOwner, noteMoveFailed, noteSync } from './identities.repo.ts';
import { claimIdentity, type KnownPassword, moveAccount, type Moved, type MoveParts } from './move-account.ts';
import { usePasswordCode } from './password-codes.ts';
import { isPortablePassword } from './portable-password.ts';
import { isSlowHashOf, slowHash } from './slow-hash.ts';

export type CognitoIdentityParts = CodeParts & MoveParts & { readonly stage: 'during' | 'post'; readonly log: Log };

/** After so long, an identity whose account was never written is an orphan, and is removed. */
const orphanAfterSeconds = 120;

/**
 * Passwords in Cognito: stages `during` and `post` (decisions, "Identity").
 *
 * `during`, our hash counts as well, every change is made in both, and no one is kept out because Cognito is away.
 * `post`, Cognito decides, but for an identity that was moved without its password: the first login that is right by
 * our hash brings it over, and then the hash goes.
 */
export function cognitoIdentity(parts: CognitoIdentityParts): IdentityProvider {
  const { db, pool, stage } = parts;
  return {
    ...codeCalls(parts),
    register: (account) => register(parts, account),
    checkPassword: (email, password) => checkPassword(parts, email, password),
    resetPassword: (request) => resetPassword(parts, request),

    async recordedPhone(userId) {
      const owner = await findOwner(db, userId);
      if (owner === null || owner.identityId === null) return null;
      return (await pool.find(owner.identityId))?.phoneNumber ?? null;
    },

    async accountChanged(userId, transaction) {
      await noteSync(transaction, userId);
      await parts.wakeSync(transaction);
    },

    async remove({ userId, externalIdentityId }) {
      const owned = externalIdentityId === null ? await pool.findOwnedBy(userId) : [externalIdentityId];
      for (const id of owned) await pool.remove(id);
    },
  };

  async function register(
    { log }: CognitoIdentityParts,
    account: Parameters<IdentityProvider['register']>[0],
  ): ReturnType<IdentityProvider['register']> {
    const { userId, name, email, password } = account;
    if (!isPortablePassword(password.reveal())) return { kind: 'refused', field: 'password' };
    const passwordHash = stage === 'during' ? await slowHash(password) : null;
    // Before there is anything to forget: whatever becomes of this process, an identity without an account goes.
    await noteSync(db, userId, orphanAfterSeconds);
    try {
      // The phone follows once it is verified.
      const details = { ownerId: userId, name, email, phoneNumber: null };
      const identityId = await claimIdentity({ db, pool }, details, { adoptsUnowned: false });
      if (identityId === null) return { kind: 'email_taken' };
      const given = await pool.setPassword(identityId, password);
      if (given === 'set') return { kind: 'registered', stored: { passwordHash, externalIdentityId: identityId } };
      await pool.remove(identityId);
      return { kind: 'refused', field: 'password' };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      if (error.kind === 'rejected') return { kind: 'refused', field: 'email' };
      if (passwordHash === null) throw error;
      log.warn({ event: 'identity_away', ...errorFields(error) }, 'an account is made without its identity');
      return { kind: 'registered', stored: { passwordHash, externalIdentityId: null } };
    }
  }
}

/** Every wrong answer costs one of our hashes and one call, whoever asked for whom (security T5). */
async function checkPassword(parts: CognitoIdentityParts, email: string, password: Secret): Promise<PasswordCheck> {
  const { db, pool, stage } = parts;
  const found = await findCredentials(db, email);
  const passwordHash = found && countingHash(found, stage);
  if ((await isSlowHashOf(passwordHash, password)) && found && passwordHash !== null) {
    return bringOver(parts, found, { password, passwordHash });
  }
  const identityId = found && askedIdentity(found, passwordHash, stage);
  const isRight = await pool.isPassword(identityId ?? randomUUID(), password);
  if (!isRight || !found || identityId === null) return { kind: 'wrong' };
  if (stage === 'post') await dropPasswordHash(db, found.userId);
  else await adoptPasswordHash(db, found, await slowHash(password));
  return { kind: 'right', userId: found.userId };
}

/** Our hash, where it counts: `post`, only until the identity has the password. */
function countingHash(found: Credentials, stage: 'during' | 'post'): string | null {
  return stage === 'during' || found.isPending || found.identityId === null ? found.passwordHash : null;
}

/** The identity whose password counts too, or alone. One that lacks the password may hold an older one. */
function askedIdentity(found: Credentials, passwordHash: string | null, stage: 'during' | 'post'): string | null {
  if (found.isPending) return null;
  return stage === 'during' || passwordHash === null ? found.identityId : null;
}

/** The password was right by our hash: the identity gets it now, if it lacks it. */
async function bringOver(
  parts: CognitoIdentityParts,
  { userId, identityId, isPending }: Credentials,
  known: KnownPassword,
): Promise<PasswordCheck> {
  if (identityId !== null && !isPending) return { kind: 'right', userId };
  if (parts.stage === 'post') {
    if (identityId === null) return { kind: 'moved', userId };
    return (await moveAccount(parts, userId, known)) === 'moved' ? { kind: 'right', userId } : { kind: 'wrong' };
  }
  await moveIfPossible(parts, userId, known);
  return { kind: 'right', userId };
}

/** `during`: moving is for later if it cannot be now. */
async function moveIfPossible(parts: CognitoIdentityParts, userId: string, known: KnownPassword): Promise<void> {
  const { db, log } = parts;
  let outcome: Moved | ProviderError;
  try {
    outcome = await moveAccount(parts, userId, known);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    outcome = error;
  }
  if (outcome === 'moved' || outcome === 'gone') return;
  const code = typeof outcome === 'string' ? outcome : (outcome.code ?? outcome.kind);
  await noteMoveFailed(db, userId, code);
  log.warn({ event: 'identity_not_moved', user: userId, code }, 'an account is moved later');
}

async function resetPassword(
  parts: CognitoIdentityParts,
  { userId, requestHash, code, newPassword }: PasswordResetRequest,
): ReturnType<IdentityProvider['resetPassword']> {
  if (!isPortablePassword(newPassword.reveal())) return 'refused';
  if (!(await usePasswordCode(parts.db, { userId, requestHash }, code)) || userId === null) return 'wrong_code';
  const passwordHash = await slowHash(newPassword);
  // First here, so that the old password is dead whatever becomes of the rest.
  await setPasswordHash(parts.db, userId, passwordHash);
  const known = { password: newPassword, passwordHash };
  if (parts.stage === 'during') {
    await moveIfPossible(parts, userId, known);
    return 'reset';
  }
  const outcome = await moveAccount(parts, userId, known);
  return outcome === 'moved' || outcome === 'gone' ? 'reset' : 'refused';
}
