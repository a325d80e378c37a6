import type { Db } from '#server/db/client.ts';
import { mailName } from '#server/platform/mail-name.ts';
import type { Payments } from '#server/providers/ports/payments.ts';

import { readPayer } from './subscriptions.repo.ts';

type UpdateCustomerDeps = { readonly db: Db; readonly payments: Pick<Payments, 'updateCustomer'> };

/** Changes the name and email of an account's customer at the payment provider, if any. @throws ProviderError */
export async function updateCustomer(
  { db, payments }: UpdateCustomerDeps,
  userId: string,
  { name, email }: { readonly name: string; readonly email: string },
): Promise<void> {
  const customer = (await readPayer(db, userId))?.customer ?? null;
  if (customer !== null) await payments.updateCustomer(customer, { name: mailName(name), email });
}
