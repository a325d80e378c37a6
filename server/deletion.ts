import { endBilling } from './billing/deletion.flow.ts';
import type { Deps } from './deps.ts';
import type { DeletionStep } from './platform/account-deletion.ts';
import { forgetNumbers } from './texting/redaction/forget-number.job.ts';

/**
 * What the deletion of an account does, in order, after the account is closed and before its row goes: money first, then
 * the identity service, then our own traces (security T23). Each feature brings its own step.
 */
export function listDeletionSteps(deps: Deps): DeletionStep[] {
  const { config, identity } = deps;
  return [
    { name: 'billing', run: ({ userId }) => endBilling(deps, userId) },
    { name: 'identity', run: (account) => identity.remove(account) },
    forgetNumbers({ ...deps, removesCopies: config.carrier.removesCopies }),
  ];
}
