/** `npm run setup -- stripe|twilio|cognito`: creates or repairs at a third party what the doctor finds. */
import { home, inProject, loadEnvironment } from '../lib/project.ts';
import { runOnce } from '../lib/run-once.ts';
import { readLaunchSettings } from '../lib/settings.ts';
import { listenForStop } from '../lib/stopping.ts';

const { asked } = listenForStop();
try {
  loadEnvironment();
  const env = { ...process.env, DATA_DIR: readLaunchSettings(process.env).dataDir };
  const command = [process.execPath, inProject('server/doctor/setup-main.ts'), ...process.argv.slice(2)];
  process.exitCode = (await runOnce(command, { signal: asked, show: true, mayAsk: true, env, cwd: home })).code;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
if (process.connected) process.disconnect();
