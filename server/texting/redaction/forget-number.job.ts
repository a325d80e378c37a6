import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import { lockSenders } from '#server/db/sender-lock.ts';
import { type ClosedAccount, type DeletionStep, StepPending } from '#server/platform/account-deletion.ts';
import type { Background } from '#server/platform/background.ts';

import type { PhoneHash } from '../phone-hash.ts';
import { redactCopiesQueue } from './redact.job.ts';

export type ForgetNumberParts = {
  readonly background: Pick<Background, 'send'>;
  readonly db: Db;
  readonly phoneHash: PhoneHash;
  /** Whether finished texts are also removed at the carrier (CARRIER_REDACTION). */
  readonly removesCopies: boolean;
};

/**
 * Texting's part of a deletion: an opt-out goes on under a keyed hash, the rows of the number's texts are removed once
 * they are through and the carrier's copies are gone. The counters have no number in them and stay. What remains of a
 * text is its id under the keyed hash, by which a late webhook is known (security T26).
 */
export function forgetNumbers(parts: ForgetNumberParts): DeletionStep {
  const { db, background, phoneHash, removesCopies } = parts;
  return {
    name: 'texts',
    async run({ userId, numbers, requestedAt }) {
      if (removesCopies) {
        const isHastened = await hastenRedaction(db, { userId, numbers, requestedAt });
        if (isHastened) await background.send(redactCopiesQueue, {});
      }
      for (const number of numbers) {
        await db.transaction().execute(async (transaction) => {
          await lockSenders(transaction, [number]);
          await hideOptOut(transaction, number, phoneHash(number));
          await sql`delete from notices where phone_number = ${number}`.execute(transaction);
          await sql`delete from recent_questions where sender = ${number} and asked_at <= ${requestedAt}`.execute(
            transaction,
          );
          await sql`
            delete from unsubscribed_senders where phone_number = ${number} and created_at <= ${requestedAt}`.execute(
            transaction,
          );
        });
      }
      const isOver = await removeTexts(parts, { userId, numbers, requestedAt });
      if (!isOver) throw new StepPending();
    },
  };
}

async function hideOptOut(transaction: Db, number: string, hash: string): Promise<void> {
  await sql`
    insert into opt_outs (phone_key, opted_out, changed_at, source)
    select ${hash}, true, changed_at, 'account' from opt_outs where phone_key = ${number} and opted_out
    on conflict (phone_key) do update set opted_out = true, changed_at = excluded.changed_at`.execute(transaction);
  await sql`delete from opt_outs where phone_key = ${number}`.execute(transaction);
}

type Leaving = Pick<ClosedAccount, 'userId' | 'numbers' | 'requestedAt'>;

/** The texts that are the account's: from its numbers until it was closed, and from any that it had before. */
const isTheirs = ({ userId, numbers, requestedAt }: Leaving) => sql`
  ((sender = any(${numbers}::text[]) and received_at <= ${requestedAt}) or user_id = ${userId})`;

/**
 * Copies that would be removed later are due now. Those that the carrier has refused keep their schedule.
 * @returns whether there are any
 */
async function hastenRedaction(db: Db, leaving: Leaving): Promise<boolean> {
  const { numAffectedRows: outbound = 0n } = await sql`
    update outbound_texts set redact_at = now()
     where redact_at > now() and redact_tries = 0
       and ((recipient = any(${leaving.numbers}::text[]) and intent_at <= ${leaving.requestedAt})
            or inbound_sid in (select sid from inbound_texts where user_id = ${leaving.userId}))`.execute(db);
  const { numAffectedRows: inbound = 0n } = await sql`
    update inbound_texts set redact_at = now()
     where redact_at > now() and redact_tries = 0 and ${isTheirs(leaving)}`.execute(db);
  return outbound + inbound > 0n;
}

/**
 * Removes what is through: a text that is being answered is waited for. What came after the request is another owner's.
 * @returns whether nothing is left
 */
async function removeTexts({ db, phoneHash, removesCopies }: ForgetNumberParts, leaving: Leaving): Promise<boolean> {
  const { userId, numbers, requestedAt } = leaving;
  const isRedacted = sql`(redact_at is null or not ${removesCopies}::boolean)`;
  await sql`
    delete from outbound_texts
     where ((recipient = any(${numbers}::text[]) and intent_at <= ${requestedAt})
            or inbound_sid in (select sid from inbound_texts where user_id = ${userId}))
       and state not in ('intent', 'unknown') and ${isRedacted}`.execute(db);
  const { rows } = await sql<{ sid: string; isOver: boolean }>`
    select sid, state = 'done' and ${isRedacted}
                and not exists (select 1 from outbound_texts where inbound_sid = inbound_texts.sid) as "isOver"
      from inbound_texts where ${isTheirs(leaving)}`.execute(db);
  const over = rows.filter(({ isOver }) => isOver).map(({ sid }) => sid);
  await db.transaction().execute(async (transaction) => {
    await sql`
      insert into forgotten_texts (text_key) select unnest(${over.map(phoneHash)}::text[])
      on conflict do nothing`.execute(transaction);
    await sql`delete from inbound_texts where sid = any(${over}::text[])`.execute(transaction);
  });
  const { rows: unasked } = await sql`
    select 1 from outbound_texts where recipient = any(${numbers}::text[]) and intent_at <= ${requestedAt} limit 1`.execute(
    db,
  );
  return over.length === rows.length && unasked.length === 0;
}

/** Removes the keys of texts that the carrier's list has forgotten, too. */
export async function forgetForgottenTexts(db: Db): Promise<void> {
  await sql`delete from forgotten_texts where forgotten_at < now() - interval '400 days'`.execute(db);
}
