import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';

export type SampleAccount = {
  readonly name: string;
  readonly email: string;
  /** Its verified phone in E.164. */
  readonly phone: string;
  /** Its customer at the payment provider, which has a plan. */
  readonly customer: string;
};

/**
 * Adds the account with its verified phone, unless there are other accounts.
 * @returns its id; null if there are other accounts, so this is not a first start
 */
export async function addAccount(db: Db, { name, email, phone, customer }: SampleAccount): Promise<string | null> {
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

/** Whether the database has the account of this customer at the payment provider. */
export async function hasAccountOf(db: Db, customer: string): Promise<boolean> {
  const known = await db.selectFrom('users').select('id').where('stripe_customer_id', '=', customer).executeTakeFirst();
  return known !== undefined;
}
