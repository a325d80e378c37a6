import { type RawBuilder, sql } from 'kysely';

import type { TextLine } from '#contract/admin-look-up.ts';
import type { Db } from '#server/db/client.ts';

const textsMax = 20;

type Row = Omit<TextLine, 'receivedAt' | 'sentAt'> & { readonly receivedAt: Date; readonly sentAt: Date | null };

/** The newest texts of an account, newest first. */
export function newestTextsOfAccount(db: Db, userId: string): Promise<TextLine[]> {
  return readTexts(
    db,
    sql`select * from inbound_texts where user_id = ${userId} order by received_at desc limit ${textsMax}`,
  );
}

/**
 * The newest texts of a number, newest first, without those of other accounts that had it earlier. One query for each
 * index (db/late-indexes.ts). @param userId the account that has the number now
 */
export function newestTextsOfNumber(db: Db, number: string, userId: string | null): Promise<TextLine[]> {
  const sent = (isReplied: RawBuilder<unknown>) => sql`
    (select * from inbound_texts
      where sender = ${number} and ${isReplied} and (user_id is null or user_id = ${userId})
      order by received_at desc limit ${textsMax})`;
  return readTexts(db, sql`${sent(sql`reply is not null`)} union all ${sent(sql`reply is null`)}`);
}

/** Why a send is not on the phone (contract/admin-look-up.ts). */
export const failureOf = sql<string | null>`
  case when s.state = 'rejected' or s.delivery in ('undelivered', 'failed', 'canceled')
       then coalesce(s.error_code::text, s.delivery, s.state) end`;

/** Each with the last of its replies: an answer that the carrier turned away is sent once more. */
async function readTexts(db: Db, texts: RawBuilder<unknown>): Promise<TextLine[]> {
  const { rows } = await sql<Row>`
    select t.sid as id, t.received_at as "receivedAt", t.kind, t.outcome, t.reply, s.accepted_at as "sentAt",
           ${failureOf} as failure
      from (${texts}) as t
      left join lateral (select state, accepted_at, delivery, error_code from outbound_texts
                          where inbound_sid = t.sid order by intent_at desc, attempt desc limit 1) as s on true
     order by t.received_at desc limit ${textsMax}`.execute(db);
  return rows.map(({ receivedAt, sentAt, ...text }) => ({
    ...text,
    receivedAt: receivedAt.toISOString(),
    sentAt: sentAt?.toISOString() ?? null,
  }));
}
