import type { Pool } from 'pg';

import { statement } from '#server/db/statement.ts';

/** The carrier's ids of a question, of its answer, and of what MORE added to it, in order; no words. */
export type ExchangeIds = { readonly question: string; readonly answers: readonly string[] };

/** What a text can refer to. `open`: the question before it, or a MORE text after that, is still being answered. */
export type LastExchange = ExchangeIds | 'open' | null;

type Row = { question: string; isOpen: boolean; isRemembered: boolean; answers: string[] };

/**
 * The question before a text: of the same phone, account and service number. Which one that is depends on the order of
 * the rows only, so every process finds the same one. `mores`: the MORE texts after it, before this one.
 */
const lastExchangeRows = statement<[sid: string], Row>(
  'last_exchange',
  `select q.sid as question, mores."isOpen" or (q.state <> 'done' and q.answer_by > now()) as "isOpen",
          q.outcome = 'answered' and q.closed_at + q.memory_seconds * interval '1 second' > now() as "isRemembered",
          array(select sent.provider_sid
                  from unnest(q.sid || mores.sids) with ordinality as asked (sid, nth)
                 cross join lateral (
                   select o.provider_sid from outbound_texts o
                    where o.inbound_sid = asked.sid and o.state = 'accepted' and o.purpose = 'answer'
                    order by o.accepted_at desc limit 1) as sent
                 order by asked.nth) as answers
     from inbound_texts i
    cross join lateral (
      select * from inbound_texts earlier
       where earlier.sender = i.sender and earlier.reply is not null and earlier.service_number = i.service_number
         and earlier.accepted and earlier.received_at <= i.received_at
         and (earlier.received_at, earlier.sid) < (i.received_at, i.sid)
       order by earlier.received_at desc, earlier.sid desc limit 1) q
    cross join lateral (
      select coalesce(array_agg(m.sid order by m.received_at, m.sid), '{}') as sids,
             coalesce(bool_or(m.state <> 'done' and m.answer_by > now()), false) as "isOpen"
        from inbound_texts m
       where m.sender = i.sender and m.reply = 'answer' and m.service_number = i.service_number and m.kind = 'more'
         and m.received_at >= q.received_at and (m.received_at, m.sid) < (i.received_at, i.sid)) mores
    where i.sid = $1 and i.memory_seconds > 0 and q.memory_seconds > 0
      and q.user_id = i.user_id and q.phone_id = i.phone_id`,
);

/** The question before this text with its answers, if it may be recalled now; null if there is none. */
export async function lastExchange(pool: Pool, sid: string): Promise<LastExchange> {
  const [row] = await lastExchangeRows(pool, sid);
  if (row === undefined) return null;
  const { question, answers, isOpen, isRemembered } = row;
  if (isOpen) return 'open';
  return isRemembered && answers.length > 0 ? { question, answers } : null;
}
