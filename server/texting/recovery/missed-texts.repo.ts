import type { Pool } from 'pg';

import { type Runner, statement } from '#server/db/statement.ts';
import { deltasOf, insertDeltas } from '#server/observability/counters.repo.ts';

export type DueCheck = { readonly number: string; readonly checkedUntil: Date; readonly startedAt: Date };

const claimRows = statement<[everyMs: number, isForced: boolean], DueCheck>(
  'claim_missed_text_checks',
  `update service_numbers set next_sweep_at = now() + $1 * interval '1 ms'
    where number in (select number from service_numbers
                      where ($2 or next_sweep_at <= now())
                        and (active or (select true from users u where u.service_number = service_numbers.number limit 1))
                        for update skip locked)
   returning number, swept_until as "checkedUntil", now() as "startedAt"`,
);

/**
 * Claims the service numbers whose check is due (`isForced`: all), each for one process. One that was taken out of the
 * settings is checked for as long as an account has it.
 */
export function claimMissedTextChecks(pool: Pool, everyMs: number, isForced: boolean): Promise<DueCheck[]> {
  return claimRows(pool, everyMs, isForced);
}

const knownRows = statement<[sids: string[]], { sid: string }>(
  'known_texts',
  `select sid from inbound_texts where sid = any($1) union all select op_id as sid from applied_ops where op_id = any($1)`,
);

/** Which of these texts have been received. One of a journal may have no row: dropped, or refused after its reply. */
export async function knownAmong(pool: Pool, sids: string[]): Promise<Set<string>> {
  const rows = await knownRows(pool, sids);
  return new Set(rows.map(({ sid }) => sid));
}

const markRow = statement<
  [number: string, until: Date, deltas: string, againMs: number, from: Date],
  Record<string, never>
>(
  'mark_checked',
  `with marked as (
     update service_numbers
        set swept_until = case when date_trunc('milliseconds', swept_until) = $5 then greatest(swept_until, $2)
                               else swept_until end, -- set back meanwhile (recheck_missed_texts)
            next_sweep_at = least(next_sweep_at, now() + $4 * interval '1 ms')
      where number = $1)
   ${insertDeltas('$3')}`,
);

/** Records that the list was read up to `until` and contained `found` missed texts; the next check is due in `againMs`. */
export async function markChecked(
  pool: Pool,
  { number, checkedUntil }: DueCheck,
  { until, found, againMs }: { until: Date; found: number; againMs: number },
): Promise<void> {
  const deltas = deltasOf(found > 0 ? [{ name: 'texts.found_by_check', by: found }] : []);
  await markRow(pool, number, until, deltas, againMs, checkedUntil);
}

const againRow = statement<[number: string, since: Date], Record<string, never>>(
  'recheck_missed_texts',
  `update service_numbers set swept_until = least(swept_until, date_trunc('milliseconds', $2::timestamptz)), next_sweep_at = now()
    where number = $1`,
);

/** Moves a number's watermark back, so that the carrier's list is read again from there: it contains a dropped text. */
export async function recheckMissedTexts(runner: Runner, number: string, since: Date): Promise<void> {
  await againRow(runner, number, since);
}
