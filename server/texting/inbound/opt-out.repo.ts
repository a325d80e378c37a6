import { sql } from 'kysely';
import type { Pool } from 'pg';

import type { Db } from '#server/db/client.ts';
import { lockSender, lockSenders } from '#server/db/sender-lock.ts';
import { statement } from '#server/db/statement.ts';
import type { MailQueue } from '#server/domain/ports/mail-queue.ts';
import { countIn } from '#server/observability/counters.repo.ts';
import type { Ledger } from '#server/platform/ledger.ts';

import type { PhoneHash } from '../store/phone-hash.ts';

export type OptOutDeps = {
  readonly db: Db;
  readonly phoneHash: PhoneHash;
  readonly mails: MailQueue;
  readonly ledger: Pick<Ledger, 'note'>;
};

/**
 * Opts a number out manually, for a request by letter or phone: any reasonable means counts (47 CFR 64.1200(a)(10)).
 * Same effect as a STOP text: nothing is sent to the number from now on, not even an answer in progress, and a
 * subscriber gets the email that says the plan continues.
 * @param number E.164
 * @returns false when it had already opted out
 */
export async function optOutByHand({ db, phoneHash, mails, ledger }: OptOutDeps, number: string): Promise<boolean> {
  ledger.note({ kind: 'stop', key: phoneHash(number), at: new Date() });
  return db.transaction().execute(async (transaction) => {
    await lockSenders(transaction, [number]);
    const { rows } = await sql<{ userId: string | null }>`
      with changed as (
        insert into opt_outs (phone_key, opted_out, changed_at, source)
        select ${number}, true, now(), 'operator'
         where not exists (select 1 from opt_outs where phone_key = ${phoneHash(number)} and opted_out)
        on conflict (phone_key) do update set opted_out = true, changed_at = now(), source = 'operator'
         where not opt_outs.opted_out
        returning phone_key
      ), proof as (
        insert into consents (user_id, phone_key, subject, given, source, wording)
        select (select user_id from phone_numbers where number = phone_key and verified_at is not null), phone_key,
               'messaging', false, 'operator', 'stop'
          from changed
      )
      select (select user_id from phone_numbers where number = phone_key and verified_at is not null) as "userId"
        from changed`.execute(transaction);
    const [changed] = rows;
    if (!changed) return false;
    await countIn(transaction, { 'opt_outs.operator': 1 });
    // Whether the email applies (an active plan that renews) is checked when it is sent.
    if (changed.userId !== null) await mails.queue({ kind: 'texts_stopped', userId: changed.userId }, transaction);
    return true;
  });
}

/**
 * Keeps the STOP of a text that is dropped, because its sender deleted the account after it: by the number's hash alone
 * (docs/reference/security.md#t26). A later START counts more. Hold the sender's lock.
 */
export const keepOptOut = statement<[phoneHash: string, number: string, at: Date], Record<string, never>>(
  'keep_opt_out',
  `insert into opt_outs (phone_key, opted_out, changed_at, source)
   select $1, true, $3::timestamptz, 'account'
    where not exists (select 1 from opt_outs where phone_key = $2 and changed_at > $3)
   on conflict (phone_key) do update set opted_out = true, changed_at = excluded.changed_at, source = 'account'
    where excluded.changed_at >= opt_outs.changed_at`,
);

/** Keeps a STOP as `keepOptOut` does, in a transaction of its own and in the ledger. Repeatable. */
export async function keepDroppedOptOut(
  { pool, ledger }: { readonly pool: Pool } & Pick<OptOutDeps, 'ledger'>,
  { number, hash, at }: { readonly number: string; readonly hash: string; readonly at: Date },
): Promise<void> {
  ledger.note({ kind: 'stop', key: hash, at });
  const client = await pool.connect();
  let isOver = false;
  try {
    await client.query('begin');
    await lockSender(client, number);
    await keepOptOut(client, hash, number, at);
    await client.query('commit');
    isOver = true;
  } finally {
    // Otherwise close the connection, which ends whatever it still holds.
    client.release(!isOver);
  }
}
