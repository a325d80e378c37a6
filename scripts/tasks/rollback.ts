/** `npm run rollback [-- RELEASE]`: switches to the previous release, or to the named one (docs/releases.md). */
import { home, loadEnvironment } from '../lib/project.ts';
import { readLaunchSettings } from '../lib/settings.ts';
import { listenForStop } from '../lib/stopping.ts';
import { currentRelease, listReleases } from '../releases/layout.ts';
import { returnTo, rollback } from '../releases/rollback.ts';
import { liveSchemaCheck } from '../releases/schema-check.ts';
import { answering, takeOver } from '../releases/take-over.ts';
import { takeReleaseLock } from '../releases/take-release-lock.ts';

const { asked } = listenForStop();
const say = (text: string): void => console.log(text);
const [target] = process.argv.slice(2);
let release: (() => void) | undefined;
try {
  release = await takeReleaseLock({ home, task: 'rollback', say });
  loadEnvironment();
  const settings = readLaunchSettings(process.env);
  const before = await answering(settings);
  const left = currentRelease(home);
  const to = await rollback({ home, target, checkSchema: liveSchemaCheck(asked), signal: asked, say });
  say(`Switched back to ${to ?? 'the clone itself'}.`);
  const preparedAt = listReleases(home).find(({ name }) => name === to)?.record.preparedAt ?? null;
  const command = process.env['RESTART_COMMAND'];
  const wayBack = returnTo(home, left);
  if (!(await takeOver({ settings, preparedAt, command, wayBack, signal: asked, say }, before))) process.exitCode = 1;
} catch (error) {
  console.error(asked.aborted ? 'Stopped. Nothing was changed.' : error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  release?.();
}
if (process.connected) process.disconnect();
