/** `npm run doctor`: checks every configured third party and prints what to do about each fault. */
import { join } from 'node:path';

import { openDatabase } from '#embedded/open-database.ts';

import { inProject, loadEnvironment } from '../lib/project.ts';
import { runOnce } from '../lib/run-once.ts';
import { readLaunchSettings } from '../lib/settings.ts';
import { listenForStop } from '../lib/stopping.ts';

const { asked } = listenForStop();
try {
  process.exitCode = await runDoctor();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
if (process.connected) process.disconnect();

/** Starts the embedded database for the duration of the check, unless it is already running. */
async function runDoctor(): Promise<number> {
  loadEnvironment();
  const { databaseUrl, dataDir } = readLaunchSettings(process.env);
  await using database = databaseUrl === null ? await openDatabase({ folder: join(dataDir, 'postgres') }) : null;
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? database?.url() };
  const { code } = await runOnce([process.execPath, inProject('server/doctor/main.ts')], {
    signal: asked,
    show: true,
    env,
  });
  return code;
}
