import { randomUUID } from 'node:crypto';

import type { Db } from '#server/db/client.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import type { Secret } from '#server/platform/secret.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

import {
  findOrCreateIdentity,
  type KnownPassword,
  migrateAccount,
  type MigrationOutcome,
  type MigrateAccountDeps,
} from '../identity-migration/migrate-account.ts';
import { meetsCognitoPasswordRules } from './cognito-password-rules.ts';
import { adoptPasswordHash, type Credentials, deletePasswordHash, findCredentials } from './credentials.repo.ts';
import { findIdentityOwner, recordMigrationFailure } from './identities.repo.ts';
import { identityCodes, type CodeDeps } from './identity-codes.ts';
import type { IdentityProvider, PasswordCheck, PasswordResetRequest } from './identity-provider.ts';
import { recordSyncDue } from './identity-syncs.repo.ts';
import { isPasswordHashOf, hashPassword } from './password-hash.ts';
import { checkAtPool, type PoolAttemptDeps, type PoolCaller, signInAfterReset } from './pool-attempts.ts';
import { resetOwnPassword } from './reset-own-password.ts';

export type CognitoIdentityDeps = CodeDeps &
  PoolAttemptDeps &
  MigrateAccountDeps & { readonly stage: 'during' | 'post'; readonly log: Log };

/** After this time an identity whose account was never written is an orphan, and the sync removes it. */
const orphanAfterSeconds = 120;

/** Refusals that another address may avoid: it breaks Cognito's rules, or those of the pool's own trigger. */
const addressRefusals: ReadonlySet<string | undefined> = new Set([
  'InvalidParameterException',
  'UserLambdaValidationException',
]);

/**
 * Stages `during` and `post`: passwords in Cognito (docs/reference/decisions.md#identity).
 *
 * In `during`, our hash counts too, every change is written to both, and logins work while Cognito is unavailable. In
 * `post`, Cognito decides, except for an identity that was migrated without its password: the first login that matches
 * our hash sets it there, and then the hash is deleted.
 */
export function cognitoIdentity(deps: CognitoIdentityDeps): IdentityProvider {
  const { db, pool, stage } = deps;
  return {
    ...identityCodes(deps),
    register: (account) => register(deps, account),
    checkPassword: (email, password, isKnownBrowser) => checkPassword(deps, { email, isKnownBrowser }, password),
    resetPassword: (request) => resetPassword(deps, request),

    async mustResetPassword(userId) {
      return stage === 'post' && (await findIdentityOwner(db, userId))?.identityId === null;
    },

    async isEmailFree(userId, email) {
      const found = await pool.find(email);
      return found === null || found.ownerId === userId;
    },

    async findRecordedPhone(userId) {
      const owner = await findIdentityOwner(db, userId);
      // A phone that we verified may have been removed for safety (docs/reference/security.md#t31).
      if (owner === null || owner.identityId === null || owner.isPhoneOurs === true) return null;
      return (await pool.find(owner.identityId))?.phoneNumber ?? null;
    },

    accountChanged: (userId, transaction) => accountChanged(deps, userId, transaction),

    async remove({ userId, externalIdentityId }) {
      const owned = externalIdentityId === null ? await pool.findOwnedBy(userId) : [externalIdentityId];
      for (const id of owned) await pool.remove(id);
    },
  };

  async function register(
    { log }: CognitoIdentityDeps,
    account: Parameters<IdentityProvider['register']>[0],
  ): ReturnType<IdentityProvider['register']> {
    const { userId, name, email, password } = account;
    if (!meetsCognitoPasswordRules(password.reveal())) return { kind: 'refused', field: 'password' };
    const passwordHash = stage === 'during' ? await hashPassword(password) : null;
    // Recorded first, so that an identity without an account is removed even if this process dies.
    await recordSyncDue(db, userId, orphanAfterSeconds);
    try {
      // The phone is added once it is verified.
      const details = { ownerId: userId, name, email, phoneNumber: null };
      const identityId = await findOrCreateIdentity({ db, pool }, details, { adoptsUnowned: false });
      if (identityId === null) return { kind: 'email_taken' };
      const given = await pool.setPassword(identityId, password);
      if (given === 'set') return { kind: 'registered', stored: { passwordHash, externalIdentityId: identityId } };
      await pool.remove(identityId);
      return { kind: 'refused', field: 'password' };
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      if (error.kind === 'rejected' && addressRefusals.has(error.code)) return { kind: 'refused', field: 'email' };
      if (passwordHash === null) throw error;
      log.warn({ event: 'identity_unavailable', ...errorFields(error) }, 'an account is created without its identity');
      return { kind: 'registered', stored: { passwordHash, externalIdentityId: null } };
    }
  }
}

/**
 * A wrong password costs one hash and one call to Cognito, and unknown browsers run into its limit, whether or not the
 * account exists (docs/reference/security.md#t5).
 */
async function checkPassword(deps: CognitoIdentityDeps, caller: PoolCaller, password: Secret): Promise<PasswordCheck> {
  const { db, stage } = deps;
  const { email } = caller;
  const found = await findCredentials(db, email);
  const passwordHash = found && decisiveHash(found, stage);
  if ((await isPasswordHashOf(passwordHash, password)) && found && passwordHash !== null) {
    return migrateOnLogin(deps, found, { password, passwordHash });
  }
  const identityId = found && identityToAsk(found, passwordHash, stage);
  const answer = await checkAtPool(deps, caller, { identityId: identityId ?? randomUUID(), password });
  if (answer.kind === 'limited') return answer;
  if (answer.kind === 'wrong' || !found || identityId === null) return { kind: 'wrong' };
  if (stage === 'post') await deletePasswordHash(db, found.userId);
  else await adoptPasswordHash(db, found, await hashPassword(password));
  return { kind: 'right', userId: found.userId, credentialsRevision: found.credentialsRevision };
}

/** Our hash if it decides: in `post` only until the identity has the password. */
function decisiveHash(found: Credentials, stage: 'during' | 'post'): string | null {
  return stage === 'during' || found.isPending || found.identityId === null ? found.passwordHash : null;
}

/**
 * The identity whose password decides, alone or together with the hash. A pending identity may have an older password.
 */
function identityToAsk(found: Credentials, passwordHash: string | null, stage: 'during' | 'post'): string | null {
  if (found.isPending) return null;
  return stage === 'during' || passwordHash === null ? found.identityId : null;
}

/** Sets the password on an identity that lacks it, after a login that matches our hash. */
async function migrateOnLogin(
  deps: CognitoIdentityDeps,
  { userId, credentialsRevision, identityId, isPending }: Credentials,
  known: KnownPassword,
): Promise<PasswordCheck> {
  const right = { kind: 'right', userId, credentialsRevision } as const;
  if (identityId !== null && !isPending) return right;
  if (deps.stage === 'post') {
    if (identityId === null) return { ...right, kind: 'migration_required' };
    return (await migrateAccount(deps, userId, known)) === 'migrated' ? right : { kind: 'wrong' };
  }
  await migrateIfPossible(deps, userId, known);
  return right;
}

/** Stage `during`: migrates the account, or leaves that to a later try. */
async function migrateIfPossible(deps: CognitoIdentityDeps, userId: string, known: KnownPassword): Promise<void> {
  const { db, log } = deps;
  let outcome: MigrationOutcome | ProviderError;
  try {
    outcome = await migrateAccount(deps, userId, known);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    outcome = error;
  }
  if (outcome === 'migrated' || outcome === 'gone') return;
  const code = typeof outcome === 'string' ? outcome : (outcome.code ?? outcome.kind);
  await recordMigrationFailure(db, userId, code);
  log.warn({ event: 'identity_not_moved', user: userId, code }, 'migrating an account failed');
}

async function accountChanged({ wakeSync }: CognitoIdentityDeps, userId: string, transaction: Db): Promise<void> {
  await recordSyncDue(transaction, userId);
  await wakeSync(transaction);
}

async function resetPassword(
  deps: CognitoIdentityDeps,
  request: PasswordResetRequest,
): ReturnType<IdentityProvider['resetPassword']> {
  const { db, mails, stage } = deps;
  const { userId, newPassword } = request;
  if (!meetsCognitoPasswordRules(newPassword.reveal())) return { kind: 'refused' };
  // Our hash first, so that the old password stops working even if the rest fails.
  const own = await resetOwnPassword(
    { db, mails, accountChanged: (id, transaction) => accountChanged(deps, id, transaction) },
    request,
  );
  if (own === null || userId === null) return { kind: 'wrong_code' };
  const { passwordHash, firstProof } = own;
  const known = { password: newPassword, passwordHash };
  if (stage === 'post') return { kind: await migrateAfterReset(deps, userId, known), firstProof };
  await migrateIfPossible(deps, userId, known);
  return { kind: 'reset', firstProof };
}

/** Stage `post`: gives the identity the new password. */
async function migrateAfterReset(
  deps: CognitoIdentityDeps,
  userId: string,
  known: KnownPassword,
): Promise<'reset' | 'not_accepted' | 'unavailable'> {
  try {
    const outcome = await migrateAccount(deps, userId, known);
    if (outcome === 'migrated') await signInAfterReset(deps, userId, known);
    return outcome === 'migrated' || outcome === 'gone' ? 'reset' : 'not_accepted';
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    deps.log.warn(
      { event: 'identity_unavailable', user: userId, ...errorFields(error) },
      'a reset awaits its identity',
    );
    // If there is an identity, our hash decides, and the next login sets the password on the identity.
    const owner = await findIdentityOwner(deps.db, userId);
    return owner !== null && owner.identityId !== null ? 'reset' : 'unavailable';
  }
}
