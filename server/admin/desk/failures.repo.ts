import { type RawBuilder, sql } from 'kysely';

import {
  type Failure,
  type FailureListName,
  FAILURES_MAX,
  type FailuresReply,
  failureLists,
} from '#contract/admin-desk.ts';
import type { Db } from '#server/db/client.ts';

import { failureOf } from '../look-up/newest-texts.repo.ts';

type Row = Omit<Failure, 'at'> & { readonly at: Date };

const noNumber = sql`null::text as "phoneEnding"`;

/** Each by an index that holds its rows only (db/late-indexes.ts, 0040_replied_tickets.sql), newest first. */
const queries: Readonly<Record<FailureListName, (since: Date) => RawBuilder<Row>>> = {
  questions: (since) => sql`
    select received_at as at, user_id as "userId", sid as "textId", outcome as what, ${noNumber}
      from inbound_texts where outcome in ('apologised', 'failed') and received_at >= ${since}
     order by received_at desc limit ${FAILURES_MAX}`,
  deliveries: (since) => sql`
    select o.intent_at as at, i.user_id as "userId", o.id::text as "textId", o.error_code::text as what, ${noNumber}
      from outbound_texts o left join inbound_texts i on i.sid = o.inbound_sid
     where o.error_code is not null and o.intent_at >= ${since}
     order by o.intent_at desc limit ${FAILURES_MAX}`,
  crisis: (since) => sql`
    select i.received_at as at, i.user_id as "userId", i.sid as "textId",
           case when s.delivery in ('delivered', 'read') then 'delivered'
                when ${failureOf} is not null then ${failureOf}
                when s.state = 'accepted' then 'sent'
                when i.state <> 'done' then 'open'
                when i.reply is null then 'silent'
                else 'unsent' end as what,
           case when i.user_id is null then right(i.sender, 2) end as "phoneEnding"
      from (select * from inbound_texts where kind = 'crisis' and received_at >= ${since}
             order by received_at desc limit ${FAILURES_MAX}) as i
      left join lateral (select state, delivery, error_code from outbound_texts
                          where inbound_sid = i.sid order by intent_at desc, attempt desc limit 1) as s on true`,
  opt_outs: (since) => sql`
    select o.changed_at as at, p.user_id as "userId", null::text as "textId", o.source as what, ${noNumber}
      from opt_outs o left join verified_phones p on p.number = o.phone_key
     where o.opted_out and o.changed_at >= ${since}
     order by o.changed_at desc limit ${FAILURES_MAX}`,
  migrations: (since) => sql`
    select failed_at as at, user_id as "userId", null::text as "textId", 'failed' as what, ${noNumber}
      from identity_moves where failed_at is not null and failed_at >= ${since}
     order by failed_at desc limit ${FAILURES_MAX}`,
};

/** What failed since then, newest first. */
export async function readFailures(db: Db, since: Date): Promise<FailuresReply['lists']> {
  const lists = await Promise.all(failureLists.map(async (name) => [name, await readFailureList(db, name, since)]));
  return Object.fromEntries(lists) as FailuresReply['lists'];
}

async function readFailureList(db: Db, name: FailureListName, since: Date): Promise<Failure[]> {
  const { rows } = await sql<Row>`
    select list.*, u.name from (${queries[name](since)}) as list
      left join users u on u.id = list."userId" order by list.at desc`.execute(db);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
