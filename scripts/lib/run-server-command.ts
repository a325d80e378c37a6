import { home, inProject, loadEnvironment } from './project.ts';
import { runAsTask } from './run-as-task.ts';
import { type RunOptions, runOnce } from './run-once.ts';
import { runWithDatabase } from './run-with-database.ts';
import { readLaunchSettings } from './settings.ts';

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
  await runAsTask(async (asked) => {
    loadEnvironment();
    const command = [inProject(path), ...process.argv.slice(2)];
    const options = { signal: asked, show: true, mayAsk };
    const { code } = await (needsDatabase ? runWithDatabase : runAlone)(command, options);
    return code;
  });
}

function runAlone(command: readonly string[], options: RunOptions) {
  const env = { ...process.env, DATA_DIR: readLaunchSettings(process.env).dataDir };
  return runOnce([process.execPath, ...command], { ...options, env, cwd: home });
}
