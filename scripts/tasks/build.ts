/** `npm run build`: builds dist/, which with the sources is enough for a machine without development packages. */
import { buildServer, buildWeb } from '../lib/builds.ts';
import { takeNoArguments } from '../lib/no-arguments.ts';
import { runAsTask } from '../lib/run-as-task.ts';

takeNoArguments('Usage: npm run build   builds dist/ and takes no argument.');
await runAsTask(async (asked) => {
  await buildWeb(asked);
  await buildServer(asked);
  return 0;
});
