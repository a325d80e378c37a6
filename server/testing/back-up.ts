import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { dumpFacts } from '#server/app/dump-facts.ts';
import { makeBackup } from '#server/backup/make-backup.ts';
import { Secret } from '#server/platform/secret.ts';

import type { TestApp } from './test-app.ts';

export const backupKey = new Secret('a passphrase of the tests');

/** Makes a backup of the running product. @returns the file */
export async function backUp(app: TestApp): Promise<string> {
  const { config } = app.product.deps;
  const file = join(await mkdtemp(join(tmpdir(), 'askline-test-')), 'backup');
  const facts = dumpFacts(config);
  await makeBackup({ databaseUrl: config.database.url, dataDir: config.dataDir, key: backupKey, facts }, file);
  return file;
}
