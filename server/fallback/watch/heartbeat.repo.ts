import { type Runner, statement } from '#server/db/statement.ts';

/** One beat: what this process says of itself, and what it learns of the database and of the others. */
export type Beat = {
  /** By the database's clock. */
  readonly now: Date;
  /** When the database server started, to the millisecond: a Date holds no more. */
  readonly startedAt: Date;
  /** Another process, alive as far as anyone knows, holds texts in its journal, or has said nothing after `since`. */
  readonly isOtherBehind: boolean;
  /** Another process has not been heard of for a moment, or holds something: it is not the time to take texts for lost. */
  readonly isOtherSilent: boolean;
};

export type BeatValues = [
  slot: string,
  instance: string,
  settled: boolean,
  journal: string,
  since: Date | 'infinity' | null,
  goneMs: number,
  silentMs: number,
];

/** A write, so that a standby or a full disk does not pass for a database that works. */
export const beat = statement<BeatValues, Beat>(
  'beat',
  `with mine as (
     insert into instance_heartbeat (slot, instance, beat_at, settled, journal)
     values ($1, $2, clock_timestamp(), $3, $4::jsonb)
     on conflict (slot) do update set instance = excluded.instance, beat_at = excluded.beat_at,
       settled = excluded.settled, journal = excluded.journal
     returning beat_at
   ), others as (
     select * from instance_heartbeat where slot <> $1 and beat_at > clock_timestamp() - $6 * interval '1 ms'
   )
   select mine.beat_at as now, date_trunc('milliseconds', pg_postmaster_start_time()) as "startedAt",
          exists (select 1 from others where not settled or beat_at <= $5::timestamptz) as "isOtherBehind",
          exists (select 1 from others
                   where not settled or beat_at < clock_timestamp() - $7 * interval '1 ms') as "isOtherSilent"
     from mine`,
);

const removeRow = statement<[slot: string], Record<string, never>>(
  'end_beat',
  `delete from instance_heartbeat where slot = $1`,
);

/** This process leaves in order, with nothing in its journal. */
export async function signOff(runner: Runner, slot: string): Promise<void> {
  await removeRow(runner, slot);
}

const journalRows = statement<[slot: string], { journal: unknown }>(
  'other_journals',
  `select journal from instance_heartbeat where slot <> $1`,
);

/** What waits in the journals of the other processes, as they said last. */
export async function readOtherJournals(runner: Runner, slot: string): Promise<unknown[]> {
  return (await journalRows(runner, slot)).map(({ journal }) => journal);
}
