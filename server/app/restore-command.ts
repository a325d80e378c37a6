/**
 * `npm run restore`, which starts the database: `node server/app/restore-command.ts verify FILE`, then `... load FILE`
 * into an empty database, then `... finish [--without-ledger]`, which can be repeated. `... adopt [TIME]` replaces the
 * first two for a database that another tool set back.
 */
import '#server/config/install-brand.ts';
import { counted } from '#contract/counted.ts';
import { keyOfBackup } from '#server/backup/backup-key.ts';
import { putDataFile } from '#server/backup/data-files.ts';
import { restoreBackup, verifyBackup } from '#server/backup/make-backup.ts';
import { adoptRestored } from '#server/backup/restore-mode.repo.ts';
import { loadRestoreSettings } from '#server/config/backup.ts';
import { loadConfig } from '#server/config/config.ts';
import { OperatorError } from '#server/platform/operator-error.ts';

import { phoneHashProbe } from './dump-facts.ts';
import { finishRestore } from './restore/finish-restore.ts';
import { runCommand } from './run-command.ts';

await runCommand(run);

async function run([step = '', ...args]: readonly string[]): Promise<string> {
  if (step === 'finish') return finishRestore(loadConfig(), { withoutLedger: args.includes('--without-ledger') });
  if (step === 'adopt') return adopt(args[0]);
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
  return `Loaded ${counted(total, 'row')} in ${counted(Object.keys(rows).length, 'table')}.`;
}

async function adopt(time: string | undefined): Promise<string> {
  const at = time === undefined ? null : new Date(time);
  if (at !== null && Number.isNaN(at.getTime())) {
    throw new OperatorError(`${time} is not a time.`, 'Write it as in 2026-11-22T21:11:35Z.');
  }
  const config = loadConfig();
  const moment = await adoptRestored(config.database.url, phoneHashProbe(config), at);
  return `The database is as of ${moment.toISOString()}.`;
}
