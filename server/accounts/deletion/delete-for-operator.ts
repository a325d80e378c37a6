import { AppError } from '#server/platform/errors.ts';

import type { AccountDeps } from '../dependencies.ts';
import { startDeletion } from './delete-accounts.job.ts';
import { hasDeletion } from './deletion.repo.ts';

/**
 * Starts the deletion of an account for its owner, or for the parent of a child who signed up: the same one that the
 * owner starts on the dashboard. Idempotent, also once it is finished.
 * @returns a sentence
 * @throws AppError `not_found`
 */
export async function deleteForOperator(deps: AccountDeps, userId: string): Promise<string> {
  await startDeletion(deps, userId);
  if (!(await hasDeletion(deps.db, userId)))
    throw new AppError('not_found', 'No account matches. Nothing was changed.');
  return 'The account is closed, and its data is being deleted. The customer gets an email when it’s done.';
}
