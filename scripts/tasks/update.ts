/** `npm run update [-- TAG|COMMIT|/FOLDER] [--despite-faults]`: prepares a release and switches to it (docs/releases.md). */
import { join } from 'node:path';

import { takeLock } from '../bootstrap/lock.mjs';
import { home, loadEnvironment } from '../lib/project.ts';
import { readLaunchSettings } from '../lib/settings.ts';
import { listenForStop } from '../lib/stopping.ts';
import { liveSchemaCheck } from '../releases/schema-check.ts';
import { answering, takeOver } from '../releases/take-over.ts';
import { update } from '../releases/update.ts';

const { asked } = listenForStop();
const say = (text: string): void => console.log(text);
const given = process.argv.slice(2);
const target = given.find((argument) => argument !== '--despite-faults');
const release = await takeLock(join(home, '.cache', 'release-lock'), () =>
  say('Another update or rollback is running; waiting for it.'),
);
try {
  loadEnvironment();
  const settings = readLaunchSettings(process.env);
  const before = await answering(settings);
  const despiteFaults = given.includes('--despite-faults');
  const options = { home, target, despiteFaults, checkSchema: liveSchemaCheck(asked), signal: asked, say };
  const switched = await update(options);
  if (switched === null) say('That is the release that runs already.');
  else {
    const { name, record } = switched;
    say(`Switched to ${name}.`);
    const command = process.env['RESTART_COMMAND'];
    const done = await takeOver({ settings, preparedAt: record.preparedAt, command, signal: asked, say }, before);
    if (!done) process.exitCode = 1;
  }
} catch (error) {
  console.error(asked.aborted ? 'Stopped. Nothing was changed.' : error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  release();
}
if (process.connected) process.disconnect();
