/** `npm run move [-- --undo]`: copies the database to the one in DATABASE_URL_NEXT, under load (docs/backup.md). */
import { inProject, loadEnvironment } from '../lib/project.ts';
import { runWithDatabase } from '../lib/run-with-database.ts';
import { listenForStop } from '../lib/stopping.ts';

const { asked } = listenForStop();
try {
  loadEnvironment();
  const command = [inProject('server/app/move-command.ts'), ...process.argv.slice(2)];
  process.exitCode = (await runWithDatabase(command, { signal: asked, show: true })).code;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
if (process.connected) process.disconnect();
