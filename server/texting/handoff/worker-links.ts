import { readdir, rm, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';

import { errorFields, type Log } from '#server/observability/log.ts';
import type { Secret } from '#server/platform/secret.ts';

import type { ReservedRoom, TextTaker } from '../answering/text-taker.ts';
import type { ReplyKind } from '../rules/decide-reply.ts';
import type { Lease } from '../store/text-store.ts';
import { FromWorker, readMessages, sendMessage } from './handoff-messages.ts';
import { workersFolder } from './workers-folder.ts';

type WorkerLinksDeps = {
  readonly dataDir: string;
  /** Ends the lease that a worker has on these texts, so that another process can lease them. */
  readonly release: (owner: string, sids: string[]) => Promise<void>;
  /** How often new workers are looked for, and how long a worker may take to acknowledge a text, in ms. */
  readonly pollMs: number;
  readonly acknowledgeMs: number;
  readonly log: Log;
};

/** Texts on the way to one worker; more are left to the database. */
const unacknowledgedMax = 256;
/** A socket without a listener that is older was left by a worker that died. */
const staleMs = 10_000;

/** The connection to one worker. */
type Link = {
  readonly socket: Socket;
  /** Null until the worker has said who it is. */
  owner: string | null;
  takesQuestions: boolean;
  readonly unacknowledged: Map<string, NodeJS.Timeout>;
};

/**
 * Hands texts from a web process to the workers of its machine, in turns: each is stored as leased to a worker, and goes
 * to it with its body, which is then nowhere in this process. A text that its worker does not take is released.
 */
export class WorkerLinks implements TextTaker {
  readonly #deps: WorkerLinksDeps;
  /** By the path of the worker's socket; the one whose turn it is comes first. */
  readonly #links = new Map<string, Link>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  readonly #releasing = new Set<Promise<void>>();
  #isStopped = false;

  constructor(deps: WorkerLinksDeps) {
    this.#deps = deps;
  }

  /** The number of workers that a question can be handed to now. */
  get count(): number {
    return [...this.#links.values()].filter(({ owner, takesQuestions }) => owner !== null && takesQuestions).length;
  }

  /** Connects to the workers that there are, and to new ones as they come. */
  start(): void {
    const look = (): void => {
      this.#looking = this.#look();
    };
    look();
    this.#timer = setInterval(look, this.#deps.pollMs);
  }

  /** Closes the connections, without waiting for workers, which may be frozen; releases what is not acknowledged. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#looking;
    const closed = [...this.#links.values()].map(
      ({ socket }) =>
        new Promise((resolve) => {
          socket.once('close', resolve);
          socket.destroy();
        }),
    );
    await Promise.all(closed);
    await Promise.all(this.#releasing);
  }

  offer(reply: ReplyKind): ReservedRoom | null {
    for (const [path, link] of this.#links) {
      const { owner, takesQuestions, unacknowledged } = link;
      const isFull = unacknowledged.size >= unacknowledgedMax || !(takesQuestions || reply !== 'answer');
      if (owner === null || isFull) continue;
      this.#links.delete(path);
      this.#links.set(path, link);
      return {
        owner,
        // The worker asks.
        ask: () => undefined,
        release: () => undefined,
        begin: (lease, body) => this.#hand(link, owner, lease, body),
      };
    }
    return null;
  }

  #hand(link: Link, owner: string, lease: Lease, body: Secret): void {
    const { sid, reply } = lease;
    if (link.socket.destroyed) return this.#release(owner, [sid]);
    const giveUp = (): void => {
      link.unacknowledged.delete(sid);
      this.#release(owner, [sid]);
    };
    link.unacknowledged.set(sid, setTimeout(giveUp, this.#deps.acknowledgeMs));
    sendMessage(link.socket, { lease, body: reply === 'answer' ? body.reveal() : '' });
  }

  async #look(): Promise<void> {
    const folder = workersFolder(this.#deps.dataDir);
    const names = await readdir(folder).catch((): string[] => []); // no worker has started yet
    if (this.#isStopped) return;
    for (const path of names.map((name) => join(folder, name))) if (!this.#links.has(path)) this.#connect(path);
  }

  #connect(path: string): void {
    const link: Link = { socket: connect({ path }), owner: null, takesQuestions: false, unacknowledged: new Map() };
    this.#links.set(path, link);
    link.socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') void removeStale(path);
    });
    link.socket.on('close', () => this.#forget(path, link));
    readMessages(link.socket, FromWorker, (message) => {
      if (message.type === 'worker') Object.assign(link, { owner: message.owner, takesQuestions: message.hasRoom });
      else this.#acknowledge(link, message);
    });
  }

  #acknowledge({ owner, unacknowledged }: Link, { type, sid }: { type: 'taken' | 'refused'; sid: string }): void {
    const timer = unacknowledged.get(sid);
    if (timer === undefined || owner === null) return;
    clearTimeout(timer);
    unacknowledged.delete(sid);
    if (type === 'refused') this.#release(owner, [sid]);
  }

  #forget(path: string, { owner, unacknowledged }: Link): void {
    this.#links.delete(path);
    for (const timer of unacknowledged.values()) clearTimeout(timer);
    if (owner !== null && unacknowledged.size > 0) this.#release(owner, [...unacknowledged.keys()]);
    unacknowledged.clear();
  }

  #release(owner: string, sids: string[]): void {
    const { release, log } = this.#deps;
    const releasing = release(owner, sids)
      .catch((error: unknown) => {
        log.warn({ event: 'release_failed', count: sids.length, ...errorFields(error) }, 'these leases will expire');
      })
      .finally(() => this.#releasing.delete(releasing));
    this.#releasing.add(releasing);
  }
}

async function removeStale(path: string): Promise<void> {
  const file = await stat(path).catch(() => null); // gone meanwhile
  if (file !== null && Date.now() - file.mtimeMs > staleMs) await rm(path, { force: true });
}
