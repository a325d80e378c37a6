import { setTimeout as wait } from 'node:timers/promises';

import type pg from 'pg';

import { withDatabase } from '#server/db/client.ts';
import { readDatabaseFacts, refuseMoved } from '#server/db/fitness.ts';
import { refuseNewerSchema } from '#server/db/migrate.ts';

import { BackupError } from './backup-error.ts';
import { openConnection } from './connection.repo.ts';
import { dumpDatabase, type DumpFacts } from './dump.repo.ts';
import { countOpenJobs, fence, identityOf, isFenced, liftFence, noteMoved, ownerInstead } from './fence.repo.ts';
import { isEmpty, type Loaded, loadDatabase } from './load.repo.ts';

export type Move = {
  readonly from: string;
  /** An empty database. */
  readonly to: string;
  readonly facts: DumpFacts;
  /** Called once the database is read-only: from then on Askline answers over its journals. */
  readonly onFenced: () => void;
  /** Aborting it ends the move, unless everything is copied. */
  readonly signal: AbortSignal;
};

/** Background jobs take seconds; one that fails is repeated for longer, and is not waited for. */
const jobsMs = 15_000;
const lookMs = 250;

/**
 * Copies a database into an empty one while Askline runs, and makes the first read-only: everything that was committed
 * is in the second, and what happens during the copy waits in the journals, which Askline applies at its next start. If
 * anything fails, or a stop is asked for, the first database is as before.
 * @returns what was copied, and how many background jobs were not done before
 * @throws {BackupError}, {SchemaError} for a database that was moved before, or the database's error
 */
export async function moveDatabase({
  from,
  to,
  facts,
  onFenced,
  signal,
}: Move): Promise<Loaded & { openJobs: number }> {
  await using source = await connected(from);
  refuseMoved(await readDatabaseFacts(source.client));
  await requireOwner(source.client);
  await withDatabase({ url: from, queryTimeoutMs: 30_000 }, ({ db }) => refuseNewerSchema(db));
  const place = await requireTarget(source.client, to);
  const openJobs = await untilJobsDone(source.client);
  const stopped = untilStopped(signal);
  if (signal.aborted) await stopped;
  try {
    await fence(source.client, place);
    onFenced();
    const loading = loadDatabase(to, dumpDatabase(from, facts, { without: [] }), {
      onManifest: () => undefined,
      onFile: () => undefined,
      opensInRestoreMode: false,
    });
    const loaded = await Promise.race([loading, stopped]);
    await noteMoved(source.client, place);
    return { ...loaded, openJobs };
  } catch (error) {
    await takeBack(from).catch((cause: unknown) => {
      const says = 'The move failed, and this database may still only read.';
      throw new BackupError(says, 'Use it again when it can be reached: npm run move -- --undo.', { cause });
    });
    throw error;
  }
}

/** @throws {BackupError} before anything is changed: only the owner of a database may let it only read */
async function requireOwner(client: pg.Client): Promise<void> {
  const owner = await ownerInstead(client);
  if (owner === null) return;
  const says = `This database belongs to the role ${owner}, and only its owner can move it.`;
  throw new BackupError(says, 'Name that role in DATABASE_URL for this command.');
}

/** Over another connection: the first may be what failed. It also ends the reading of a copy that was stopped. */
async function takeBack(from: string): Promise<void> {
  await using source = await connected(from);
  if (await isFenced(source.client)) await liftFence(source.client);
}

/** Rejects when a stop is asked for. */
function untilStopped(signal: AbortSignal): Promise<never> {
  const stopped = new Promise<never>((_, reject) => {
    const stop = (): void =>
      reject(new BackupError('The move was stopped.', 'This database is used again, as it was.'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  // Nothing waits for it yet.
  stopped.catch(() => undefined);
  return stopped;
}

/**
 * Lets Askline use the first database again, as it was when it was moved.
 * @throws {BackupError} for any other database, which is left as it is, or the database's error
 */
export async function undoMove(from: string): Promise<void> {
  await using source = await connected(from);
  const { movedTo, movingTo } = await readDatabaseFacts(source.client);
  if (movedTo === null && movingTo === null && !(await isFenced(source.client))) {
    const says = 'This database was not moved, or is used again already. Nothing was changed.';
    throw new BackupError(says, 'To use the previous one again, name that in DATABASE_URL for this command.');
  }
  await liftFence(source.client);
}

async function connected(url: string): Promise<AsyncDisposable & { readonly client: pg.Client }> {
  const client = await openConnection(url);
  return { client, [Symbol.asyncDispose]: () => client.end().catch(() => undefined) };
}

/**
 * @returns where it is, for the operator
 * @throws {BackupError} when the content cannot go there: to the same database, or to one that has something in it
 */
async function requireTarget(source: pg.Client, to: string): Promise<string> {
  await using target = await connected(to);
  const [one, other] = await Promise.all([identityOf(source), identityOf(target.client)]);
  if (one === other) throw new BackupError('Both addresses lead to the same database.', 'Name an empty one.');
  const { host, port, database } = target.client;
  if (await isEmpty(target.client)) return `${host}:${port}/${database}`;
  throw new BackupError(
    'The database to move to is not empty: a move that failed may have left what it had copied.',
    'Create an empty one and name it in DATABASE_URL_NEXT: npm run move deletes nothing.',
  );
}

/** What people wait for, such as a code by text, is sent first: jobs are not copied. */
async function untilJobsDone(client: pg.Client): Promise<number> {
  const endsAt = performance.now() + jobsMs;
  for (;;) {
    const open = await countOpenJobs(client);
    if (open === 0 || performance.now() > endsAt) return open;
    await wait(lookMs);
  }
}
