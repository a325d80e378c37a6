import { endBilling } from '#server/billing/subscription/end-billing.ts';
import type { DeletionStep } from '#server/domain/ports/account-deletion.ts';
import { textsDeletion } from '#server/texting/retention/delete-texts.ts';

import type { Deps } from './dependencies.ts';

/**
 * The steps of an account deletion, in order, between closing the account and deleting its row: billing first, then the
 * identity service, then our own data (docs/reference/security.md#t23). Each feature provides its step.
 */
export function listDeletionSteps({ config, db, payments, identity, jobQueue, phoneHash }: Deps): DeletionStep[] {
  return [
    { name: 'billing', run: (account) => endBilling({ db, payments }, account) },
    { name: 'identity', run: (account) => identity.remove(account) },
    textsDeletion({ db, jobQueue, phoneHash, removesCopies: config.carrier.removesCopies }),
  ];
}
