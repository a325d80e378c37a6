import type { Db } from '#server/db/client.ts';
import type { Payments } from '#server/providers/ports/payments.ts';

import { closeCheckout, readOpenCheckout } from './checkout.repo.ts';

export type CloseCheckoutsDeps = { readonly db: Db; readonly payments: Pick<Payments, 'expireCheckout'> };

/**
 * Leaves an account no page that can be paid. Call this once the account is closed or flagged, and so can open no
 * other. Idempotent. @throws ProviderError
 */
export async function closeCheckouts({ db, payments }: CloseCheckoutsDeps, userId: string): Promise<void> {
  // A page may become known after a read, so read again.
  for (let open = await readOpenCheckout(db, userId); open !== null; open = await readOpenCheckout(db, userId)) {
    if (open.sessionId !== null) await payments.expireCheckout(open.sessionId);
    await closeCheckout(db, open);
  }
}
