import { deleteAccountsQueue } from '#server/accounts/deletion/delete-accounts.job.ts';

import type { TestApp } from './test-app.ts';
import { until } from './until.ts';

/** Whether the account's deletion is finished. */
export async function isGone(app: TestApp, userId: string): Promise<boolean> {
  const { rows } = await app.product.deps.pool.query(
    'select 1 from deletions where user_id = $1 and finished_at is not null',
    [userId],
  );
  return rows.length === 1;
}

/** Makes the waiting deletion due and runs it, but not while another run has leased it and may postpone it. */
export async function runDeletion(app: TestApp): Promise<void> {
  await app.product.deps.pool.query(
    `update deletions set due_at = now() where finished_at is null and due_at < now() + interval '9 minutes'`,
  );
  await app.product.deps.jobQueue.send(deleteAccountsQueue, {}, { key: 'now' });
}

/** Runs the deletion until it is finished: the product's own run may have begun before the test's changes. */
export async function runUntilGone(app: TestApp, userId: string): Promise<void> {
  await until('the deletion to be finished', async () => {
    if (await isGone(app, userId)) return true;
    await runDeletion(app);
    return false;
  });
}
