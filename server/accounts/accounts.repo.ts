import { sql } from 'kysely';

import type { User } from '#contract/user.ts';
import type { Db } from '#server/db/client.ts';

/** An account that is not being deleted. */
export type Account = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** It has proved a phone before; until then its owner cannot sign in. */
  readonly isConfirmed: boolean;
  /** Its owner has proven the mailbox. */
  readonly isEmailProven: boolean;
  /** In E.164; null while it has none. */
  readonly verifiedPhone: string | null;
  /** The number that waits for its code. */
  readonly pendingPhone: string | null;
};

const account = sql`
  select id, name, email, confirmed_at is not null as "isConfirmed", email_proven_at is not null as "isEmailProven",
         (select number from phone_numbers where user_id = users.id and verified_at is not null
           order by verified_at desc limit 1) as "verifiedPhone",
         (select number from phone_numbers where user_id = users.id and verified_at is null
           order by created_at desc limit 1) as "pendingPhone"
    from users`;

export async function findAccount(db: Db, id: string): Promise<Account | null> {
  const { rows } = await sql<Account>`${account} where id = ${id} and deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** By its address, whatever its case. */
export async function findAccountByEmail(db: Db, email: string): Promise<Account | null> {
  const { rows } = await sql<Account>`
    ${account} where lower(email) = ${email.toLowerCase()} and deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** The account as the pages know it (spec, section 3): a phone number is a verified one. */
export function userView({ id, name, email, verifiedPhone, isEmailProven }: Account): User {
  return { id, name, email, phoneNumber: verifiedPhone ?? '', isEmailProven };
}
