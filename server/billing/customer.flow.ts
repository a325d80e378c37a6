import type { Db } from '#server/db/client.ts';
import { mailName } from '#server/platform/mail-name.ts';
import type { Payments } from '#server/providers/ports/payments.ts';

import { noteCustomer, type Payer } from './subscriptions.repo.ts';

export type CustomerParts = { readonly db: Db; readonly payments: Pick<Payments, 'createCustomer'> };

/**
 * The account's one customer at the provider, made when first needed. Parallel calls get the same: the account's id is
 * the idempotency key (security T25).
 * @param isGone the customer that we know was deleted at the provider: another takes its place
 * @throws ProviderError
 */
export async function ensureCustomer(
  { db, payments }: CustomerParts,
  { userId, name, email, customer }: Omit<Payer, 'isClosed'>,
  { isGone = false } = {},
): Promise<string> {
  if (customer !== null && !isGone) return customer;
  // Under the same key the provider would go on giving us the one that is gone.
  const key = customer === null ? userId : `${userId}:after:${customer}`;
  const created = await payments.createCustomer({ userId, name: mailName(name), email, key });
  return noteCustomer(db, userId, { customer: created, replaced: customer });
}
