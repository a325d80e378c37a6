import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

import { counted } from '#contract/counted.ts';

import {
  currentRelease,
  folderOf,
  listReleases,
  type Release,
  removeLeftovers,
  removeOldReleases,
  removeRelease,
  switchTo,
  writeRecord,
} from './layout.ts';
import { runTask } from './run-task.ts';
import type { SchemaCheck } from './schema-check.ts';
import { packagesFor, requireSpace, seedPackages } from './seed-packages.ts';
import { exportSource, findSource, hasLocalChanges, type Source } from './source.ts';

export type UpdateOptions = {
  /** The installation's folder. */
  readonly home: string;
  /** A tag, branch, commit or folder; undefined: the newest version. */
  readonly target: string | undefined;
  /** Whether to switch although the new release's doctor finds faults. */
  readonly despiteFaults: boolean;
  readonly checkSchema: SchemaCheck;
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
};

/**
 * Prepares the release in a folder of its own while the current one runs: its files, its packages, its build, its schema
 * against the live database, its doctor. Only then the link changes. Call it with the lock.
 * @returns what runs from the next start on; null if it did before
 * @throws with a sentence for the operator; the current release is untouched, and nothing is left of the new one
 */
export async function update(options: UpdateOptions): Promise<Release | null> {
  const { home, target, say } = options;
  removeLeftovers(home);
  const after = currentRelease(home);
  if (after === null && hasLocalChanges(home)) {
    throw new Error(
      'Files of this clone have been changed, and a release would not have the changes: commit or undo them.',
    );
  }
  const source = findSource(home, target, say);
  const known = listReleases(home).findLast(
    ({ record }) => source.kind === 'commit' && record.commit === source.commit,
  );
  if (known !== undefined && known.name === after) return null;
  const release = known ?? { name: nameOf(source), record: { ref: source.ref, commit: source.commit } };
  const folder = folderOf(home, release.name);
  const running = folderOf(home, after);
  try {
    if (known === undefined) await build(folder, { source, running, options });
    await examine(folder, { running, options });
    const preparedAt = known?.record.preparedAt ?? new Date().toISOString();
    const record = { ref: source.ref, commit: source.commit, preparedAt, after };
    writeRecord(folder, record);
    switchTo(home, release.name);
    removeOldReleases(home);
    return { name: release.name, record };
  } catch (error) {
    if (known === undefined && currentRelease(home) !== release.name) removeRelease(home, release.name);
    throw explain(error);
  }
}

type Step = { readonly running: string; readonly options: UpdateOptions };

async function build(folder: string, { source, running, options }: Step & { source: Source }): Promise<void> {
  const { home, say, signal } = options;
  say(`Preparing ${source.ref}${source.commit === null ? '' : ` (${source.commit.slice(0, 10)})`} in ${folder} ...`);
  mkdirSync(folder, { recursive: true });
  // From here on the folder knows whose release it is, and that it is not complete.
  writeRecord(folder, { ref: source.ref, commit: source.commit, preparedAt: null, after: null });
  exportSource(home, source, folder);
  if (!existsSync(join(folder, 'scripts/bootstrap/task.mjs'))) {
    throw new Error(`${source.ref} is older than releases are (docs/releases.md): start it from a clone of its own.`);
  }
  const packages = packagesFor(running, folder);
  requireSpace(folder, packages);
  seedPackages(running, folder, packages);
  signal.throwIfAborted();
  const { code } = await runTask(folder, 'build', signal);
  signal.throwIfAborted();
  if (code !== 0) throw new Error(`${source.ref} could not be installed or built. Nothing was changed.`);
}

/** Whether the release can use the database as it is, and whether its doctor finds a fault. */
async function examine(folder: string, { running, options }: Step): Promise<void> {
  const { checkSchema, despiteFaults, say, signal } = options;
  const schema = await checkSchema(folder, running);
  if ('refused' in schema) throw new Error(`${schema.refused} Nothing was changed.`);
  const { pending, allowsBack } = schema;
  if (pending.length > 0) say(`Its start applies ${counted(pending.length, 'migration')}: ${pending.join(', ')}.`);
  if (!allowsBack)
    say('After that the release before cannot start any more: the way back is a backup (npm run backup).');
  const { code } = await runTask(folder, 'doctor', signal);
  signal.throwIfAborted();
  if (code === 0) return;
  if (!despiteFaults) {
    throw new Error(
      'Its doctor found faults, so nothing was changed. Mend them, or switch all the same: npm run update -- TARGET --despite-faults',
    );
  }
  say('Its doctor found faults; switching all the same.');
}

/** Sorts by time. */
function nameOf(source: Source): string {
  const time = new Date().toISOString().replaceAll(/[-:]/g, '').replace('T', '-').slice(0, 15);
  const label = source.kind === 'commit' && !source.ref.startsWith('v') ? source.commit.slice(0, 10) : source.ref;
  return `${time}-${label.replaceAll(/[^\w.-]/g, '_')}`;
}

function explain(error: unknown): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') return error;
  return new Error('The disk is full. Nothing was changed, and what was written has been removed again.', {
    cause: error,
  });
}
