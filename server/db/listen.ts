import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';

export type ListenerOptions = {
  readonly url: string;
  /** Called for every connection that broke or could not be opened; without a listener the process would end. */
  readonly onError: (error: unknown) => void;
};

type Handler = {
  /** Called for each notification with its payload, or ''. */
  readonly onNotify: (payload: string) => void;
  /** Called when listening begins or resumes: notifications may have been missed, so read the current state. */
  readonly onListening: () => void;
};

const connectMs = 5000;
/**
 * A connection whose other end is gone may look alive for hours: probe it periodically
 * (docs/reference/texting-protocol.md#writes-with-an-unknown-outcome).
 */
const checkEveryMs = 15_000;
const checkMs = 5000;
const pauseMaxMs = 5000;

/**
 * LISTEN over a dedicated connection, which is reopened whenever it breaks. Notifications sent in between are lost, so
 * each handler is called when listening resumes, and reads the tables.
 */
export class Listener {
  readonly #options: ListenerOptions;
  readonly #handlers = new Map<string, Handler>();
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #isListening = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  /** Whether notifications arrive: false from a broken connection until listening resumes. */
  get isListening(): boolean {
    return this.#isListening;
  }

  /** Adds a channel, before `start`. @param channel a plain identifier */
  on(channel: string, handler: Handler): void {
    this.#handlers.set(channel, handler);
  }

  /** Starts listening without waiting for the database. */
  start(): void {
    this.#running = this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    for (let failures = 0; !signal.aborted; failures += 1) {
      const began = performance.now();
      await this.#listen().catch(this.#options.onError);
      if (performance.now() - began > pauseMaxMs) failures = 0;
      await pause(Math.min(pauseMaxMs, 100 * 2 ** failures), signal);
    }
  }

  /** Listens until the connection breaks or `stop` is called. */
  async #listen(): Promise<void> {
    const { signal } = this.#stopping;
    const client = new pg.Client({
      connectionString: this.#options.url,
      application_name: 'askline-listen',
      connectionTimeoutMillis: connectMs,
      query_timeout: checkMs,
      keepAlive: true,
    });
    const broken = new AbortController();
    client.on('error', () => broken.abort());
    client.on('end', () => broken.abort());
    client.on('notification', ({ channel, payload = '' }) => this.#handlers.get(channel)?.onNotify(payload));
    const ended = AbortSignal.any([signal, broken.signal]);
    try {
      await client.connect();
      for (const channel of this.#handlers.keys()) await client.query(`listen ${client.escapeIdentifier(channel)}`);
      this.#isListening = true;
      for (const { onListening } of this.#handlers.values()) onListening();
      while (await pause(checkEveryMs, ended)) await client.query('select 1');
    } finally {
      this.#isListening = false;
      await Promise.race([client.end().catch(() => undefined), wait(checkMs, undefined, { ref: false })]);
    }
  }
}

/** A copy of platform/pause.ts, which db must not import. */
async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return wait(ms, true, { signal }).catch(() => false);
}
