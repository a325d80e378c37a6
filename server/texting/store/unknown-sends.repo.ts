import type { Pool } from 'pg';

import { statement } from '#server/db/statement.ts';

import type { Timing } from '../timing.ts';
import { type ConfirmedText, type UnknownSend, usefulMs } from './protocol/unknown-sends.ts';

const takeOverRows = statement<[checkMs: number, ownerlessMs: number], { id: string }>(
  'take_over',
  `with dead as (
     select o.id, o.inbound_sid from outbound_texts o left join inbound_texts i on i.sid = o.inbound_sid
      where o.state = 'intent'
        and case when o.inbound_sid is null then o.intent_at < now() - $2 * interval '1 ms'
                 else i.lease_until is null or i.lease_until < now() end
      for update of o skip locked
   ), freed as (
     update inbound_texts i set lease_owner = null, lease_until = null
       from dead where i.sid = dead.inbound_sid
   )
   update outbound_texts o set state = 'unknown', unknown_at = now(), next_check_at = now() + $1 * interval '1 ms'
     from dead where o.id = dead.id
   returning o.id`,
);

/**
 * Makes sends whose process died between intent and outcome unknown: the lease of their text has ended. A proactive send
 * has no lease, and is taken over after the same time. @returns how many
 */
export async function takeOver(pool: Pool, { checksMs: [firstMs = 0], leaseMs }: Timing): Promise<number> {
  return (await takeOverRows(pool, firstMs, leaseMs)).length;
}

const claimRows = statement<
  [
    limit: number,
    checksMs: readonly number[],
    againMs: number,
    startedAt: Date | null,
    quietPeriodMs: number,
    usefulMs: number,
  ],
  UnknownSend
>(
  'claim_unknown_sends',
  `with due as (
     select id from outbound_texts
      where state = 'unknown' and next_check_at <= now()
        -- After a later start there was an outage that this process does not know of yet (LeaseGate, text-store.ts).
        and ($4::timestamptz is null or date_trunc('milliseconds', pg_postmaster_start_time()) = $4)
      order by next_check_at limit $1 for update skip locked
   ), claimed as (
     update outbound_texts o
        set checks = o.checks + 1,
            -- The next on the schedule, counted from when it became unknown; after the last one, every $3 ms.
            next_check_at = coalesce(o.unknown_at + ($2::float8[])[o.checks + 2] * interval '1 ms',
                                     now() + $3 * interval '1 ms')
       from due where o.id = due.id
     returning o.*
   )
   select c.id, c.sender as "from", c.recipient as "to", c.attempt,
          (extract(epoch from now() - c.intent_at) * 1000)::float8 as "ageMs",
          (extract(epoch from now() - c.unknown_at) * 1000)::float8 as "unknownForMs",
          now() > greatest(coalesce((select i.answer_by from inbound_texts i where i.sid = c.inbound_sid),
                                    c.intent_at + $6 * interval '1 ms'),
                           c.unknown_at + $5 * interval '1 ms') as "isOverdue",
          c.purpose = 'crisis' as "isCrisis",
          known.sid as "knownSid", (extract(epoch from now() - known.at) * 1000)::float8 as "knownAgeMs",
          array(select (extract(epoch from now() - r.intent_at) * 1000)::float8 from outbound_texts r
                 where r.sender = c.sender and r.recipient = c.recipient and r.id <> c.id and r.purpose <> 'crisis'
                   and r.intent_at > coalesce(known.at, now() - interval '1 day')
                   and (r.state in ('intent', 'unknown', 'unresolved')
                        -- Concluded absent after it was unknown: if it was created after all, it is not this one.
                        or r.state = 'absent' and r.unknown_at is not null)) as "rivalAgesMs"
     from claimed c left join lateral (
       select k.provider_sid as sid, k.intent_at as at from outbound_texts k
        where k.sender = c.sender and k.recipient = c.recipient and k.state = 'accepted'
          -- Known before this one began, so it stands below it; a journal's times are another clock's.
          and k.accepted_at < c.intent_at and not k.replayed and k.intent_at > now() - interval '1 day'
        order by k.intent_at desc limit 1) known on true`,
);

/**
 * Claims unknown sends whose next look-up is due, and schedules the one after. `startedAt`: of the database server that
 * this process knows of.
 */
export function claimUnknownSends(
  pool: Pool,
  limit: number,
  startedAt: Date | null,
  { checksMs, checkAgainMs, quietPeriodMs }: Timing,
): Promise<UnknownSend[]> {
  return claimRows(pool, limit, checksMs, checkAgainMs, startedAt, quietPeriodMs, usefulMs);
}

const recordedRows = statement<[sids: string[]], { sid: string }>(
  'recorded_sids',
  `select provider_sid as sid from outbound_texts where provider_sid = any($1)`,
);

/** Which of these the carrier's texts are known to be the outcome of a send. */
export async function recordedAmong(pool: Pool, sids: string[]): Promise<Set<string>> {
  const rows = await recordedRows(pool, sids);
  return new Set(rows.map(({ sid }) => sid));
}

const confirmedRows = statement<[quietPeriodMs: number], ConfirmedText>(
  'confirmed_lately',
  `with confirmed as (
     -- By our own ids, which are in the order of time: an index of the times would cost every send.
     select provider_sid as sid, sender, recipient, intent_at
       from (select * from outbound_texts order by id desc limit 5000) newest
      where state = 'accepted' and not replayed
        and intent_at between now() - interval '1 day' and now() - $1 * interval '1 ms'
   ), last as (
     select distinct on (recipient) * from confirmed order by recipient, intent_at desc
   )
   select sid, sender as "from", recipient as "to", (extract(epoch from now() - intent_at) * 1000)::float8 as "ageMs"
     from last order by intent_at desc limit 3`,
);

/** The last texts that the carrier confirmed, to at most three phones, before the quiet period. */
export async function confirmedLately(pool: Pool, { quietPeriodMs }: Timing): Promise<ConfirmedText[]> {
  return confirmedRows(pool, quietPeriodMs);
}
