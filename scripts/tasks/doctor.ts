/** `npm run doctor`: asks every configured third party whether it will work, and says what to do where it will not. */
import { join } from 'node:path';

import { openDatabase } from '#embedded/open-database.ts';

import { inProject, loadEnvironment } from '../lib/project.ts';
import { runOnce } from '../lib/run-once.ts';
import { readLaunchSettings } from '../lib/settings.ts';
import { listenForStop } from '../lib/stopping.ts';

const { asked } = listenForStop();
try {
  process.exitCode = await examine();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
if (process.connected) process.disconnect();

/** With the embedded database started for the time of the examination, unless it runs already. */
async function examine(): Promise<number> {
  loadEnvironment();
  const { databaseUrl, dataDir } = readLaunchSettings(process.env);
  await using database = databaseUrl === null ? await openDatabase({ folder: join(dataDir, 'postgres') }) : null;
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? database?.url() };
  const { code } = await runOnce([process.execPath, inProject('server/doctor.ts')], { signal: asked, show: true, env });
  return code;
}
