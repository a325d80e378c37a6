import { statSync } from 'node:fs';

import { home } from './project.ts';

/** What a task is about to write to. */
type Owned = {
  /** Its name for the operator: a setting, or words at the beginning of a sentence. */
  readonly what: string;
  readonly folder: string;
  /** The task, as it is written after `npm run`. */
  readonly task: string;
};

/**
 * Refuses a task under another account than the one that owns what it writes to, such as root: Askline could not use
 * what it leaves. A folder that does not exist yet is anyone's.
 * @param uid of this process; undefined where the platform has none
 * @throws with a sentence for the operator
 */
export function requireOwnAccount({ what, folder, task }: Owned, uid = process.getuid?.()): void {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid;
  if (owner === undefined || uid === undefined || owner === uid) return;
  throw new Error(
    `${what} (${folder}) belongs to the account with the uid ${owner}, which could not use what this one (${uid}) writes. ` +
      `Run it as that account: sudo -u '#${owner}' npm --prefix '${home}' run ${task}`,
  );
}
