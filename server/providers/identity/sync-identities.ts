import { sql } from 'kysely';
import { z } from 'zod';

import type { Db } from '#server/db/client.ts';
import { errorFields, type Log } from '#server/platform/log.ts';
import type { IdentityPool } from '#server/providers/cognito/identity-pool.ts';
import { ProviderError } from '#server/providers/ports.ts';

import { USERS } from './groups.ts';
import { accountState, findOwner } from './identities.repo.ts';

/** Brings identities in line with their accounts. */
export const syncIdentitiesQueue = { name: 'sync-identities', payload: z.object({}) } as const;

type SyncParts = { readonly db: Db; readonly pool: IdentityPool; readonly log: Log };
type Due = { readonly userId: string; readonly revision: number; readonly tries: number };

const leaseMinutes = 2;
/** A pool takes some 25 writes a second by default (developer guide, "Quotas"): two calls each leave room for logins. */
const atOnce = 4;
/** Half a minute, one, two, four ..., at most an hour; it is tried for ever. */
const waitMaxSeconds = 3600;

/** Goes on until nothing is due, or the service is away. */
export async function syncIdentities(parts: SyncParts): Promise<void> {
  for (;;) {
    const due = await claimDue(parts.db);
    if (due.length === 0) return;
    const isDone = await Promise.all(due.map((one) => syncOne(parts, one)));
    if (isDone.every((done) => !done)) return;
  }
}

async function claimDue(db: Db): Promise<Due[]> {
  const { rows } = await sql<Due>`
    update identity_syncs set tries = least(tries + 1, 100), due_at = now() + ${leaseMinutes} * interval '1 minute'
     where user_id in (select user_id from identity_syncs where due_at <= now()
                        order by due_at limit ${atOnce} for update skip locked)
    returning user_id as "userId", revision, tries`.execute(db);
  return rows;
}

async function syncOne(parts: SyncParts, { userId, revision, tries }: Due): Promise<boolean> {
  const { db, log } = parts;
  try {
    await bringInLine(parts, userId);
    await sql`delete from identity_syncs where user_id = ${userId} and revision = ${revision}`.execute(db);
    return true;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ event: 'identity_not_synced', user: userId, ...errorFields(error) }, 'an identity is synced later');
    const waitSeconds = Math.min(30 * 2 ** Math.min(tries - 1, 10), waitMaxSeconds);
    await sql`
      update identity_syncs set due_at = now() + ${waitSeconds} * interval '1 second'
       where user_id = ${userId} and revision = ${revision}`.execute(db);
    return false;
  }
}

async function bringInLine({ db, pool }: SyncParts, userId: string): Promise<void> {
  const owner = await findOwner(db, userId);
  if (owner) {
    if (owner.identityId === null || !(await pool.update(owner.identityId, owner))) return;
    const groups = await db.selectFrom('identity_groups').select('name').where('name', '=', USERS).execute();
    if (groups.length > 0) await pool.addToGroup(owner.identityId, USERS);
    return;
  }
  // Its deletion knows the identity and removes it. Else the account was never written: no one else will.
  if ((await accountState(db, userId)) === 'leaving') return;
  for (const id of await pool.findOwnedBy(userId)) await pool.remove(id);
}
