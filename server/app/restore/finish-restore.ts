import { BackupError } from '#server/backup/backup-error.ts';
import { endRestore, restoreInProgress } from '#server/backup/restore-mode.repo.ts';
import type { Config } from '#server/config/config.ts';

/**
 * What a restored database must learn before the product may answer anything. Each step can be repeated; a failed one
 * leaves the database in restore mode.
 * @returns the report for the operator
 * @throws {BackupError}, the database's error, or ProviderError
 */
export async function finishRestore(config: Config): Promise<string> {
  const { url } = config.database;
  const restoring = await restoreInProgress(url);
  if (restoring === null) {
    throw new BackupError('No restore is in progress in this database.', 'Start one: npm run restore -- FILE.');
  }
  await endRestore(url);
  return 'Restored. Start Askline.';
}
