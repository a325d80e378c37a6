import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';

/** When each third party last did its work, to the minute; null where nothing is known of the last two hours. */
export type LastWork = {
  readonly carrier: Date | null;
  readonly model: Date | null;
  readonly payments: Date | null;
  readonly mail: Date | null;
};

/** The latest work of the third parties: from counters, and from the newest row of an index. */
export async function readLastWork(db: Db): Promise<LastWork> {
  const { rows } = await sql<LastWork>`
    with latest as (
      select max(at) filter (where name like 'sends.accepted.%') as carrier,
             max(at) filter (where name like 'providers.answers.%') as model
        from counter_values where span = 'minute' and at > now() - interval '120 minutes' and value > 0)
    select carrier, model,
           (select happened_at from payment_events where status is not null order by happened_at desc limit 1) as payments,
           (select closed_at from mails where outcome is not null and outcome = 'sent' order by closed_at desc limit 1) as mail
      from latest`.execute(db);
  return rows[0] ?? { carrier: null, model: null, payments: null, mail: null };
}
