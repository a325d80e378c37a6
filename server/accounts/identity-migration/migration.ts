import { adminCopy } from '#contract/admin-copy.ts';
import type { IdentityMigration } from '#server/domain/ports/identity-migration.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import { AppError } from '#server/platform/errors.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

import { recordMigrationFailure } from '../identity/identities.repo.ts';
import type { IdentityStage } from '../identity/identity.ts';
import { migrateAccount, type MigrateAccountDeps } from './migrate-account.ts';
import { claimBatch, identityGroups, readFigures, recordGroups, releaseBatch } from './migration.repo.ts';

type IdentityMigrationDeps = MigrateAccountDeps & { readonly stage: IdentityStage; readonly log: Log };

/** A batch starts no other account after this time, because the operator's browser is waiting for it. */
const batchMs = 20_000;

/**
 * Migrates accounts in batches, without their owners: each gets an identity, and its password follows at the next login
 * or reset. Available in stage `post` too, for accounts that were never migrated.
 */
export function identityMigration(deps: IdentityMigrationDeps): IdentityMigration {
  const { db, pool, stage, wakeSync } = deps;
  return {
    stage,

    async migrate(limit) {
      requireMigrationStage(stage);
      return migrateBatch(deps, await claimBatch(db, limit));
    },

    async setUpGroups() {
      requireMigrationStage(stage);
      const before = await readFigures(db);
      for (const { name, description } of identityGroups) await pool.createGroup(name, description);
      await db.transaction().execute(async (transaction) => {
        await recordGroups(
          transaction,
          identityGroups.map(({ name }) => name),
        );
        await wakeSync(transaction);
      });
      return before.groupsCreated ? adminCopy.groupsExisted : adminCopy.groupsCreated;
    },

    figures: () => readFigures(db),
  };
}

function requireMigrationStage(stage: IdentityStage): void {
  if (stage === 'pre') throw new AppError('conflict', adminCopy.migrationOff);
}

async function migrateBatch(
  deps: IdentityMigrationDeps,
  userIds: readonly string[],
): Promise<{ migrated: number; failed: number }> {
  const { db, log } = deps;
  const endsAt = performance.now() + batchMs;
  let [migrated, failed] = [0, 0];
  for (const [index, userId] of userIds.entries()) {
    const rest = userIds.slice(index);
    if (performance.now() > endsAt) {
      await releaseBatch(db, rest);
      break;
    }
    try {
      const outcome = await migrateAccount(deps, userId, null);
      if (outcome === 'migrated') migrated += 1;
      else if (outcome !== 'gone') {
        failed += 1;
        await recordMigrationFailure(db, userId, outcome);
      }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      log.warn({ event: 'identity_not_moved', user: userId, ...errorFields(error) }, 'an account was not migrated');
      if (error.kind !== 'rejected') {
        // The service is unavailable: do not count it as a failure of these accounts.
        await releaseBatch(db, rest);
        if (migrated + failed === 0) throw error;
        break;
      }
      failed += 1;
      await recordMigrationFailure(db, userId, error.code ?? error.kind);
    }
  }
  return { migrated, failed };
}
