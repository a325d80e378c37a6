import '#server/config/install-brand.ts';
import { keyOfBackup } from '#server/backup/backup-key.ts';
import { putDataFile } from '#server/backup/data-files.ts';
import { restoreBackup, verifyBackup } from '#server/backup/make-backup.ts';
import { loadRestoreSettings } from '#server/config/backup.ts';
import { loadConfig } from '#server/config/config.ts';

import { explainFailure } from './explain-failure.ts';
import { finishRestore } from './restore/finish-restore.ts';

/**
 * `npm run restore`, which starts the database: `node server/app/restore-command.ts verify FILE`, then `... load FILE`
 * into an empty database, then `... finish [--without-ledger]`, which can be repeated.
 */
const [step = '', ...args] = process.argv.slice(2);
try {
  console.log(await run());
} catch (error) {
  console.error(explainFailure(error));
  process.exitCode = 1;
}

/** @returns the sentences for the operator */
async function run(): Promise<string> {
  if (step === 'finish') return finishRestore(loadConfig(), { withoutLedger: args.includes('--without-ledger') });
  const [file = ''] = args;
  const { dataDir, databaseUrl, backup } = loadRestoreSettings();
  const key = keyOfBackup(backup, file);
  if (step === 'verify') {
    const { madeAt } = await verifyBackup(file, key);
    return `The backup of ${madeAt} is whole.`;
  }
  const { rows } = await restoreBackup(file, {
    key,
    databaseUrl,
    onFile: (name, body) => putDataFile(dataDir, name, body),
  });
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return `Loaded ${total} rows in ${Object.keys(rows).length} tables.`;
}
