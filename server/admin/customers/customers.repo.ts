import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';

/** Which customers are meant; all of them without a restriction. */
export type Audience = {
  /** In E.164: the accounts that have it, and those whose phone got a text from it. */
  readonly serviceNumber: string | null;
  /** Only those whose plan is charged. */
  readonly isPaying: boolean;
};

/** An account, and how to reach its owner. */
export type Customer = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly isEmailProven: boolean;
  readonly phone: string | null;
  readonly serviceNumber: string | null;
};

/** Accounts that are read at a time, and the work of one statement, however few of them are meant. */
const pageSize = 1000;
/** Less than the id of any account. */
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Reads the next accounts in the order of their ids. Everything about an account is a subquery for that one, so that each
 * page costs the same however large the tables are: a join, or EXISTS, may be planned by reading all phones or texts.
 * Signups that were never finished are no customers: their address may be anyone's.
 * @param after the last account of the page before; null for the first page
 * @returns the customers among them, and the last account; null when there are no more
 */
export async function readCustomers(
  db: Db,
  { serviceNumber, isPaying }: Audience,
  after: string | null,
): Promise<{ readonly customers: readonly Customer[]; readonly last: string } | null> {
  // A subscriber may text a number that the account no longer has, and is answered from it.
  const hasNumber = sql<boolean>`service_number = ${serviceNumber} or coalesce((
    select true from outbound_texts o where o.sender = ${serviceNumber} and o.recipient = phone limit 1), false)`;
  const pays = sql<boolean>`coalesce((select c.is_paying from current_subscriptions c where c.user_id = page.id), false)`;
  const { rows } = await sql<Customer & { readonly isMeant: boolean }>`
    select id, name, email, is_email_proven as "isEmailProven", phone, service_number as "serviceNumber",
           (is_confirmed or phone is not null)
             and (${serviceNumber === null ? sql`true` : hasNumber})
             and (${isPaying ? pays : sql`true`}) as "isMeant"
      from (select u.id, u.name, u.email, u.email_proven_at is not null as is_email_proven, u.service_number,
                   u.confirmed_at is not null or u.stripe_customer_id is not null as is_confirmed,
                   (select v.number from verified_phones v where v.user_id = u.id) as phone
              from users u
             where u.deleted_at is null and u.id > ${after ?? beforeAll}::uuid
             order by u.id limit ${pageSize}) as page
     order by id`.execute(db);
  const last = rows.at(-1);
  return last ? { customers: rows.filter(({ isMeant }) => isMeant), last: last.id } : null;
}
