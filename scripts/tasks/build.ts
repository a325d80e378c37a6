/** `npm run build`: builds dist/, which with the sources is enough for a machine without development packages. */
import { listenForStop } from '../lib/stopping.ts';
import { buildWeb } from '../lib/web-build.ts';

const { asked } = listenForStop();
try {
  await buildWeb(asked);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
if (process.connected) process.disconnect();
