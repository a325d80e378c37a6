import { openOwnDatabase } from './own-database.ts';
import { home } from './project.ts';
import { type Outcome, type RunOptions, runOnce } from './run-once.ts';
import { readLaunchSettings } from './settings.ts';

/**
 * Runs a program of the server with the installation's settings. Starts the embedded database for that time, unless it
 * is already running. Read `.env` first.
 * @throws with a message for the operator if the database cannot be started
 */
export async function runWithDatabase(command: readonly string[], options: RunOptions): Promise<Outcome> {
  const { databaseUrl, dataDir } = readLaunchSettings(process.env);
  await using database = databaseUrl === null ? await openOwnDatabase(dataDir) : null;
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? database?.url() };
  return await runOnce([process.execPath, ...command], { ...options, env, cwd: home });
}
