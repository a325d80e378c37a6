import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import { lockSenders } from '#server/db/sender-lock.ts';
import { countIn } from '#server/platform/counters.ts';
import type { MailQueue } from '#server/providers/ports/mail.ts';

import type { PhoneHash } from '../phone-hash.ts';

export type OptOutParts = { readonly db: Db; readonly phoneHash: PhoneHash; readonly mails: MailQueue };

/**
 * Opts a number out by hand: someone asked by letter or by voice, and every reasonable means counts
 * (47 CFR 64.1200(a)(10)). The same as a STOP from the phone: from now on nothing is sent to it, an answer that is
 * being made included; who pays gets the mail that says that the plan goes on.
 * @param number E.164
 * @returns false when it had opted out before
 */
export async function optOutByHand({ db, phoneHash, mails }: OptOutParts, number: string): Promise<boolean> {
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
        select (select user_id from phone_numbers where number = phone_key), phone_key, 'messaging', false, 'operator',
               'stop'
          from changed
      )
      select (select user_id from phone_numbers where number = phone_key and verified_at is not null) as "userId"
        from changed`.execute(transaction);
    const [changed] = rows;
    if (!changed) return false;
    await countIn(transaction, { 'opt_outs.operator': 1 });
    // Whether it is due (a plan that runs and renews) is looked at when it goes out.
    if (changed.userId !== null) await mails.queue({ kind: 'texts_stopped', userId: changed.userId }, transaction);
    return true;
  });
}
