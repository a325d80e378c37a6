import { home, inProject, loadEnvironment } from './project.ts';
import { type RunOptions, runOnce } from './run-once.ts';
import { runWithDatabase } from './run-with-database.ts';
import { readLaunchSettings } from './settings.ts';
import { listenForStop } from './stopping.ts';

type CommandOptions = Pick<RunOptions, 'mayAsk'> & {
  /** Default true. */
  readonly needsDatabase?: boolean;
};

/**
 * Runs a command of the server with this process's arguments and the installation's settings, and ends with its exit
 * code. Failures before it starts go to standard error.
 * @param path in the project
 */
export async function runServerCommand(
  path: string,
  { needsDatabase = true, mayAsk = false }: CommandOptions = {},
): Promise<void> {
  const { asked } = listenForStop();
  try {
    loadEnvironment();
    const command = [inProject(path), ...process.argv.slice(2)];
    const options = { signal: asked, show: true, mayAsk };
    process.exitCode = (await (needsDatabase ? runWithDatabase : runAlone)(command, options)).code;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
  if (process.connected) process.disconnect();
}

function runAlone(command: readonly string[], options: RunOptions) {
  const env = { ...process.env, DATA_DIR: readLaunchSettings(process.env).dataDir };
  return runOnce([process.execPath, ...command], { ...options, env, cwd: home });
}
