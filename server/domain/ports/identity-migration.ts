import type { MigrationStage } from '#contract/admin.ts';

/**
 * Migrates accounts to the external identity service, controlled by the admin area (docs/reference/decisions.md#identity).
 */
export interface IdentityMigration {
  readonly stage: MigrationStage;
  /**
   * Moves up to `limit` accounts that have no identity yet. Safe to repeat after a crash at any step.
   * @throws AppError `conflict` in a stage without migration; ProviderError
   */
  migrate(limit: 1 | 10): Promise<{ readonly migrated: number; readonly failed: number }>;
  /**
   * Creates the missing groups. @returns a sentence for the operator
   * @throws AppError `conflict` in a stage without the service; ProviderError
   */
  setUpGroups(): Promise<string>;
  /** The progress, from our own tables without a call to the service. */
  figures(): Promise<MigrationFigures>;
}

export type MigrationFigures = {
  /** Accounts that are still to be migrated and whose last attempt failed. */
  readonly failedMigrations: number;
  /** How many groups are known to exist. */
  readonly groupsCount: number;
  readonly groupsCreated: boolean;
  /** The user's id. */
  readonly lastMigratedUser: string | null;
  readonly lastMigrationTime: Date | null;
};
