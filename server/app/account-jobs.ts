import { type TextCode, textCode, textCodeQueue } from '#server/accounts/codes/text-code.job.ts';
import { deleteAccountsQueue, runDueDeletions } from '#server/accounts/deletion/delete-accounts.job.ts';
import { syncIdentities, syncIdentitiesQueue } from '#server/accounts/identity/sync-identities.job.ts';
import { type StartReset, startResetQueue } from '#server/accounts/sign-in/password-reset.ts';
import type { Job } from '#server/platform/job-queue.ts';

import { listDeletionSteps } from './deletion-steps.ts';
import { accountDeps, type Deps } from './dependencies.ts';

/** The jobs of accounts: their codes, identities and deletions. */
export function accountJobs(deps: Deps): Job[] {
  const { config, db, identity, identityPool, log } = deps;
  const accounts = accountDeps(deps);
  const deletionDeps = { ...accounts, log, steps: listDeletionSteps(deps) };
  return [
    {
      ...deleteAccountsQueue,
      cron: '*/2 * * * *',
      expireSeconds: 600,
      retries: 0,
      isWakeUp: true,
      run: () => runDueDeletions(deletionDeps),
    },
    {
      ...textCodeQueue,
      expireSeconds: 60,
      // A late code is worse than none; requesting another takes one click.
      retries: 0,
      isWakeUp: true,
      run: (payload) => textCode(accounts, payload),
    } satisfies Job<TextCode>,
    {
      ...startResetQueue,
      expireSeconds: 60,
      retries: 10,
      isWakeUp: true,
      run: ({ user, request, isMailed }) => (isMailed ? identity.startPasswordReset(user, request) : Promise.resolve()),
    } satisfies Job<StartReset>,
    {
      ...syncIdentitiesQueue,
      cron: '*/2 * * * *',
      expireSeconds: 900,
      retries: 0,
      isWakeUp: true,
      run: () =>
        config.identity.stage === 'pre' ? Promise.resolve() : syncIdentities({ db, pool: identityPool, log }),
    },
  ];
}
