import { sql } from 'kysely';

import { syncCustomer } from './billing/sync.flow.ts';
import { readWatermark, setWatermark } from './billing/watermarks.repo.ts';
import { assignServiceNumber } from './billing/welcome.repo.ts';
import type { Db } from './db/client.ts';
import { errorFields, type Log } from './platform/log.ts';
import { ProviderError } from './providers/ports.ts';
import type { Payments } from './providers/ports/payments.ts';

export type SampleAccount = {
  readonly name: string;
  readonly email: string;
  /** Its verified phone, E.164. */
  readonly phone: string;
  /** Its customer at the payment provider, who has bought a plan there. */
  readonly customer: string;
};

const mark = 'sample_account';

/**
 * On a first start without settings, an account with a verified phone and a paid plan, so that one can text at once. Its
 * plan is not made up here: it is read from the payment provider like any other, so the nightly reconcile agrees. It
 * has no password: its owner sets one by "forgot password" and the mailbox. Made once, and never beside real accounts;
 * whoever deletes it is rid of it.
 */
export async function addSampleAccount(
  parts: { readonly db: Db; readonly payments: Payments; readonly log: Log },
  sample: SampleAccount,
): Promise<void> {
  const { db, log } = parts;
  if ((await readWatermark(db, mark)) !== null) return;
  const userId = await db.transaction().execute((transaction) => addAccount(transaction, sample));
  if (userId !== null) {
    try {
      await syncCustomer(parts, sample.customer);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      log.warn({ event: 'sample_account_waits', ...errorFields(error) }, 'the sample account gets its plan later');
      return; // the next start, or the next event, brings it
    }
    await assignServiceNumber(db, userId);
  }
  await setWatermark(db, mark, new Date());
}

/** @returns its id; null when there are other accounts, so this is no first start */
async function addAccount(db: Db, { name, email, phone, customer }: SampleAccount): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into users (name, email, stripe_customer_id, consent_to_messaging, consent_to_terms, confirmed_at)
    select ${name}, ${email}, ${customer}, true, true, now() where not exists (select 1 from users)
    on conflict do nothing returning id`.execute(db);
  const known = await db.selectFrom('users').select('id').where('stripe_customer_id', '=', customer).executeTakeFirst();
  const id = rows[0]?.id ?? known?.id ?? null;
  if (id === null) return null;
  await db
    .insertInto('phone_numbers')
    .values({ user_id: id, number: phone, verified_at: sql<Date>`now()` })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return id;
}
