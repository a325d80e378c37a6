import { adminWords } from '#contract/admin-words.ts';
import { AppError } from '#server/platform/errors.ts';
import type { IdentityMigration } from '#server/providers/ports/identity-migration.ts';

function refuse(): Promise<never> {
  return Promise.reject(new AppError('conflict', adminWords.migrationOff));
}

/** Stage `pre`: passwords are ours, and nobody is moved anywhere. */
export function noMigration(): IdentityMigration {
  return {
    migrate: refuse,
    setUpGroups: refuse,
    figures: async () => ({
      failedMigrations: 0,
      groupsCount: 0,
      groupsCreated: false,
      lastMigratedUser: null,
      lastMigrationTime: null,
    }),
  };
}
