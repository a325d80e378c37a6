/** `npm run customers -- list [--service-number NUMBER] [--paying]`: customers as CSV (docs/operating.md). */
import { inProject, loadEnvironment } from '../lib/project.ts';
import { runWithDatabase } from '../lib/run-with-database.ts';
import { listenForStop } from '../lib/stopping.ts';

const { asked } = listenForStop();
try {
  loadEnvironment();
  const command = [inProject('server/app/customers-command.ts'), ...process.argv.slice(2)];
  const options = { signal: asked, show: true };
  process.exitCode = (await runWithDatabase(command, options)).code;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
if (process.connected) process.disconnect();
