import { buildServer, buildWeb } from '../lib/builds.ts';
/** `npm run build`: builds dist/, which with the sources is enough for a machine without development packages. */
import { listenForStop } from '../lib/stopping.ts';

const { asked } = listenForStop();
try {
  await buildWeb(asked);
  await buildServer(asked);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
if (process.connected) process.disconnect();
