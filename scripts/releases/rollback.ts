import { currentRelease, folderOf, listReleases, removeLeftovers, switchTo } from './layout.ts';
import { runTask } from './run-task.ts';
import type { SchemaCheck } from './schema-check.ts';

export type RollbackOptions = {
  /** The installation's folder. */
  readonly home: string;
  /** The name of a release that is kept; undefined: the one that ran before the current one. */
  readonly target: string | undefined;
  readonly checkSchema: SchemaCheck;
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
};

/**
 * Switches to an earlier release, if that can work with the schema as it is now. Call it with the lock.
 * @returns its name; null: the clone itself
 * @throws with a sentence for the operator; nothing was changed
 */
export async function rollback({ home, target, checkSchema, signal, say }: RollbackOptions): Promise<string | null> {
  removeLeftovers(home);
  const releases = listReleases(home);
  const current = releases.find(({ name }) => name === currentRelease(home));
  const names = releases.map(({ name }) => name);
  const kept = names.length === 0 ? 'none is kept' : `kept are ${names.join(', ')}`;
  if (target !== undefined && !names.includes(target)) throw new Error(`There is no release ${target}; ${kept}.`);
  if (target === undefined && current === undefined)
    throw new Error('The clone itself runs: there is no way back from it.');
  const to = target ?? current?.record.after ?? null;
  if (to !== null && !names.includes(to)) throw new Error(`The release before, ${to}, was removed; ${kept}.`);
  if (to === (current?.name ?? null)) throw new Error(`${to} is what runs already; ${kept}.`);
  const schema = await checkSchema(folderOf(home, to), folderOf(home, current?.name ?? null));
  if ('refused' in schema) throw new Error(`${schema.refused} Nothing was changed.`);
  if (to === null) await buildClone(home, { signal, say });
  switchTo(home, to);
  return to;
}

/**
 * The command that returns to a release that was left by a rollback; without a name it would go one further back.
 * @param left null: the clone itself, which has no name
 * @returns null if there is none
 */
export function returnTo(home: string, left: string | null): string | null {
  if (left !== null) return `npm run rollback -- ${left}`;
  const current = listReleases(home).find(({ name }) => name === currentRelease(home));
  return current?.record.after === null ? 'npm run rollback' : null;
}

/** An update builds its release only: `npm start` would build the clone, but a unit that runs dist/ directly does not. */
async function buildClone(home: string, { signal, say }: Pick<RollbackOptions, 'signal' | 'say'>): Promise<void> {
  say('Building the clone, unless it is built ...');
  const { code } = await runTask(home, 'build', signal);
  signal.throwIfAborted();
  if (code !== 0) throw new Error('The clone could not be installed or built. Nothing was changed.');
}
