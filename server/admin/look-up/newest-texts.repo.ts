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

/** Each with the last of its replies: an answer that the carrier turned away is sent once more. */
async function readTexts(db: Db, texts: RawBuilder<unknown>): Promise<TextLine[]> {
  const { rows } = await sql<Row>`
    select t.sid as id, t.received_at as "receivedAt", t.kind, t.outcome, s.accepted_at as "sentAt",
           case when s.state = 'rejected' or s.delivery in ('undelivered', 'failed', 'canceled')
                then coalesce(s.error_code::text, s.delivery, s.state) end as failure
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
