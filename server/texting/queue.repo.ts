import type { Pool } from 'pg';

import { type Runner, statement } from '#server/db/statement.ts';

import { counterShard } from './counter-shard.ts';
import type { Reply } from './taking-in/settle.ts';

/** A text that this process may work on until its lease ends; `fence` tells this lease from an earlier one. */
export type Lease = {
  readonly sid: string;
  readonly fence: number;
  readonly sender: string;
  readonly serviceNumber: string;
  readonly reply: Reply;
  readonly attempts: number;
  /** Age and time left at the moment of leasing, by the database's clock. */
  readonly ageMs: number;
  readonly timeLeftMs: number;
  /** How long its reply must still wait for the pace of its phone; the answer may be made before. */
  readonly mayGoInMs: number;
};

/**
 * After an outage, texts from before it may be in the journal of another process too. They wait until the journals have
 * been carried out. `startedAt` is the start of the database server that this process knows of: on a later one it would
 * not yet know that there has been an outage.
 */
export type LeaseGate = {
  readonly notBefore: Date | null;
  readonly startedAt: Date | null;
  /** Senders with an unfinished text in the journal: theirs are answered in order. */
  readonly busySenders: readonly string[];
};

const leaseTexts = statement<
  [
    owner: string,
    limit: number,
    leaseMs: number,
    notBefore: Date | null,
    startedAt: Date | null,
    busySenders: readonly string[],
    isFixedOnly: boolean,
  ],
  Lease
>(
  'lease_texts',
  `with free as (
     select i.sid from inbound_texts i
      where i.state = 'received' and (i.lease_until is null or i.lease_until < now())
        -- What may be in a journal too waits until the journals have been carried out (LeaseGate).
        and ($4::timestamptz is null or i.received_at >= $4)
        and ($5::timestamptz is null or date_trunc('milliseconds', pg_postmaster_start_time()) = $5)
        and i.sender <> all($6::text[])
        and (i.reply <> 'answer' or not $7::boolean)
      order by i.received_at, i.sid limit $2 for update of i skip locked)
   update inbound_texts i set fence = i.fence + 1, lease_owner = $1, lease_until = now() + $3 * interval '1 ms'
     from free where i.sid = free.sid
   returning i.sid, i.fence, i.sender, i.service_number as "serviceNumber", i.reply, i.attempts,
             (extract(epoch from now() - i.received_at) * 1000)::float8 as "ageMs",
             (extract(epoch from i.answer_by - now()) * 1000)::float8 as "timeLeftMs",
             (extract(epoch from i.not_before - now()) * 1000)::float8 as "mayGoInMs"`,
);

/**
 * Step 2: leases up to `limit` texts to `owner`, oldest first, none that someone works on. Several of one phone may be
 * leased at once: their answers are made side by side, and `openSend` keeps their order.
 */
export function lease(
  pool: Pool,
  { owner, limit, which, leaseMs }: { owner: string; limit: number; which: 'all' | 'fixed_replies'; leaseMs: number },
  { notBefore, startedAt, busySenders }: LeaseGate,
): Promise<Lease[]> {
  return leaseTexts(pool, owner, limit, leaseMs, notBefore, startedAt, busySenders, which === 'fixed_replies');
}

const renewLeases = statement<[owner: string, sids: string[], leaseMs: number], { sid: string }>(
  'renew_leases',
  `update inbound_texts set lease_until = now() + $3 * interval '1 ms'
    where sid = any($2) and lease_owner = $1 and state <> 'done' returning sid`,
);

/** The heartbeat: one statement for all of a process's texts. @returns those that are still this owner's */
export async function renew(pool: Pool, owner: string, sids: string[], leaseMs: number): Promise<Set<string>> {
  const rows = await renewLeases(pool, owner, sids, leaseMs);
  return new Set(rows.map(({ sid }) => sid));
}

const giveLeasesBack = statement<[owner: string, sids: string[], waitMs: number], Record<string, never>>(
  'give_leases_back',
  `update inbound_texts
      set lease_owner = null, lease_until = now() + $3 * interval '1 ms'
    where sid = any($2) and lease_owner = $1 and state = 'received'`,
);

/** Lets others work on these texts, after a pause if need be. Texts whose send is open stay with the reconciler. */
export async function giveBack(pool: Pool, owner: string, sids: string[], waitMs = 0): Promise<void> {
  await giveLeasesBack(pool, owner, sids, waitMs);
}

const openRows = statement<[owner: string, sids: string[]], { sid: string; isStopped: boolean }>(
  'open_among',
  `select i.sid, exists (select 1 from opt_outs o where o.phone_key = i.sender and o.opted_out) as "isStopped"
     from inbound_texts i
    where i.sid = any($2) and i.state <> 'done' and (i.lease_owner is null or i.lease_owner = $1)`,
);

/** Which of these texts are not finished and in the hands of no other process than `owner`. */
export function openAmong(
  pool: Pool,
  owner: string,
  sids: string[],
): Promise<{ readonly sid: string; readonly isStopped: boolean }[]> {
  return openRows(pool, owner, sids);
}

/** How a text ends without a reply; `suppressed`: its sender opted out, or the phone changed hands, meanwhile. */
export type Unanswered = 'failed' | 'silent' | 'suppressed';

const closeText = statement<[sid: string, fence: number, outcome: Unanswered, shard: number], Record<string, never>>(
  'close_unanswered',
  `with closed as (
     update inbound_texts
        set state = 'done', outcome = $3, closed_at = now(), lease_owner = null, lease_until = null,
            redact_at = now() + interval '2 minutes'
      where sid = $1 and fence = $2 and state = 'received' returning accepted)
   insert into counters (name, minute, shard, value)
   select 'questions.' || $3, date_trunc('minute', now()), $4, 1 from closed where accepted and $3 <> 'silent'
   on conflict (name, minute, shard) do update set value = counters.value + 1`,
);

/** Ends a text without a reply: it came to light too late for any (decisions, "Time"). */
export async function closeUnanswered(
  runner: Runner,
  { sid, fence }: Pick<Lease, 'sid' | 'fence'>,
  outcome: Unanswered,
  shard: number = counterShard(),
): Promise<void> {
  await closeText(runner, sid, fence, outcome, shard);
}
