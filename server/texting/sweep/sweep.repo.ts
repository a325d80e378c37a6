import type { Pool } from 'pg';

import { type Runner, statement } from '#server/db/statement.ts';

import { counterShard } from '../counter-shard.ts';

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

const markRow = statement<
  [number: string, until: Date, found: number, shard: number, againMs: number, from: Date],
  Record<string, never>
>(
  'mark_swept',
  `with marked as (
     update service_numbers
        set swept_until = case when date_trunc('milliseconds', swept_until) = $6 then greatest(swept_until, $2)
                               else swept_until end, -- set back meanwhile (sweep_again)
            next_sweep_at = least(next_sweep_at, now() + $5 * interval '1 ms')
      where number = $1 returning 1)
   insert into counters (name, minute, shard, value)
   select 'texts.found_by_sweep', date_trunc('minute', now()), $4, $3::int from marked where $3::int > 0
   on conflict (name, minute, shard) do update set value = counters.value + excluded.value`,
);

/** All that the carrier lists up to `until` has been seen; `found` of it had been missed. Again in `againMs` at most. */
export async function markSwept(
  pool: Pool,
  { number, sweptUntil }: DueSweep,
  { until, found, againMs }: { until: Date; found: number; againMs: number },
): Promise<void> {
  await markRow(pool, number, until, found, counterShard(), againMs, sweptUntil);
}

const againRow = statement<[number: string, since: Date], Record<string, never>>(
  'sweep_again',
  `update service_numbers set swept_until = least(swept_until, date_trunc('milliseconds', $2::timestamptz)), next_sweep_at = now()
    where number = $1`,
);

/** Has the carrier's list of a number read again from then on: a text that is in it was left out. */
export async function sweepAgain(runner: Runner, number: string, since: Date): Promise<void> {
  await againRow(runner, number, since);
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
