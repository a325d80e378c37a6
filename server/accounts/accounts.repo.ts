import { sql } from 'kysely';

import type { User } from '#contract/user.ts';
import type { Db } from '#server/db/client.ts';

/** An account that is not being deleted. */
export type Account = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** The account has verified a phone at some time; until then its owner cannot sign in. */
  readonly isConfirmed: boolean;
  /** The owner has proven the mailbox. */
  readonly isEmailProven: boolean;
  /** The phone belongs to someone the owner helps. */
  readonly isHelper: boolean;
  /** In E.164; null without one. */
  readonly verifiedPhone: string | null;
  /** The number that waits for its code to be confirmed. */
  readonly pendingPhone: string | null;
};

const account = sql`
  select id, name, email, confirmed_at is not null as "isConfirmed", email_proven_at is not null as "isEmailProven",
         is_helper as "isHelper",
         (select number from verified_phones where user_id = users.id) as "verifiedPhone",
         (select number from phone_numbers where user_id = users.id and verified_at is null
           order by created_at desc limit 1) as "pendingPhone"
    from users`;

/** Finds an account by id. */
export async function findAccount(db: Db, id: string): Promise<Account | null> {
  const { rows } = await sql<Account>`${account} where id = ${id} and deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Finds an account by email, ignoring case. */
export async function findAccountByEmail(db: Db, email: string): Promise<Account | null> {
  const { rows } = await sql<Account>`
    ${account} where lower(email) = ${email.toLowerCase()} and deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** The account as the pages see it (docs/reference/specification.md#entities): with its verified phone only. */
export function userView({ id, name, email, verifiedPhone, isEmailProven, isHelper }: Account): User {
  return { id, name, email, phoneNumber: verifiedPhone ?? '', isEmailProven, isHelper };
}
