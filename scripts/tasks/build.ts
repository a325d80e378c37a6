/** `npm run build`: builds dist/, which with the sources is enough for a machine without development packages. */
import { buildServer, buildWeb } from '../lib/builds.ts';
import { takeNoArguments } from '../lib/no-arguments.ts';
import { listenForStop } from '../lib/stopping.ts';

takeNoArguments('Usage: npm run build   builds dist/ and takes no argument.');
const { asked } = listenForStop();
try {
  await buildWeb(asked);
  await buildServer(asked);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
if (process.connected) process.disconnect();
