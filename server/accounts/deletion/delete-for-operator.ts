import { AppError } from '#server/platform/errors.ts';

import type { AccountDeps } from '../dependencies.ts';
import { startDeletion } from './delete-accounts.job.ts';
import { hasDeletion } from './deletion.repo.ts';

/**
 * Starts the deletion of an account for its owner, or for the parent of a child who signed up, just as the owner would
 * on the dashboard. Idempotent, even once the deletion is finished.
 * @returns a sentence
 * @throws AppError `not_found`
 */
export async function deleteForOperator(deps: AccountDeps, userId: string): Promise<string> {
  await startDeletion(deps, userId);
  if (!(await hasDeletion(deps.db, userId)))
    throw new AppError('not_found', 'No account matches. Nothing was changed.');
  return 'The account is closed, and its data is being deleted. The customer gets an email when it’s done.';
}
