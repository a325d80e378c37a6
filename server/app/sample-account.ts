import { readWatermark, setWatermark } from '#server/billing/events/watermarks.repo.ts';
import { syncCustomer } from '#server/billing/subscription/sync.ts';
import { assignServiceNumber } from '#server/billing/welcome/welcome.repo.ts';
import type { Db } from '#server/db/client.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import type { Payments } from '#server/providers/ports/payments.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

import { addAccount, type SampleAccount } from './sample-account.repo.ts';

const mark = 'sample_account';

/**
 * On a first start without settings, adds an account with a verified phone and a paid plan, so that a developer can text
 * immediately. Its plan is read from the payment provider like any other, so the nightly reconcile agrees. It has no
 * password: its owner sets one with "forgot password" and the mailbox. It is added once, never next to real accounts,
 * and not again after it was deleted.
 */
export async function addSampleAccount(
  deps: { readonly db: Db; readonly payments: Payments; readonly log: Log },
  sample: SampleAccount,
): Promise<void> {
  const { db, log } = deps;
  if ((await readWatermark(db, mark)) !== null) return;
  const userId = await db.transaction().execute((transaction) => addAccount(transaction, sample));
  if (userId !== null) {
    try {
      await syncCustomer(deps, sample.customer);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      log.warn({ event: 'sample_account_waits', ...errorFields(error) }, 'the sample account gets its plan later');
      return; // the next start or the next event retries
    }
    await assignServiceNumber(db, userId);
  }
  await setWatermark(db, mark, new Date());
}
