import { sql } from 'kysely';

import type { User } from '#contract/user.ts';
import type { Db } from '#server/db/client.ts';
import type { Mailbox } from '#server/domain/mailbox.ts';
import type { ProvenAccount } from '#server/http/sessions.ts';

/** An account that is not being deleted. */
export type Account = {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Whether the account has ever verified a phone; until then its owner cannot sign in. */
  readonly isConfirmed: boolean;
  /** Whether the owner has proven the mailbox. */
  readonly isEmailProven: boolean;
  /** Whether the phone belongs to someone the owner helps. */
  readonly isHelper: boolean;
  /** Increases whenever all access to the account ends. */
  readonly credentialsRevision: number;
  /** In E.164; null if there is none. */
  readonly verifiedPhone: string | null;
  /** The number that waits for its code to be confirmed. */
  readonly pendingPhone: string | null;
};

const account = sql`
  select id, name, email, confirmed_at is not null as "isConfirmed", email_proven_at is not null as "isEmailProven",
         is_helper as "isHelper", credentials_revision as "credentialsRevision",
         (select number from verified_phones where user_id = users.id) as "verifiedPhone",
         (select number from phone_numbers where user_id = users.id and verified_at is null
           order by created_at desc limit 1) as "pendingPhone"
    from users`;

/** The account as one whose password was checked. It must have been read before or together with the check. */
export function provenAccount({ id, credentialsRevision }: Account): ProvenAccount {
  return { userId: id, credentialsRevision };
}

/** Finds an account by id. */
export async function findAccount(db: Db, id: string): Promise<Account | null> {
  const { rows } = await sql<Account>`${account} where id = ${id} and deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** Finds the account whose password was checked; null if access to it has ended since. */
export async function findProvenAccount(db: Db, proven: ProvenAccount): Promise<Account | null> {
  const found = await findAccount(db, proven.userId);
  return found?.credentialsRevision === proven.credentialsRevision ? found : null;
}

/**
 * Locks an account until the end of the transaction if this is its email: a code or link that is then made for it dies
 * with that email when it is corrected.
 * @returns false when the email has changed, and for an account that is gone
 */
export async function lockMailbox(transaction: Db, { userId, email }: Mailbox): Promise<boolean> {
  const { rows } = await sql`
    select 1 from users where id = ${userId} and lower(email) = lower(${email}) and deleted_at is null
       for no key update`.execute(transaction);
  return rows.length === 1;
}

/**
 * Locks an account until the end of the transaction: what is read next is true of the email it has now. Comes before any
 * write about the account, as where its email is corrected.
 */
export async function lockAccount(transaction: Db, userId: string): Promise<void> {
  await sql`select 1 from users where id = ${userId} for no key update`.execute(transaction);
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
