import type { Pool } from 'pg';

import { statement } from '#server/db/statement.ts';

import type { Lease, LeaseGate } from './text-store.ts';

const leaseTexts = statement<
  [owner: string, limit: number, leaseMs: number, isFixedOnly: boolean, gate: string],
  Lease
>(
  'lease_texts',
  `with gate as (
     select * from jsonb_to_record($5::jsonb)
         as t ("notBefore" timestamptz, "startedAt" timestamptz, "busySenders" text[])
   ), free as (
     select i.sid from inbound_texts i, gate
      where i.state = 'received' and (i.lease_until is null or i.lease_until < now())
        -- What may also be in a journal waits until the journals have been replayed (LeaseGate, text-store.ts).
        and (gate."notBefore" is null or i.received_at >= gate."notBefore")
        and (gate."startedAt" is null or date_trunc('milliseconds', pg_postmaster_start_time()) = gate."startedAt")
        and i.sender <> all (gate."busySenders")
        and (i.reply <> 'answer' or not $4::boolean)
      order by i.received_at, i.sid limit $2 for update of i skip locked)
   update inbound_texts i set fence = i.fence + 1, lease_owner = $1, lease_until = now() + $3 * interval '1 ms'
     from free where i.sid = free.sid
   returning i.sid, i.fence, i.sender, i.service_number as "serviceNumber", i.reply, i.language, i.memory_seconds > 0 as "hasMemory",
             i.attempts,
             (extract(epoch from now() - i.received_at) * 1000)::float8 as "ageMs",
             (extract(epoch from i.answer_by - now()) * 1000)::float8 as "timeLeftMs",
             (extract(epoch from i.not_before - now()) * 1000)::float8 as "mayGoInMs"`,
);

/**
 * Leases up to `limit` texts to `owner`, oldest first, none that someone works on. Several of one phone may be
 * leased together: their answers are made side by side, and `openSend` keeps their order.
 */
export function lease(
  pool: Pool,
  { owner, limit, which, leaseMs }: { owner: string; limit: number; which: 'all' | 'fixed_replies'; leaseMs: number },
  gate: LeaseGate,
): Promise<Lease[]> {
  return leaseTexts(pool, owner, limit, leaseMs, which === 'fixed_replies', JSON.stringify(gate));
}

const renewLeases = statement<[owner: string, sids: string[], leaseMs: number], { sid: string }>(
  'renew_leases',
  `with mine as (
     select sid from inbound_texts where sid = any($2) and lease_owner = $1 and state <> 'done'
      order by sid for no key update
   )
   update inbound_texts i set lease_until = now() + $3 * interval '1 ms'
     from mine where i.sid = mine.sid returning i.sid`,
);

/** The heartbeat: one statement for all of a process's texts. @returns those that are still this owner's */
export async function renew(pool: Pool, owner: string, sids: string[], leaseMs: number): Promise<Set<string>> {
  const rows = await renewLeases(pool, owner, sids, leaseMs);
  return new Set(rows.map(({ sid }) => sid));
}

const releaseLeases = statement<[owner: string, sids: string[], waitMs: number], Record<string, never>>(
  'release_leases',
  `with mine as (
     select sid from inbound_texts where sid = any($2) and lease_owner = $1 and state = 'received'
      order by sid for no key update
   )
   update inbound_texts i set lease_owner = null, lease_until = now() + $3 * interval '1 ms'
     from mine where i.sid = mine.sid`,
);

/** Lets others work on these texts, after a pause if need be. Texts whose send is open stay with the reconciler. */
export async function release(pool: Pool, owner: string, sids: string[], waitMs = 0): Promise<void> {
  await releaseLeases(pool, owner, sids, waitMs);
}

const openRows = statement<[owner: string, sids: string[]], { sid: string; isStopped: boolean }>(
  'open_among',
  `select i.sid, coalesce((select opted_out from opt_outs where phone_key = i.sender), false) as "isStopped"
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
