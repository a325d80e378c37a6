import { type RawBuilder, sql } from 'kysely';

import { type Person, WORKLIST_MAX, type WorklistName, worklists, type WorklistReply } from '#contract/admin-desk.ts';
import type { Db } from '#server/db/client.ts';

type Row = Omit<Person, 'at' | 'nextAt' | 'name'> & { readonly at: Date; readonly nextAt: Date | null };

const none = sql`null::timestamptz as "nextAt", null::uuid as "ticketId"`;

/**
 * The people of each list: account, time and what the list shows. Each reads a range of an index that holds little more
 * than its rows (db/late-indexes.ts), or stops after the first ones. An account with two subscriptions that fit is on a
 * list once, for the later one.
 */
const queries: Readonly<Record<WorklistName, RawBuilder<Row>>> = {
  two_apologies: sql`
    select user_id as "userId", max(received_at) as at, count(*) as count, ${none}
      from inbound_texts
     where received_at > now() - interval '24 hours' and outcome in ('apologised', 'failed') and user_id is not null
     group by user_id having count(*) >= 2`,
  stopped_paying: sql`
    select p.user_id as "userId", o.changed_at as at, null::bigint as count, null::uuid as "ticketId",
           case s.status when 'past_due' then s.next_payment_attempt else s.current_period_end end as "nextAt"
      from opt_outs o
      join verified_phones p on p.number = o.phone_key
      join current_subscriptions s on s.user_id = p.user_id
     where o.opted_out and s.is_answered and s.cancel_at is null and not s.cancel_at_period_end`,
  card_failing: sql`
    select distinct on (user_id) user_id as "userId", coalesce(current_period_start, created_at) as at,
           null::bigint as count, next_payment_attempt as "nextAt", null::uuid as "ticketId"
      from subscriptions where status in ('past_due', 'unpaid')
     order by user_id, at desc`,
  tickets: sql`
    select user_id as "userId", created_at as at, null::bigint as count, null::timestamptz as "nextAt", id as "ticketId"
      from support_requests where kind = 'ticket' and replied_at is null and user_id is not null`,
  never_asked: sql`
    select s.user_id as "userId", s.created_at as at, null::bigint as count, ${none}
      from current_subscriptions s
     where s.created_at between now() - interval '30 days' and now() - interval '1 day' and s.is_answered
       and not exists (select from inbound_texts where user_id = s.user_id and accepted)`,
  asked_after_end: sql`
    select i.user_id as "userId", max(i.received_at) as at, count(*) as count, ${none}
      from inbound_texts i
     where i.received_at > now() - interval '7 days' and i.unpaid and i.reply = 'inactive' and i.user_id is not null
       and (exists (select from subscriptions where user_id = i.user_id)
            or exists (select from free_periods where user_id = i.user_id))
       and not exists (select from entitlements e where e.user_id = i.user_id and e.is_answered)
     group by i.user_id`,
  canceled: sql`
    select distinct on (c.user_id) c.user_id as "userId", c.canceled_at as at, null::bigint as count,
           coalesce(c.ended_at, c.cancel_at, c.current_period_end) as "nextAt", null::uuid as "ticketId"
      from subscriptions c
     where c.canceled_at > now() - interval '7 days'
       and not exists (select from current_subscriptions s
                        where s.user_id = c.user_id and s.is_answered and s.id <> c.id)
     order by c.user_id, c.canceled_at desc`,
};

/** Reads one list, newest first; accounts that are being deleted are left out. */
export async function readWorklist(db: Db, name: WorklistName): Promise<WorklistReply['lists'][number]> {
  const { rows } = await sql<Row & { readonly name: string }>`
    select list.*, u.name from (${queries[name]}) as list join users u on u.id = list."userId" and u.deleted_at is null
     order by list.at desc limit ${WORKLIST_MAX + 1}`.execute(db);
  const people = rows.slice(0, WORKLIST_MAX).map(({ at, nextAt, ...row }) => ({
    ...row,
    at: at.toISOString(),
    nextAt: nextAt?.toISOString() ?? null,
  }));
  return { name, people, hasMore: rows.length > WORKLIST_MAX };
}

/** All lists, in the order of the desk, one after the other: a desk that is open must not take many connections. */
export async function readWorklists(db: Db): Promise<WorklistReply> {
  const lists: WorklistReply['lists'] = [];
  for (const name of worklists) lists.push(await readWorklist(db, name));
  return { lists };
}
