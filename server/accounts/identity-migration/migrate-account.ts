import type { Db } from '#server/db/client.ts';
import { crashPoint } from '#server/platform/crash-points.ts';
import type { Secret } from '#server/platform/secret.ts';
import type { IdentityDetails, IdentityPool } from '#server/providers/ports/identity-pool.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

import { recordIdentityPassword } from '../identity/credentials.repo.ts';
import { accountState, findIdentityOwner, linkIdentity, unlinkIdentity } from '../identity/identities.repo.ts';

export type MigrateAccountDeps = {
  readonly db: Db;
  readonly pool: IdentityPool;
  /** Starts `syncIdentities` soon; with the commit when `db` is a transaction. */
  readonly wakeSync: (db: Db) => Promise<void>;
};

/** A password as typed, with the account's hash of it. */
export type KnownPassword = { readonly password: Secret; readonly passwordHash: string };

/**
 * `refused`: the account has an identity, but the service refused the password. `taken`: the address belongs to the
 * identity of another account. `gone`: the account does not exist.
 */
export type MigrationOutcome = 'migrated' | 'refused' | 'taken' | 'gone';

/**
 * Gives an account an identity, and sets the account's password on it if that is known (a hash cannot be imported).
 * Each step finds what an earlier try has done, so this may crash anywhere, be repeated, and run concurrently.
 * @throws ProviderError
 */
export async function migrateAccount(
  deps: MigrateAccountDeps,
  userId: string,
  known: KnownPassword | null,
): Promise<MigrationOutcome> {
  // A second round, in case the identity was removed at the service.
  for (const isLast of [false, true]) {
    const owner = await findIdentityOwner(deps.db, userId);
    if (!owner) return 'gone';
    const identityId = owner.identityId ?? (await createLinkedIdentity(deps, owner));
    if (identityId === 'taken' || identityId === 'gone') return identityId;
    if (known === null) return 'migrated';
    const given = await deps.pool.setPassword(identityId, known.password);
    crashPoint('migrate.password');
    if (given === 'set') {
      await recordIdentityPassword(deps.db, userId, known.passwordHash);
      return 'migrated';
    }
    if (given === 'refused' || isLast) return 'refused';
    await unlinkIdentity(deps.db, userId, identityId);
  }
  return 'refused';
}

async function createLinkedIdentity(
  { db, pool, wakeSync }: MigrateAccountDeps,
  owner: IdentityDetails,
): Promise<string> {
  const identityId = await findOrCreateIdentity({ db, pool }, owner, { adoptsUnowned: true });
  if (identityId === null) return 'taken';
  crashPoint('migrate.created');
  const linked = await db.transaction().execute(async (transaction) => {
    const own = await linkIdentity(transaction, owner.ownerId, identityId);
    await wakeSync(transaction);
    return own;
  });
  crashPoint('migrate.linked');
  // In the meantime the account was deleted, or a concurrent try linked another identity.
  if (linked !== identityId) await pool.remove(identityId);
  return linked ?? 'gone';
}

/**
 * Creates the identity of an account, or finds the one that an earlier try created. An identity of an account that no
 * longer exists is replaced, not reused: that account's deletion may still be about to remove it.
 * @param options `adoptsUnowned`: takes over an identity that we did not create, with its password. Never for a
 *   sign-up, whose address is not proven
 * @returns null when the address belongs to another identity
 */
export async function findOrCreateIdentity(
  { db, pool }: Pick<MigrateAccountDeps, 'db' | 'pool'>,
  details: IdentityDetails,
  { adoptsUnowned }: { adoptsUnowned: boolean },
): Promise<string | null> {
  for (let round = 0; round < 3; round += 1) {
    const made = await pool.create(details);
    if (made !== null) return made;
    const found = await pool.find(details.email);
    if (!found) continue; // removed a moment ago
    if (found.ownerId === details.ownerId) return found.id;
    if (found.ownerId === null) {
      if (!adoptsUnowned) return null;
      if (await pool.update(found.id, details)) return found.id;
      continue;
    }
    const owner = await accountState(db, found.ownerId);
    if (owner === 'active') return null;
    // A form that was submitted twice: we'll know in a moment which one wins.
    if (owner === 'starting') throw new ProviderError('identity', 'unavailable', { code: 'starting' });
    await pool.remove(found.id);
  }
  return null;
}
