import { sql } from 'kysely';

import { type OverviewRange, overviewRanges, type OverviewReply } from '#contract/admin-overview.ts';
import type { Db } from '#server/db/client.ts';

import { sumCounts, type Counts } from './totals.ts';

export type Step = { readonly at: Date; readonly counts: Counts };

const secondsOf = { minute: 60, hour: 3600, day: 86_400 } as const;

/** When the first step of a range begins that ends with the step of `now`. */
export function rangeStart(range: OverviewRange, now: Date): Date {
  const { steps, step } = overviewRanges[range];
  const stepMs = secondsOf[step] * 1000;
  return new Date((Math.floor(now.getTime() / stepMs) - (steps - 1)) * stepMs);
}

/**
 * The counts of each step of a range that ends with the step of `now`, oldest first and without gaps; days are in UTC.
 * Minutes are rolled up after three hours, hours after eight days (observability/fold-counters.repo.ts), so no range
 * asks for finer steps than there are.
 */
export async function readSteps(db: Db, range: OverviewRange, now: Date): Promise<Step[]> {
  const { steps, step } = overviewRanges[range];
  const seconds = secondsOf[step];
  const last = Math.floor(now.getTime() / 1000 / seconds) * seconds;
  const since = rangeStart(range, now);
  // Only rows finer than the chart's steps are summed, by whole seconds; the rest is read directly: with a million texts
  // a year's chart takes half the time.
  const finer = step === 'day' ? ['minute', 'hour'] : ['minute'];
  const asItIs = step === 'day' ? ['day'] : ['hour', 'day'];
  const { rows } = await sql<{ at: number; counts: Counts }>`
    select at, json_object_agg(name, value) as counts
      from (select name, extract(epoch from at)::bigint / ${seconds}::int * ${seconds}::int as at, sum(value)::bigint as value
              from counter_values where span = any(${finer}) and at >= ${since}
             group by 1, 2) as summed
     group by at
    union all
    select extract(epoch from at)::bigint, json_object_agg(name, value)
      from counter_rollups where span = any(${asItIs}) and at >= ${since} group by span, at`.execute(db);
  const counted = Map.groupBy(rows, ({ at }) => at);
  return Array.from({ length: steps }, (_, index) => {
    const at = last - (steps - 1 - index) * seconds;
    return { at: new Date(at * 1000), counts: sumCounts(counted.get(at)?.map(({ counts }) => counts) ?? []) };
  });
}

type TextsNow = Pick<OverviewReply['now'], 'openTexts' | 'oldestOpenSeconds' | 'optedOutNumbers'>;

/** The current state of the texts: open ones by their own index, opt-outs by their counter (0032_row_counts.sql). */
export async function readTextsNow(db: Db): Promise<TextsNow> {
  const { rows } = await sql<TextsNow>`
    select count(*) as "openTexts", floor(extract(epoch from now() - min(received_at)))::int as "oldestOpenSeconds",
           (select coalesce(sum(value), 0)::bigint from counter_values where name = 'rows.opted_out') as "optedOutNumbers"
      from inbound_texts where state <> 'done'`.execute(db);
  return rows[0] ?? { openTexts: 0, oldestOpenSeconds: null, optedOutNumbers: 0 };
}
