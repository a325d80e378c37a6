/** `npm run update [-- TAG|COMMIT|/FOLDER] [--despite-faults]`: prepares a release and switches to it (docs/releases.md). */
import { home, loadEnvironment } from '../lib/project.ts';
import { runAsTask } from '../lib/run-as-task.ts';
import { readLaunchSettings } from '../lib/settings.ts';
import { currentRelease, listReleases } from '../releases/layout.ts';
import { liveSchemaCheck } from '../releases/schema-check.ts';
import { answering, takeOver, takeOverAgain } from '../releases/take-over.ts';
import { takeReleaseLock } from '../releases/take-release-lock.ts';
import { update } from '../releases/update.ts';

const say = (text: string): void => console.log(text);
const given = process.argv.slice(2);
const target = given.find((argument) => argument !== '--despite-faults');

await runAsTask(runUpdate, { ifStopped: 'Stopped. Nothing was changed.' });

async function runUpdate(asked: AbortSignal): Promise<number> {
  const release = await takeReleaseLock({ home, task: 'update', say });
  try {
    loadEnvironment();
    const settings = readLaunchSettings(process.env);
    const before = await answering(settings);
    const despiteFaults = given.includes('--despite-faults');
    const options = { home, target, despiteFaults, checkSchema: liveSchemaCheck(asked), signal: asked, say };
    const switched = await update(options);
    if (switched !== null) say(`Switched to ${switched.name}.`);
    const current = switched ?? listReleases(home).find(({ name }) => name === currentRelease(home));
    const preparedAt = current?.record.preparedAt ?? null;
    const command = process.env['RESTART_COMMAND'];
    const to = { settings, preparedAt, command, wayBack: 'npm run rollback', signal: asked, say };
    const done = await (switched === null ? takeOverAgain(to, before) : takeOver(to, before));
    return done ? 0 : 1;
  } finally {
    release();
  }
}
