import type { Db } from '#server/db/client.ts';
import type { Payments } from '#server/providers/ports/payments.ts';

import { closeCheckout, readOpenCheckout } from './checkout.repo.ts';

export type CloseCheckoutsDeps = { readonly db: Db; readonly payments: Pick<Payments, 'expireCheckout'> };

/**
 * Leaves an account no page that can be paid. Call it once the account may open no other: closed or flagged.
 * Idempotent. @throws ProviderError
 */
export async function closeCheckouts({ db, payments }: CloseCheckoutsDeps, userId: string): Promise<void> {
  // A page may become known after the first read, so read again.
  for (let open = await readOpenCheckout(db, userId); open !== null; open = await readOpenCheckout(db, userId)) {
    if (open.sessionId !== null) await payments.expireCheckout(open.sessionId);
    await closeCheckout(db, open);
  }
}
