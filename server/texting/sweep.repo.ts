import type { Pool } from 'pg';

import { statement } from '#server/db/statement.ts';

import { counterShard } from './counter-shard.ts';

export type DueSweep = { readonly number: string; readonly sweptUntil: Date; readonly startedAt: Date };

const claimRows = statement<[everyMs: number, isForced: boolean], DueSweep>(
  'claim_sweeps',
  `update service_numbers set next_sweep_at = now() + $1 * interval '1 ms'
    where number in (select number from service_numbers
                      where active and ($2 or next_sweep_at <= now()) for update skip locked)
   returning number, swept_until as "sweptUntil", now() as "startedAt"`,
);

/** The service numbers whose turn has come to be compared with the carrier's list (`isForced`: all); each to one process. */
export function claimSweeps(pool: Pool, everyMs: number, isForced: boolean): Promise<DueSweep[]> {
  return claimRows(pool, everyMs, isForced);
}

const knownRows = statement<[sids: string[]], { sid: string }>(
  'known_texts',
  `select sid from inbound_texts where sid = any($1)`,
);

/** Which of these texts have been taken in. */
export async function knownAmong(pool: Pool, sids: string[]): Promise<Set<string>> {
  const rows = await knownRows(pool, sids);
  return new Set(rows.map(({ sid }) => sid));
}

const markRow = statement<[number: string, until: Date, found: number, shard: number], Record<string, never>>(
  'mark_swept',
  `with marked as (
     update service_numbers set swept_until = greatest(swept_until, $2) where number = $1 returning 1)
   insert into counters (name, minute, shard, value)
   select 'texts.found_by_sweep', date_trunc('minute', now()), $4, $3::int from marked where $3::int > 0
   on conflict (name, minute, shard) do update set value = counters.value + excluded.value`,
);

/** All that the carrier lists up to `until` has been seen; `found` of it had been missed. */
export async function markSwept(pool: Pool, number: string, until: Date, found: number): Promise<void> {
  await markRow(pool, number, until, found, counterShard);
}

const syncRows = statement<[numbers: string[]], Record<string, never>>(
  'sync_service_numbers',
  `with wanted as (
     insert into service_numbers (number) select unnest($1::text[])
     on conflict (number) do update set active = true where not service_numbers.active)
   update service_numbers set active = false where active and number <> all($1)`,
);

/** Makes the table of service numbers say what the settings say. */
export async function syncServiceNumbers(pool: Pool, numbers: readonly string[]): Promise<void> {
  await syncRows(pool, [...numbers]);
}
