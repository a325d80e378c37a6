import type { Pool } from 'pg';

import { statement } from '#server/db/statement.ts';

import { counterShard } from '../counter-shard.ts';
import type { Timing } from '../timing.ts';

/** A send whose outcome is not known, with what is needed to find it at the carrier. Ages are in ms, by one clock. */
export type Doubt = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly attempt: number;
  /** How long ago the intent was written. */
  readonly ageMs: number;
  /** How long ago the last process that may have sent it gave it up. */
  readonly settledMs: number;
  /** The time of its text is over: what cannot be learned now is not worth waiting for. */
  readonly isOverdue: boolean;
  readonly isCrisis: boolean;
  /** The newest send of this pair within a day that the carrier confirmed and that began before this one. */
  readonly knownSid: string | null;
  readonly knownAgeMs: number | null;
  /** Other sends of this pair, begun after the known one, that the list may show and that are not known to be there. */
  readonly rivalAgesMs: readonly number[];
};

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
 * Sends whose process died between intent and outcome become doubtful: the lease of their text has ended; a text that
 * no text asked for has no lease, and counts as left after the same time. @returns how many
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
    settleMs: number,
    usefulMs: number,
  ],
  Doubt
>(
  'claim_doubts',
  `with due as (
     select id from outbound_texts
      where state = 'unknown' and next_check_at <= now()
        -- On a later start there has been an outage that this process does not know of yet (queue.repo.ts, LeaseGate).
        and ($4::timestamptz is null or date_trunc('milliseconds', pg_postmaster_start_time()) = $4)
      order by next_check_at limit $1 for update skip locked
   ), claimed as (
     update outbound_texts o
        set checks = o.checks + 1,
            -- The next on the schedule, counted from when it became doubtful; after the last, until a list can be had.
            next_check_at = coalesce(o.unknown_at + ($2::float8[])[o.checks + 2] * interval '1 ms',
                                     now() + $3 * interval '1 ms')
       from due where o.id = due.id
     returning o.*
   )
   select c.id, c.sender as "from", c.recipient as "to", c.attempt,
          (extract(epoch from now() - c.intent_at) * 1000)::float8 as "ageMs",
          (extract(epoch from now() - c.unknown_at) * 1000)::float8 as "settledMs",
          now() > greatest(coalesce((select i.answer_by from inbound_texts i where i.sid = c.inbound_sid),
                                    c.intent_at + $6 * interval '1 ms'),
                           c.unknown_at + $5 * interval '1 ms') as "isOverdue",
          c.purpose = 'crisis' as "isCrisis",
          known.sid as "knownSid", (extract(epoch from now() - known.at) * 1000)::float8 as "knownAgeMs",
          array(select (extract(epoch from now() - r.intent_at) * 1000)::float8 from outbound_texts r
                 where r.sender = c.sender and r.recipient = c.recipient and r.id <> c.id and r.purpose <> 'crisis'
                   and r.intent_at > coalesce(known.at, now() - interval '1 day')
                   and (r.state in ('intent', 'unknown', 'unresolved')
                        -- Called absent after a doubt: should it have gone out after all, it must not pass for this one.
                        or r.state = 'absent' and r.unknown_at is not null)) as "rivalAgesMs"
     from claimed c left join lateral (
       select k.provider_sid as sid, k.intent_at as at from outbound_texts k
        where k.sender = c.sender and k.recipient = c.recipient and k.state = 'accepted'
          -- Known before this one began, so it stands below it; a journal's times are another clock's.
          and k.accepted_at < c.intent_at and not k.replayed and k.intent_at > now() - interval '1 day'
        order by k.intent_at desc limit 1) known on true`,
);

/** A text that no text asked for is worth waiting for as long as an answer. */
const usefulMs = 120_000;

/**
 * Doubts whose next look at the carrier is due; the claim itself sets the one after. `startedAt`: of the database server
 * that this process knows of.
 */
export function claimDoubts(
  pool: Pool,
  limit: number,
  startedAt: Date | null,
  { checksMs, checkAgainMs, settleMs }: Timing,
): Promise<Doubt[]> {
  return claimRows(pool, limit, checksMs, checkAgainMs, startedAt, settleMs, usefulMs);
}

const boundRows = statement<[sids: string[]], { sid: string }>(
  'bound_sids',
  `select provider_sid as sid from outbound_texts where provider_sid = any($1)`,
);

/** Which of these the carrier's texts are known to be the outcome of a send. */
export async function boundAmong(pool: Pool, sids: string[]): Promise<Set<string>> {
  const rows = await boundRows(pool, sids);
  return new Set(rows.map(({ sid }) => sid));
}

const concludeRow = statement<[id: string, attemptsMax: number, shard: number], { isGivenUp: boolean }>(
  'conclude_absent',
  `with gone as (
     update outbound_texts set state = 'absent', next_check_at = null
      where id = $1 and state = 'unknown' returning inbound_sid
   ), next as (
     update inbound_texts i
        set state = case when i.attempts < $2 then 'received' else 'done' end,
            outcome = case when i.attempts < $2 then null else 'failed' end,
            closed_at = case when i.attempts < $2 then null else now() end,
            redact_at = case when i.attempts < $2 then null else now() + interval '2 minutes' end,
            lease_owner = null, lease_until = null
       from gone where i.sid = gone.inbound_sid and i.state = 'sending'
     returning i.state, i.accepted
   ), tally (name) as (
     select 'sends.absent' from gone
     union all
     select 'questions.failed' from next where state = 'done' and accepted
   ), counted as (
     insert into counters (name, minute, shard, value)
     select name, date_trunc('minute', now()), $3, 1 from tally order by name
     on conflict (name, minute, shard) do update set value = counters.value + 1
   )
   select state = 'done' as "isGivenUp" from next`,
);

/**
 * It provably did not go out. The text returns to the queue for another try, or ends when `attemptsMax` are spent.
 * @returns whether it was given up
 */
export async function concludeAbsent(pool: Pool, id: string, attemptsMax: number): Promise<boolean> {
  const [row] = await concludeRow(pool, id, attemptsMax, counterShard());
  return row?.isGivenUp ?? false;
}

const giveUpRow = statement<[id: string, shard: number], Record<string, never>>(
  'give_up_doubt',
  `with left_open as (
     update outbound_texts set state = 'unresolved', next_check_at = null
      where id = $1 and state = 'unknown' returning inbound_sid
   ), closed as (
     update inbound_texts i
        set state = 'done', outcome = 'failed', closed_at = now(), lease_owner = null, lease_until = null,
            redact_at = now() + interval '2 minutes'
       from left_open where i.sid = left_open.inbound_sid and i.state = 'sending'
     returning i.accepted
   ), tally (name) as (
     select 'sends.unresolved' from left_open
     union all
     select 'questions.failed' from closed where accepted
   )
   insert into counters (name, minute, shard, value)
   select name, date_trunc('minute', now()), $2, 1 from tally order by name
   on conflict (name, minute, shard) do update set value = counters.value + 1`,
);

/**
 * No one knows whether it went out, and its time is over: the text ends, nothing of it is ever sent again, and the phone
 * is free. A delivery report may still say that it did go out.
 */
export async function giveUpDoubt(pool: Pool, id: string): Promise<void> {
  await giveUpRow(pool, id, counterShard());
}
