import { setTimeout as wait } from 'node:timers/promises';

import { type Connection, readConnection } from './connection.ts';
import { filesOf } from './folder.ts';
import { waitForEnd } from './processes.ts';
import { type Link, type SupervisorOptions, reachSupervisor } from './reach-supervisor.ts';

/** `preparing` and `ready` while it starts; `recovering` when the server died and is being restarted. */
export type DatabaseState = 'preparing' | 'ready' | 'recovering';

export type DatabaseOptions = SupervisorOptions & {
  /** Told at each change, also long after the start. */
  readonly onState?: (state: DatabaseState) => void;
};

export type EmbeddedDatabase = AsyncDisposable & {
  /** The product's database as its owner, who is no superuser. It can change only when `onState` says `ready` again. */
  readonly url: () => string;
  /** Database `postgres` as superuser. */
  readonly adminUrl: () => string;
  /** Gives the database up. It is stopped, and gone when this resolves, unless another process owns it too. */
  readonly close: () => Promise<'stopped' | 'kept'>;
};

const ATTEMPTS = 5;
const RETRY_MS = 1000;
/** Fast and immediate shutdown have their own, shorter, limits in the supervisor. */
const STOP_MS = 90_000;

/**
 * Starts the embedded PostgreSQL of `folder`, or adopts the running one, and owns it until `close`. When the supervisor
 * dies meanwhile, another is started, which adopts the server; when this process dies, the supervisor lingers for a new
 * owner before it stops the server.
 * @throws with a sentence for the operator when the database cannot be started
 */
export async function openDatabase(options: DatabaseOptions): Promise<EmbeddedDatabase> {
  const tell = options.onState ?? (() => undefined);
  let isClosing = false;
  let { link, connection } = await attach(options, tell);

  /** Follows the supervisor, or its successors, until the database is given up. */
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
  following.catch(() => undefined); // whoever closes hears of it

  async function close(): Promise<'stopped' | 'kept'> {
    if (!isClosing) link.release();
    isClosing = true;
    const outcome = await following;
    if (outcome === 'stopped' && !(await waitForEnd(link.supervisor, STOP_MS))) {
      throw new Error(`The database supervisor (process ${link.supervisor.pid}) does not end.`);
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

/** How long a throwaway database outlives a run that was killed. */
const THROWAWAY_LINGER_MS = 5000;

/**
 * A PostgreSQL for tests: no fsync, in memory where the machine has room, empty at first. Runs side by side that name the
 * same folder share it; it is gone, files and all, when the last of them lets go or was killed.
 */
export function openThrowawayDatabase(folder: string): Promise<EmbeddedDatabase> {
  return openDatabase({ folder, throwaway: true, lingerMs: THROWAWAY_LINGER_MS });
}

/** Reaches a supervisor and waits until its server is ready; one that ends before that is replaced a few times. */
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
  throw new Error(`The database in ${options.folder} ended again and again while it started.`);
}
