/** `npm run operator -- add|list|disable|reset [NAME]`: manages the operators' accounts for the admin area. */
import { inProject, loadEnvironment } from '../lib/project.ts';
import { runWithDatabase } from '../lib/run-with-database.ts';
import { listenForStop } from '../lib/stopping.ts';

const { asked } = listenForStop();
try {
  loadEnvironment();
  const command = [inProject('server/app/operator-command.ts'), ...process.argv.slice(2)];
  process.exitCode = (await runWithDatabase(command, { signal: asked, show: true })).code;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
if (process.connected) process.disconnect();
