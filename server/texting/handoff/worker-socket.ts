import { chmodSync, mkdirSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';

import { errorFields, type Log } from '#server/observability/log.ts';
import { Secret } from '#server/platform/secret.ts';

import type { Lease } from '../store/text-store.ts';
import { FromWeb, type FromWorker, readMessages, sendMessage } from './handoff-messages.ts';
import { workersFolder, socketPath } from './workers-folder.ts';

type WorkerSocketDeps = {
  readonly dataDir: string;
  /** The name under which this worker holds leases. */
  readonly owner: string;
  readonly takesQuestions: () => boolean;
  /** Begins the work on a text that is leased to this worker. @returns false when it does not take it */
  readonly take: (lease: Lease, body: Secret) => boolean;
  /** How often changes of `takesQuestions` are sent to the web processes, in ms. */
  readonly pollMs: number;
  readonly log: Log;
};

/**
 * Where a worker receives texts from the web processes of its machine: a socket in the data folder, which only the
 * product's own user can open (docs/reference/security.md#t37). Without it, the worker looks for texts in the database.
 */
export class WorkerSocket {
  readonly #deps: WorkerSocketDeps;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #tookQuestions = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: WorkerSocketDeps) {
    this.#deps = deps;
    this.#server = createServer((socket) => this.#serve(socket));
  }

  /** Listens; without a socket, for example because its path is too long, texts take the way through the database. */
  start(): void {
    const { dataDir, owner, pollMs, log } = this.#deps;
    this.#server.on('error', (error) => {
      log.warn({ event: 'handoff_unavailable', ...errorFields(error) }, 'web processes cannot hand texts over');
    });
    try {
      const path = socketPath(dataDir, owner);
      mkdirSync(workersFolder(dataDir), { recursive: true, mode: 0o700 });
      chmodSync(workersFolder(dataDir), 0o700);
      this.#server.listen({ path }, () => chmodSync(path, 0o600));
    } catch (error) {
      this.#server.emit('error', error);
    }
    this.#timer = setInterval(() => this.#tellState(), pollMs);
  }

  /** Takes no more texts. Those on the way here are released by the process that sent them. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    for (const socket of this.#sockets) socket.destroy();
    if (!this.#server.listening) return;
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  #serve(socket: Socket): void {
    this.#tellState();
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    sendMessage(socket, this.#state());
    readMessages(socket, FromWeb, ({ lease, body }) => {
      const isTaken = this.#deps.take(lease, new Secret(body));
      sendMessage(socket, { type: isTaken ? 'taken' : 'refused', sid: lease.sid });
      this.#tellState();
    });
  }

  #tellState(): void {
    const state = this.#state();
    if (state.hasRoom === this.#tookQuestions) return;
    this.#tookQuestions = state.hasRoom;
    for (const socket of this.#sockets) sendMessage(socket, state);
  }

  #state(): Extract<FromWorker, { type: 'worker' }> {
    return { type: 'worker', owner: this.#deps.owner, hasRoom: this.#deps.takesQuestions() };
  }
}
