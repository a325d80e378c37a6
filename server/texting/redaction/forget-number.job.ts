import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import { lockSenders } from '#server/db/sender-lock.ts';
import { type DeletionStep, StepPending } from '#server/platform/account-deletion.ts';

import type { PhoneHash } from '../phone-hash.ts';

export type ForgetNumberParts = {
  readonly db: Db;
  readonly phoneHash: PhoneHash;
  /** Whether finished texts are also removed at the carrier (CARRIER_REDACTION). */
  readonly removesCopies: boolean;
};

/**
 * Texting's part of a deletion: an opt-out goes on under a keyed hash, the rows of the number's texts are removed once
 * they are through and the carrier's copies are gone. The counters have no number in them and stay.
 */
export function forgetNumbers({ db, phoneHash, removesCopies }: ForgetNumberParts): DeletionStep {
  return {
    name: 'texts',
    async run({ numbers, requestedAt }) {
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
        await removeTexts(db, number, requestedAt, removesCopies);
        if (await hasTexts(db, number, requestedAt)) throw new StepPending();
      }
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

/** Only what is through: a text that is being answered is waited for. What came after the request is somebody else's. */
async function removeTexts(db: Db, number: string, until: Date, removesCopies: boolean): Promise<void> {
  await sql`
    delete from outbound_texts
     where recipient = ${number} and intent_at <= ${until} and state not in ('intent', 'unknown')
       and (redact_at is null or not ${removesCopies}::boolean)`.execute(db);
  await sql`
    delete from inbound_texts
     where sender = ${number} and received_at <= ${until} and state = 'done'
       and (redact_at is null or not ${removesCopies}::boolean)
       and not exists (select 1 from outbound_texts where inbound_sid = inbound_texts.sid)`.execute(db);
}

async function hasTexts(db: Db, number: string, until: Date): Promise<boolean> {
  const { rows } = await sql`
    select 1 from inbound_texts where sender = ${number} and received_at <= ${until}
    union all
    select 1 from outbound_texts where recipient = ${number} and intent_at <= ${until} limit 1`.execute(db);
  return rows.length > 0;
}
