import { type Runner, statement } from '#server/db/statement.ts';

/** The result of one heartbeat: what this process learns about the database and the other processes. */
export type Heartbeat = {
  /** By the database's clock. */
  readonly now: Date;
  /** When the database server started, to the millisecond: a Date holds no more. */
  readonly startedAt: Date;
  /** Another process that counts as alive has entries in its journal, or sent no heartbeat after `since`. */
  readonly isOtherBehind: boolean;
  /** Another process is late with its heartbeat or has journal entries, so no text may be considered missed. */
  readonly isOtherTimedOut: boolean;
};

/** What a process tells the others in its heartbeat. */
export type OwnHeartbeat = {
  readonly journalName: string;
  readonly instance: string;
  readonly isDrained: boolean;
  /** The figures of its journal. */
  readonly journal: object;
};

const writeHeartbeat = statement<
  [own: string, since: Date | 'infinity' | null, downMs: number, timeoutMs: number],
  Heartbeat
>(
  'heartbeat',
  `with own as (
     select * from jsonb_to_record($1::jsonb)
         as t ("journalName" text, instance uuid, "isDrained" boolean, journal jsonb)
   ), mine as (
     insert into instance_heartbeat (slot, instance, beat_at, settled, journal)
     select "journalName", instance, clock_timestamp(), "isDrained", journal from own
     on conflict (slot) do update set instance = excluded.instance, beat_at = excluded.beat_at,
       settled = excluded.settled, journal = excluded.journal
     returning beat_at
   ), others as (
     select i.* from instance_heartbeat i, own
      where i.slot <> own."journalName" and i.beat_at > clock_timestamp() - $3 * interval '1 ms'
   )
   select mine.beat_at as now, date_trunc('milliseconds', pg_postmaster_start_time()) as "startedAt",
          exists (select 1 from others where not settled or beat_at <= $2::timestamptz) as "isOtherBehind",
          exists (select 1 from others
                   where not settled or beat_at < clock_timestamp() - $4 * interval '1 ms') as "isOtherTimedOut"
     from mine`,
);

/**
 * A write, so that a standby or a full disk does not count as a working database. Processes without a heartbeat for
 * `downMs` count as dead; those without one for `timeoutMs` as late.
 */
export async function heartbeat(
  runner: Runner,
  own: OwnHeartbeat,
  since: Date | 'infinity' | null,
  { downMs, timeoutMs }: { downMs: number; timeoutMs: number },
): Promise<Heartbeat> {
  const [row] = await writeHeartbeat(runner, JSON.stringify(own), since, downMs, timeoutMs);
  if (row === undefined) throw new Error('the heartbeat returned no row');
  return row;
}

const removeRow = statement<[journalName: string], Record<string, never>>(
  'end_heartbeat',
  `delete from instance_heartbeat where slot = $1`,
);

/** Removes the heartbeat of a process that stopped with an empty journal. */
export async function signOff(runner: Runner, journalName: string): Promise<void> {
  await removeRow(runner, journalName);
}

const journalRows = statement<[journalName: string], { journal: unknown }>(
  'other_journals',
  `select journal from instance_heartbeat where slot <> $1`,
);

/** The journal figures of the other processes, as of their last heartbeats. */
export async function readOtherJournals(runner: Runner, journalName: string): Promise<unknown[]> {
  return (await journalRows(runner, journalName)).map(({ journal }) => journal);
}
