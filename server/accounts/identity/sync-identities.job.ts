import { z } from 'zod';

import type { Db } from '#server/db/client.ts';
import { backoffSeconds } from '#server/db/due-rows.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import type { IdentityPool } from '#server/providers/ports/identity-pool.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

import { isGroupRecorded, usersGroup } from '../identity-migration/migration.repo.ts';
import { accountState, findIdentityOwner } from './identities.repo.ts';
import { claimDueSyncs, deleteSync, type DueSync, postponeSync } from './identity-syncs.repo.ts';

/** The job that updates identities from their accounts. */
export const syncIdentitiesQueue = { name: 'sync-identities', payload: z.object({}) } as const;

type SyncDeps = { readonly db: Db; readonly pool: IdentityPool; readonly log: Log };

/**
 * A pool takes about 25 writes per second by default (developer guide, "Quotas"): two calls per sync leave room for
 * logins.
 */
const batchSize = 4;

/** Runs due syncs until none is left, or until a whole batch fails because the service is unavailable. */
export async function syncIdentities(deps: SyncDeps): Promise<void> {
  for (;;) {
    const due = await claimDueSyncs(deps.db, batchSize);
    if (due.length === 0) return;
    const results = await Promise.all(due.map((sync) => runSync(deps, sync)));
    if (!results.includes(true)) return;
  }
}

async function runSync(deps: SyncDeps, sync: DueSync): Promise<boolean> {
  const { db, log } = deps;
  const { userId, tries } = sync;
  try {
    await syncIdentity(deps, userId);
    await deleteSync(db, sync);
    return true;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    log.warn({ event: 'identity_not_synced', user: userId, ...errorFields(error) }, 'syncing an identity failed');
    await postponeSync(db, sync, backoffSeconds(tries));
    return false;
  }
}

async function syncIdentity({ db, pool }: SyncDeps, userId: string): Promise<void> {
  const owner = await findIdentityOwner(db, userId);
  if (owner) {
    if (owner.identityId === null || !(await pool.update(owner.identityId, owner))) return;
    if (await isGroupRecorded(db, usersGroup)) await pool.addToGroup(owner.identityId, usersGroup);
    return;
  }
  // A deletion in progress removes the identity. Otherwise the account was never written and the identity is an orphan.
  if ((await accountState(db, userId)) === 'deleting') return;
  for (const id of await pool.findOwnedBy(userId)) await pool.remove(id);
}
