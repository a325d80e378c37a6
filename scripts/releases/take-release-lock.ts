import { join } from 'node:path';

import { takeLock } from '../bootstrap/lock.mjs';
import { requireOwnAccount } from '../lib/own-account.ts';

type ReleaseTask = {
  /** The installation's folder. */
  readonly home: string;
  readonly task: 'update' | 'rollback';
  readonly say: (text: string) => void;
};

/**
 * Lets one update or rollback of an installation run at a time, under the account that owns its folder.
 * @returns releases the lock
 * @throws with a sentence for the operator, before anything is written
 */
export async function takeReleaseLock({ home, task, say }: ReleaseTask): Promise<() => void> {
  requireOwnAccount({ what: 'The installation', folder: home, task });
  return takeLock(join(home, '.cache', 'release-lock'), () =>
    say('Another update or rollback is running; waiting for it.'),
  );
}
