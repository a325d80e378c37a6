import { setTimeout as wait } from 'node:timers/promises';

import { type Connection, readConnection } from './connection.ts';
import { filesOf } from './folder.ts';
import { waitForEnd } from './processes.ts';
import { type Link, type SupervisorOptions, isSupervised, reachSupervisor } from './reach-supervisor.ts';

/** `preparing` and `ready` while it starts; `recovering` when the server died and is being restarted. */
export type DatabaseState = 'preparing' | 'ready' | 'recovering';

export type DatabaseOptions = SupervisorOptions & {
  /** Called at each change of state, including later ones. */
  readonly onState?: (state: DatabaseState) => void;
};

export type EmbeddedDatabase = AsyncDisposable & {
  /** URL of the product's database as its owner, not a superuser. It can change only when `onState` reports `ready` again. */
  readonly url: () => string;
  /** Database `postgres` as superuser. */
  readonly adminUrl: () => string;
  /** Releases the database. Unless another process owns it too, it has stopped when this resolves. */
  readonly close: () => Promise<'stopped' | 'kept'>;
};

const ATTEMPTS = 5;
const RETRY_MS = 1000;
/** Longer than the supervisor's limits of the fast and the immediate shutdown. */
const STOP_MS = 90_000;

/**
 * Starts the embedded PostgreSQL of `folder`, or adopts the running one, and owns it until `close`. If the supervisor
 * dies, starts another, which adopts the server; if this process dies, the supervisor waits for a new owner for a while
 * before it stops the server.
 * @throws with a message for the operator if the database cannot be started
 */
export async function openDatabase(options: DatabaseOptions): Promise<EmbeddedDatabase> {
  const tell = options.onState ?? (() => undefined);
  let isClosing = false;
  let { link, connection } = await attach(options, tell);

  /** Follows the supervisor and its successors until the database is released. */
  async function follow(): Promise<'stopped' | 'kept'> {
    for (;;) {
      const message = await link.read();
      if (isClosing && (message?.state === 'stopped' || message?.state === 'kept')) return message.state;
      if (message?.state === 'ready' || message?.state === 'recovering') tell(message.state);
      else await replaceLink();
    }
  }
  async function replaceLink(): Promise<void> {
    tell('recovering');
    for (let attempt = 1; ; attempt++) {
      try {
        ({ link, connection } = await attach(options, tell));
        break;
      } catch (error) {
        if (isClosing && attempt >= ATTEMPTS) throw error;
        await wait(RETRY_MS);
      }
    }
    if (isClosing) link.release();
  }

  const following = follow();
  following.catch(() => undefined); // `close` reports the error

  async function close(): Promise<'stopped' | 'kept'> {
    if (!isClosing) link.release();
    isClosing = true;
    const outcome = await following;
    if (outcome === 'stopped' && !(await waitForEnd(link.supervisor, STOP_MS))) {
      throw new Error(`The database supervisor (process ${link.supervisor.pid}) does not exit.`);
    }
    return outcome;
  }
  return {
    url: () => connection.url,
    adminUrl: () => connection.adminUrl,
    close,
    async [Symbol.asyncDispose]() {
      await close();
    },
  };
}

/** Whether another process owns the folder's database. A database without an owner is stopped. */
export async function isInUse({ folder }: Pick<DatabaseOptions, 'folder'>): Promise<boolean> {
  if (!isSupervised(folder)) return false;
  const database = await openDatabase({ folder });
  return (await database.close()) === 'kept';
}

/** How long a throwaway database outlives a killed run. */
const THROWAWAY_LINGER_MS = 5000;

/**
 * A PostgreSQL for tests: no fsync, in memory if the machine has room, initially empty. Concurrent runs on the same folder
 * share it; it is removed with its files when the last of them releases it or is killed.
 */
export function openThrowawayDatabase(folder: string): Promise<EmbeddedDatabase> {
  return openDatabase({ folder, throwaway: true, lingerMs: THROWAWAY_LINGER_MS });
}

/** Connects to a supervisor and waits until its server is ready; replaces one that exits earlier, a few times. */
async function attach(
  options: SupervisorOptions,
  tell: (state: DatabaseState) => void,
): Promise<{ link: Link; connection: Connection }> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const link = await reachSupervisor(options);
    for (let message = await link.read(); message; message = await link.read()) {
      if (message.state === 'failed') throw new Error(message.message);
      if (message.state === 'preparing' || message.state === 'recovering') tell(message.state);
      const connection = message.state === 'ready' && readConnection(filesOf(options.folder).connectionFile);
      if (!connection) continue;
      tell('ready');
      return { link, connection };
    }
  }
  throw new Error(`The database in ${options.folder} repeatedly exited while starting.`);
}
