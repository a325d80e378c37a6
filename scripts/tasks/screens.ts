import { buildWeb } from '../lib/builds.ts';
/** `npm run screens -- review|readme|icons [options]`: builds the site, then runs the program of e2e/screens/. */
import { inProject } from '../lib/project.ts';
import { runOnce } from '../lib/run-once.ts';
import { listenForStop } from '../lib/stopping.ts';

const { asked } = listenForStop();
const [name = '', ...args] = process.argv.slice(2);

if (['review', 'readme', 'icons'].includes(name)) {
  await buildWeb(asked);
  const command = [process.execPath, inProject('e2e/screens', `${name}.ts`), ...args];
  const { code } = await runOnce(command, { signal: asked, show: true });
  process.exitCode = code;
} else {
  console.error('Usage: npm run screens -- review|readme|icons [options]');
  process.exitCode = 2;
}
if (process.connected) process.disconnect();
