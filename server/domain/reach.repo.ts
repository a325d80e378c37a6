import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';

import {
  type SendEnd,
  suggestingCodes,
  suggestingDays,
  unreachableBy,
  type UnreachableBy,
  unreachableCodes,
} from './reach.ts';

/** Of each service number, at most this many of the newest sends are read. */
const sendsMax = 50;

/**
 * Why a number provably cannot get our texts, by the records of the newest sends to it (reach.ts), or null. Sends before
 * an account verified it are not counted: the code that it typed had arrived. Some carriers report no more than that
 * they sent a text: one that was taken and has not failed within a day counts as arrived.
 */
export async function readUnreachableBy(db: Db, number: string): Promise<UnreachableBy | null> {
  const hasArrived = sql`coalesce(delivery in ('delivered', 'read'),
                                  state = 'accepted' and intent_at < now() - interval '1 day')`;
  const { rows } = await sql<SendEnd>`
    select o.has_arrived as "hasArrived", case when not o.has_arrived then o.error_code end as code
      from service_numbers n
     cross join lateral (
       select ${hasArrived} as has_arrived, error_code, intent_at
         from (select state, delivery, error_code, intent_at from outbound_texts
                where sender = n.number and recipient = ${number}
                  and intent_at > coalesce((select verified_at from phone_numbers where number = ${number}), '-infinity')
                order by intent_at desc limit ${sendsMax}) newest
        where ${hasArrived}
           or (error_code = any (${[...unreachableCodes]}::int[])
               and (error_code <> all (${[...suggestingCodes]}::int[])
                    or intent_at > now() - ${suggestingDays} * interval '1 day')
               and (state = 'rejected' or delivery in ('undelivered', 'failed', 'canceled')))
        order by intent_at desc limit 2) o
     order by o.intent_at desc limit 2`.execute(db);
  return unreachableBy(rows);
}

/** Whether a number provably cannot get our texts, whatever the reason. */
export async function readIsUnreachable(db: Db, number: string): Promise<boolean> {
  return (await readUnreachableBy(db, number)) !== null;
}
