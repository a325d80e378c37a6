import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import { type SignalCode, signals } from '#server/observability/signals/signals.ts';

/** A signal that fires, and since when. */
export type Firing = { readonly code: SignalCode; readonly since: Date };

/** Replaces what a process said about its signals. What a dead process said is deleted after an hour. */
export async function recordFiring(db: Db, instance: string, firing: readonly Firing[]): Promise<void> {
  const codes = firing.map(({ code }) => code);
  const since = firing.map((one) => one.since);
  await sql`
    with gone as (
      delete from firing_signals
       where (instance = ${instance} and code <> all (${codes}::text[])) or seen_at < now() - interval '1 hour')
    insert into firing_signals (code, instance, since, seen_at)
    select code, ${instance}, since, now() from unnest(${codes}::text[], ${since}::timestamptz[]) as firing (code, since)
    on conflict (code, instance) do update set since = excluded.since, seen_at = excluded.seen_at`.execute(db);
}

/** What fires in any process that looked within 90 seconds, that is in its last three looks. */
export async function readFiring(db: Db): Promise<Firing[]> {
  const { rows } = await sql<{ code: string; since: Date }>`
    select code, min(since) as since from firing_signals
     where seen_at > now() - interval '90 seconds' group by code`.execute(db);
  // Another release may know other signals.
  return rows.filter((row): row is Firing => row.code in signals);
}
