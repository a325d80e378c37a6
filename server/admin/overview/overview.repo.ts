import { sql } from 'kysely';

import { type OverviewRange, overviewRanges, type OverviewReply } from '#contract/admin-overview.ts';
import type { Db } from '#server/db/client.ts';

import type { Counts } from './figures.ts';

type Step = { readonly at: Date; readonly counts: Counts };

/**
 * What was counted in each step of a range, oldest first and without gaps; steps are those of UTC. Minutes are rolled up
 * after three hours, hours after eight days (rollup.job.ts), so no range asks for finer steps than there are.
 */
export async function readSteps(db: Db, range: OverviewRange): Promise<Step[]> {
  const { steps, step } = overviewRanges[range];
  const { rows } = await sql<Step>`
    with steps as (
      select date_trunc(${step}, now(), 'UTC') - n * ${`1 ${step}`}::interval as at from generate_series(0, ${steps - 1}::int) as n
    ), since as (
      select min(at) as at from steps
    ), counted as (
      select date_trunc(${step}, c.at, 'UTC') as at, name, sum(value)::bigint as value
        from (select name, minute as at, value from counters where minute >= (select at from since)
              union all
              select name, at, value from counter_rollups where span = 'hour' and at >= (select at from since)
              union all
              select name, at, value from counter_rollups where span = 'day' and at >= (select at from since)) as c
       group by 1, 2
    )
    select steps.at, coalesce(jsonb_object_agg(name, value) filter (where name is not null), '{}') as counts
      from steps left join counted using (at) group by steps.at order by steps.at`.execute(db);
  return rows;
}

type TextsNow = Pick<OverviewReply['now'], 'openTexts' | 'oldestOpenSeconds' | 'optedOutNumbers'>;

/** How things stand at this moment. */
export async function readTextsNow(db: Db): Promise<TextsNow> {
  const { rows } = await sql<TextsNow>`
    select count(*) as "openTexts", floor(extract(epoch from now() - min(received_at)))::int as "oldestOpenSeconds",
           (select count(*) from opt_outs where opted_out) as "optedOutNumbers"
      from inbound_texts where state <> 'done'`.execute(db);
  return rows[0] ?? { openTexts: 0, oldestOpenSeconds: null, optedOutNumbers: 0 };
}
