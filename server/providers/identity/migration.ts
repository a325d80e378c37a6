import { adminWords } from '#contract/admin-words.ts';
import { AppError } from '#server/platform/errors.ts';
import { errorFields, type Log } from '#server/platform/log.ts';
import { ProviderError } from '#server/providers/ports.ts';
import type { IdentityMigration } from '#server/providers/ports/identity-migration.ts';

import { groups } from './groups.ts';
import { noteMoveFailed } from './identities.repo.ts';
import { claimBatch, noteGroups, readFigures, releaseBatch } from './migration.repo.ts';
import { moveAccount, type MoveParts } from './move-account.ts';
import type { IdentityStage } from './staged-identity.ts';

type MigrationParts = MoveParts & { readonly stage: IdentityStage; readonly log: Log };

/** No account is begun after this: the operator's browser waits. */
const batchMs = 20_000;

/**
 * Moves accounts without their owners: they get an identity, and their password follows at the next login or reset.
 * Also in stage `post`, for who was never moved.
 */
export function identityMigration(parts: MigrationParts): IdentityMigration {
  const { db, pool, stage, wakeSync } = parts;
  return {
    stage,

    async migrate(limit) {
      refuseIn(stage);
      return migrateBatch(parts, await claimBatch(db, limit));
    },

    async setUpGroups() {
      refuseIn(stage);
      const before = await readFigures(db, groups.length);
      for (const { name, description } of groups) await pool.createGroup(name, description);
      await db.transaction().execute(async (transaction) => {
        await noteGroups(
          transaction,
          groups.map(({ name }) => name),
        );
        await wakeSync(transaction);
      });
      return before.groupsCreated ? adminWords.groupsExisted : adminWords.groupsCreated;
    },

    figures: () => readFigures(db, groups.length),
  };
}

function refuseIn(stage: IdentityStage): void {
  if (stage === 'pre') throw new AppError('conflict', adminWords.migrationOff);
}

async function migrateBatch(
  parts: MigrationParts,
  userIds: readonly string[],
): Promise<{ migrated: number; failed: number }> {
  const { db, log } = parts;
  const endsAt = performance.now() + batchMs;
  let [migrated, failed] = [0, 0];
  for (const [index, userId] of userIds.entries()) {
    const rest = userIds.slice(index);
    if (performance.now() > endsAt) {
      await releaseBatch(db, rest);
      break;
    }
    try {
      const outcome = await moveAccount(parts, userId, null);
      if (outcome === 'moved') migrated += 1;
      else if (outcome !== 'gone') {
        failed += 1;
        await noteMoveFailed(db, userId, outcome);
      }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      log.warn({ event: 'identity_not_moved', user: userId, ...errorFields(error) }, 'an account was not moved');
      if (error.kind !== 'rejected') {
        // The service is away: that is no fault of these accounts.
        await releaseBatch(db, rest);
        if (migrated + failed === 0) throw error;
        break;
      }
      failed += 1;
      await noteMoveFailed(db, userId, error.code ?? error.kind);
    }
  }
  return { migrated, failed };
}
