import type { Db } from '#server/db/client.ts';
import { crashPoint } from '#server/platform/crash-points.ts';
import type { Secret } from '#server/platform/secret.ts';
import type { IdentityDetails, IdentityPool } from '#server/providers/cognito/identity-pool.ts';
import { ProviderError } from '#server/providers/ports.ts';

import { settlePassword } from './credentials.repo.ts';
import { accountState, findOwner, linkIdentity, unlinkIdentity } from './identities.repo.ts';

export type MoveParts = {
  readonly db: Db;
  readonly pool: IdentityPool;
  /** Has `syncIdentities` run soon; inside a transaction when `db` is one. */
  readonly wakeSync: (db: Db) => Promise<void>;
};

/** A password that was typed, and its hash with the account: the one that the identity is to have. */
export type KnownPassword = { readonly password: Secret; readonly passwordHash: string };

/**
 * `refused`: there is an identity, but the service does not take the password. `taken`: the address belongs to the
 * identity of another account. `gone`: there is no such account.
 */
export type Moved = 'moved' | 'refused' | 'taken' | 'gone';

/**
 * Gives an account an identity, and the identity the account's password where that is known (a hash cannot be brought
 * over). Each step finds what an earlier try has done, so it may die anywhere, run again, and run twice at once.
 * @throws ProviderError
 */
export async function moveAccount(parts: MoveParts, userId: string, known: KnownPassword | null): Promise<Moved> {
  // A second round for an identity that someone removed at the service.
  for (const isLast of [false, true]) {
    const owner = await findOwner(parts.db, userId);
    if (!owner) return 'gone';
    const identityId = owner.identityId ?? (await newIdentity(parts, owner));
    if (identityId === 'taken' || identityId === 'gone') return identityId;
    if (known === null) return 'moved';
    const given = await parts.pool.setPassword(identityId, known.password);
    crashPoint('move.password');
    if (given === 'set') {
      await settlePassword(parts.db, userId, known.passwordHash);
      return 'moved';
    }
    if (given === 'refused' || isLast) return 'refused';
    await unlinkIdentity(parts.db, userId, identityId);
  }
  return 'refused';
}

async function newIdentity({ db, pool, wakeSync }: MoveParts, owner: IdentityDetails): Promise<string> {
  const identityId = await claimIdentity({ db, pool }, owner, { adoptsUnowned: true });
  if (identityId === null) return 'taken';
  crashPoint('move.created');
  const linked = await db.transaction().execute(async (transaction) => {
    const own = await linkIdentity(transaction, owner.ownerId, identityId);
    await wakeSync(transaction);
    return own;
  });
  crashPoint('move.linked');
  // Its owner has left in the meantime, or someone else's try has given it another.
  if (linked !== identityId) await pool.remove(identityId);
  return linked ?? 'gone';
}

/**
 * Makes the identity for an account, or finds the one that an earlier try has made. One that belonged to an account
 * which is gone is replaced: its deletion may still be on its way to it.
 * @param options `adoptsUnowned`: one that no one here made is taken over, password and all. Not for who signs up: the
 *   address is not proved
 * @returns null when the address is the identity of someone else
 */
export async function claimIdentity(
  { db, pool }: Pick<MoveParts, 'db' | 'pool'>,
  details: IdentityDetails,
  { adoptsUnowned }: { adoptsUnowned: boolean },
): Promise<string | null> {
  for (let round = 0; round < 3; round += 1) {
    const made = await pool.create(details);
    if (made !== null) return made;
    const found = await pool.find(details.email);
    if (!found) continue; // removed just now
    if (found.ownerId === details.ownerId) return found.id;
    if (found.ownerId === null) {
      if (!adoptsUnowned) return null;
      if (await pool.update(found.id, details)) return found.id;
      continue;
    }
    const owner = await accountState(db, found.ownerId);
    if (owner === 'living') return null;
    // A form that was sent twice: which of the two is written is known in a moment.
    if (owner === 'starting') throw new ProviderError('identity', 'unavailable', { code: 'starting' });
    await pool.remove(found.id);
  }
  return null;
}
