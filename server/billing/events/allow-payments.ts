import type { Db } from '#server/db/client.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Payments } from '#server/providers/ports/payments.ts';

import { subscriptionsOf } from '../subscription/end-billing.ts';
import { readPayer } from '../subscription/subscriptions.repo.ts';
import { findChargebacks, liftBlocks } from './chargebacks.repo.ts';
import { chargebackOf } from './event-types.ts';

export type AllowPaymentsDeps = {
  readonly db: Db;
  readonly payments: Pick<Payments, 'listSubscriptions' | 'fetchChargeback'>;
};

/**
 * Lifts the flag of an account and the block of its cards, as when a dispute was withdrawn or won. Idempotent.
 * @returns a sentence
 * @throws ProviderError; AppError `not_found`
 */
export async function allowPayments(deps: AllowPaymentsDeps, userId: string): Promise<string> {
  const payer = await readPayer(deps.db, userId);
  if (payer === null) throw new AppError('not_found', 'No account matches. Nothing was changed.');
  await liftBlocks(deps.db, userId, await findCards(deps, userId, payer.customer));
  return 'This account and its cards can pay for a plan again. The plan that ended stays ended.';
}

/**
 * The cards that paid for an account's plans or were disputed by it, read from the provider: a block names no account,
 * so that nothing here links a person to a card.
 */
async function findCards({ db, payments }: AllowPaymentsDeps, userId: string, customer: string | null) {
  const subscriptions = customer === null ? [] : await subscriptionsOf(payments, customer);
  const cards = subscriptions.map(({ cardFingerprint }) => cardFingerprint);
  for (const { type, objectId } of await findChargebacks(db, userId)) {
    const kind = chargebackOf(type);
    // The card may have been replaced since the disputed payment.
    if (kind !== null) cards.push((await payments.fetchChargeback(kind, objectId))?.cardFingerprint ?? null);
  }
  return cards.filter((card) => card !== null);
}
