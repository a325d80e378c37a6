import type { Pool } from 'pg';

import { statement } from '#server/db/statement.ts';

/** The carrier's ids of a question and of the answer that was sent to it; no words. */
export type ExchangeIds = { readonly question: string; readonly answer: string };

/** What a text can refer to. `open`: the question before it is still being answered. */
export type LastExchange = ExchangeIds | 'open' | null;

type Row = { question: string; isOpen: boolean; isRemembered: boolean; answer: string | null };

/**
 * The question before a text: of the same phone, account and service number. Which one that is depends on the order of
 * the rows only, so every process finds the same one.
 */
const lastExchangeRows = statement<[sid: string], Row>(
  'last_exchange',
  `select q.sid as question, q.state <> 'done' and q.answer_by > now() as "isOpen",
          q.outcome = 'answered' and q.closed_at + q.memory_seconds * interval '1 second' > now() as "isRemembered",
          (select o.provider_sid from outbound_texts o
            where o.inbound_sid = q.sid and o.state = 'accepted' and o.purpose = 'answer'
            order by o.accepted_at desc limit 1) as answer
     from inbound_texts i
    cross join lateral (
      select * from inbound_texts earlier
       where earlier.sender = i.sender and earlier.reply is not null and earlier.service_number = i.service_number
         and earlier.accepted and earlier.received_at <= i.received_at
         and (earlier.received_at, earlier.sid) < (i.received_at, i.sid)
       order by earlier.received_at desc, earlier.sid desc limit 1) q
    where i.sid = $1 and i.memory_seconds > 0 and q.memory_seconds > 0
      and q.user_id = i.user_id and q.phone_id = i.phone_id`,
);

/** The question before this text with its answer, if it may be recalled now; null if there is none. */
export async function lastExchange(pool: Pool, sid: string): Promise<LastExchange> {
  const [row] = await lastExchangeRows(pool, sid);
  if (row === undefined) return null;
  if (row.isOpen) return 'open';
  return row.isRemembered && row.answer !== null ? { question: row.question, answer: row.answer } : null;
}
