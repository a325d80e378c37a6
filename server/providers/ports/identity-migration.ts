import type { MigrationStage } from '#contract/admin.ts';

/** Moving accounts to the external identity service, as the admin area drives it (decisions, "Identity"). */
export interface IdentityMigration {
  readonly stage: MigrationStage;
  /**
   * Moves up to `limit` accounts that have no identity yet. Safe to repeat after a crash at any step.
   * @throws AppError `conflict` in a stage in which no one is moved; ProviderError
   */
  migrate(limit: 1 | 10): Promise<{ readonly migrated: number; readonly failed: number }>;
  /**
   * Makes the groups that are missing. @returns a sentence for the operator
   * @throws AppError `conflict` in a stage without the service; ProviderError
   */
  setUpGroups(): Promise<string>;
  /** From our own tables; asks no one. */
  figures(): Promise<MigrationFigures>;
}

export type MigrationFigures = {
  /** Accounts whose last try failed, and who still wait. */
  readonly failedMigrations: number;
  /** Groups that are known to exist. */
  readonly groupsCount: number;
  readonly groupsCreated: boolean;
  /** The user's id. */
  readonly lastMigratedUser: string | null;
  readonly lastMigrationTime: Date | null;
};
