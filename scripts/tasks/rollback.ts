/** `npm run rollback [-- RELEASE]`: switches to the previous release, or to the named one (docs/releases.md). */
import { home, loadEnvironment } from '../lib/project.ts';
import { runAsTask } from '../lib/run-as-task.ts';
import { readLaunchSettings } from '../lib/settings.ts';
import { currentRelease, listReleases } from '../releases/layout.ts';
import { returnTo, rollback } from '../releases/rollback.ts';
import { liveSchemaCheck } from '../releases/schema-check.ts';
import { answering, takeOver } from '../releases/take-over.ts';
import { takeReleaseLock } from '../releases/take-release-lock.ts';

const say = (text: string): void => console.log(text);
const [target] = process.argv.slice(2);

await runAsTask(runRollback, { ifStopped: 'Stopped. Nothing was changed.' });

async function runRollback(asked: AbortSignal): Promise<number> {
  const release = await takeReleaseLock({ home, task: 'rollback', say });
  try {
    loadEnvironment();
    const settings = readLaunchSettings(process.env);
    const before = await answering(settings);
    const left = currentRelease(home);
    const to = await rollback({ home, target, checkSchema: liveSchemaCheck(asked), signal: asked, say });
    say(`Switched back to ${to ?? 'the clone itself'}.`);
    const preparedAt = listReleases(home).find(({ name }) => name === to)?.record.preparedAt ?? null;
    const command = process.env['RESTART_COMMAND'];
    const wayBack = returnTo(home, left);
    return (await takeOver({ settings, preparedAt, command, wayBack, signal: asked, say }, before)) ? 0 : 1;
  } finally {
    release();
  }
}
