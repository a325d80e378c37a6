/** `npm run doctor`: checks every configured third party and prints what to do about each fault. */
import { inProject, loadEnvironment } from '../lib/project.ts';
import { runWithDatabase } from '../lib/run-with-database.ts';
import { listenForStop } from '../lib/stopping.ts';

const { asked } = listenForStop();
try {
  loadEnvironment();
  const options = { signal: asked, show: true };
  process.exitCode = (await runWithDatabase([inProject('server/doctor/main.ts')], options)).code;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
if (process.connected) process.disconnect();
