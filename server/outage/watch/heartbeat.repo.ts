import { type Runner, statement } from '#server/db/statement.ts';

/** The result of one heartbeat: what this process learns about the database and the other processes. */
export type Heartbeat = {
  /** By the database's clock. */
  readonly now: Date;
  /** When the database server started, to the millisecond: a Date holds no more. */
  readonly startedAt: Date;
  /**
   * The journal of every other process that counts as alive was empty at a moment after this, by the database's clock;
   * null where there is no other process.
   */
  readonly othersDrainedAt: Date | null;
  /** Every other process that counts as alive has a recent heartbeat and an empty journal. */
  readonly areOthersDrained: boolean;
};

/** What a process tells the others in its heartbeat. */
export type OwnHeartbeat = {
  readonly journalName: string;
  readonly instance: string;
  /**
   * Its journal is empty, and was so at a moment after this, by the database's clock; null while it is not. A heartbeat
   * may be written long after it was sent, by a database that was frozen, so its own time says nothing of the journal.
   */
  readonly drainedAt: Date | null;
  /** The figures of its journal. */
  readonly journal: object;
};

const writeHeartbeat = statement<[own: string, downMs: number, timeoutMs: number], Heartbeat>(
  'heartbeat',
  `with own as (
     select * from jsonb_to_record($1::jsonb)
         as t ("journalName" text, instance uuid, "drainedAt" timestamptz, journal jsonb)
   ), mine as (
     insert into instance_heartbeat (slot, instance, beat_at, settled, drained_at, journal)
     select "journalName", instance, clock_timestamp(), "drainedAt" is not null, "drainedAt", journal from own
     on conflict (slot) do update set instance = excluded.instance, beat_at = excluded.beat_at,
       settled = excluded.settled, drained_at = excluded.drained_at, journal = excluded.journal
     returning beat_at
   ), others as (
     select i.settled, i.beat_at,
            -- The release before writes no drained_at.
            case when i.settled then coalesce(i.drained_at, i.beat_at) else 'epoch' end as drained_at
       from instance_heartbeat i, own
      where i.slot <> own."journalName" and i.beat_at > clock_timestamp() - $2 * interval '1 ms'
   )
   select mine.beat_at as now, date_trunc('milliseconds', pg_postmaster_start_time()) as "startedAt",
          (select min(drained_at) from others) as "othersDrainedAt",
          not exists (select 1 from others
                       where not settled or beat_at < clock_timestamp() - $3 * interval '1 ms') as "areOthersDrained"
     from mine`,
);

/**
 * A write, so that a standby or a full disk does not count as a working database. Processes without a heartbeat for
 * `downMs` count as dead; those without one for `timeoutMs` as late.
 */
export async function heartbeat(
  runner: Runner,
  own: OwnHeartbeat,
  { downMs, timeoutMs }: { downMs: number; timeoutMs: number },
): Promise<Heartbeat> {
  const [row] = await writeHeartbeat(runner, JSON.stringify(own), downMs, timeoutMs);
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

const processRows = statement<[], { name: string }>(
  'heartbeat_processes',
  `select slot as name from instance_heartbeat`,
);

/** The names of the journals of all processes that ever sent a heartbeat and have not signed off. */
export async function readProcesses(runner: Runner): Promise<Set<string>> {
  return new Set((await processRows(runner)).map(({ name }) => name));
}

const journalRows = statement<[journalName: string], { journal: unknown }>(
  'other_journals',
  `select journal from instance_heartbeat where slot <> $1`,
);

/** The journal figures of the other processes, as of their last heartbeats. */
export async function readOtherJournals(runner: Runner, journalName: string): Promise<unknown[]> {
  return (await journalRows(runner, journalName)).map(({ journal }) => journal);
}
