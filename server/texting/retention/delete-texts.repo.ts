import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import { deleteExpiredRows } from '#server/db/expired-rows.ts';
import type { ClosedAccount } from '#server/domain/ports/account-deletion.ts';

import type { PhoneHash } from '../store/phone-hash.ts';

type Account = Pick<ClosedAccount, 'userId' | 'numbers' | 'requestedAt' | 'isNumberOnly'>;

/**
 * Deletes everything kept for a number besides its texts, in a transaction that has the number's lock; an opt-out moves to
 * the number's hash. Repeatable, also while the number has its next owner. `requestedAt`: leaves what is newer, which
 * belongs to the next owner; default: now, by the database's clock.
 */
export async function deleteTracesOfNumber(
  transaction: Db,
  { number, hash, requestedAt }: { number: string; hash: string; requestedAt?: Date },
): Promise<void> {
  const end = requestedAt === undefined ? sql`clock_timestamp()` : sql`${requestedAt}`;
  await sql`
    insert into opt_outs (phone_key, opted_out, changed_at, source)
    select ${hash}, true, changed_at, 'account' from opt_outs
     where phone_key = ${number} and opted_out and changed_at <= ${end}
    on conflict (phone_key) do update set opted_out = true, changed_at = excluded.changed_at`.execute(transaction);
  await sql`delete from opt_outs where phone_key = ${number} and changed_at <= ${end}`.execute(transaction);
  await sql`delete from notices where phone_number = ${number} and sent_at <= ${end}`.execute(transaction);
  await sql`
    delete from recent_questions where sender = ${number} and asked_at <= ${end}`.execute(transaction);
  await sql`
    delete from unsubscribed_senders where phone_number = ${number} and created_at <= ${end}`.execute(transaction);
}

/** A text that is no other account's: that account had the number earlier. All are meant when a number is forgotten. */
const isOwn = ({ userId, isNumberOnly }: Account) => sql`
  (user_id is null or user_id = ${userId} or ${isNumberOnly}::boolean)`;

/**
 * The ids of the account's texts: those from its numbers until it was closed, and those from numbers that it had before.
 * One query for each index, and an array, so that no plan reads a whole table (db/late-indexes.ts).
 */
const textsOf = (account: Account) => sql`array(
  select sid from inbound_texts where user_id = ${account.userId}
  union
  select sid from inbound_texts
   where sender = any(${account.numbers}::text[]) and received_at <= ${account.requestedAt} and reply is not null
     and ${isOwn(account)}
  union
  select sid from inbound_texts
   where sender = any(${account.numbers}::text[]) and received_at <= ${account.requestedAt} and reply is null
     and ${isOwn(account)})`;

/**
 * Sends to the account's numbers until it was closed, found by both numbers: codes and welcomes reply to no text. The
 * text of a reply is looked up by its id for each: for `exists` a plan may read all texts.
 */
const isSentTo = (account: Account) => sql`
  sender = any(array(select number from service_numbers)) and recipient = any(${account.numbers}::text[])
  and intent_at <= ${account.requestedAt}
  and (select count(*) from inbound_texts where sid = inbound_sid and not ${isOwn(account)}) = 0`;

/**
 * Makes copies that would be removed later due now. Copies that the carrier already refused to remove keep their
 * schedule.
 * @returns whether any became due
 */
export async function hastenRedaction(db: Db, account: Account): Promise<boolean> {
  const isLater = sql`redact_at > now() and redact_tries = 0`;
  const results = [
    await sql`update outbound_texts set redact_at = now() where ${isLater} and ${isSentTo(account)}`.execute(db),
    await sql`
      update outbound_texts set redact_at = now()
       where ${isLater} and inbound_sid = any(${textsOf(account)})`.execute(db),
    await sql`update inbound_texts set redact_at = now() where ${isLater} and sid = any(${textsOf(account)})`.execute(
      db,
    ),
  ];
  return results.some(({ numAffectedRows = 0n }) => numAffectedRows > 0n);
}

/**
 * Deletes the account's finished texts; one that is still being answered has to be waited for. Texts after the request
 * belong to the number's next owner.
 * @returns whether none is left
 */
export async function deleteFinishedTexts(
  db: Db,
  account: Account,
  { phoneHash, removesCopies }: { phoneHash: PhoneHash; removesCopies: boolean },
): Promise<boolean> {
  const isRedacted = sql`(redact_at is null or not ${removesCopies}::boolean)`;
  const isFinished = sql`state not in ('intent', 'unknown') and ${isRedacted}`;
  await sql`delete from outbound_texts where ${isSentTo(account)} and ${isFinished}`.execute(db);
  await sql`delete from outbound_texts where inbound_sid = any(${textsOf(account)}) and ${isFinished}`.execute(db);
  const { rows } = await sql<{ sid: string; isOver: boolean }>`
    select sid, state = 'done' and ${isRedacted}
                and not exists (select 1 from outbound_texts where inbound_sid = inbound_texts.sid) as "isOver"
      from inbound_texts where sid = any(${textsOf(account)})`.execute(db);
  const over = rows.filter(({ isOver }) => isOver).map(({ sid }) => sid);
  await db.transaction().execute(async (transaction) => {
    await sql`
      insert into forgotten_texts (text_key) select unnest(${over.map(phoneHash)}::text[])
      on conflict do nothing`.execute(transaction);
    await sql`delete from inbound_texts where sid = any(${over}::text[])`.execute(transaction);
  });
  const { rows: proactive } = await sql`select 1 from outbound_texts where ${isSentTo(account)} limit 1`.execute(db);
  return over.length === rows.length && proactive.length === 0;
}

/** Deletes the hashed ids of texts that are no longer in the carrier's list either. */
export async function deleteOldTextHashes(db: Db): Promise<void> {
  const isExpired = sql`forgotten_at < now() - interval '400 days'`;
  await deleteExpiredRows(db, { table: 'forgotten_texts', by: 'forgotten_at', isExpired });
}
