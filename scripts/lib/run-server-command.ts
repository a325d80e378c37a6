import { inProject, loadEnvironment } from './project.ts';
import { runWithDatabase } from './run-with-database.ts';
import { listenForStop } from './stopping.ts';

/**
 * Runs a command of `server/app/` with this process's arguments under the installation's settings, and ends as it does.
 * What goes wrong before it begins is told on standard error.
 */
export async function runServerCommand(file: string): Promise<void> {
  const { asked } = listenForStop();
  try {
    loadEnvironment();
    const command = [inProject(`server/app/${file}`), ...process.argv.slice(2)];
    process.exitCode = (await runWithDatabase(command, { signal: asked, show: true })).code;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
  if (process.connected) process.disconnect();
}
