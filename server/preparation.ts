import { setTimeout as wait } from 'node:timers/promises';

import type { Fallback } from './fallback/fallback.flow.ts';
import { isDatabaseAway } from './platform/database-away.ts';
import { errorFields, type Log } from './platform/log.ts';

const pauseMaxMs = 5000;

/**
 * What the database needs done to it before this process can work with it. At start the database may still be on its
 * way: this waits for it, but not for a mistake in the settings.
 */
export class Preparation {
  readonly #world: { readonly fallback: Pick<Fallback, 'failed'>; readonly log: Log };
  readonly #work: () => Promise<void>;
  #isStopping = false;
  #isDone = false;
  #running: Promise<void> = Promise.resolve();

  constructor(world: { readonly fallback: Pick<Fallback, 'failed'>; readonly log: Log }, work: () => Promise<void>) {
    this.#world = world;
    this.#work = work;
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  /**
   * Resolves when all is done, or as soon as `untilAway` does: then it goes on by itself.
   * @throws what the work throws, unless the database is away
   */
  async start(untilAway: Promise<void>): Promise<void> {
    this.#running = this.#run();
    await Promise.race([this.#running, untilAway]);
    this.#running.catch((error: unknown) => this.#failLate(error));
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running.catch(() => undefined);
  }

  async #run(): Promise<void> {
    const { fallback, log } = this.#world;
    for (let tries = 1; !this.#isStopping; tries += 1) {
      try {
        await this.#work();
        this.#isDone = true;
        return;
      } catch (error) {
        if (!isDatabaseAway(error)) throw error;
        fallback.failed(error);
        if (tries === 1) log.warn({ event: 'database_away', ...errorFields(error) }, 'waiting for the database');
        await wait(Math.min(pauseMaxMs, 200 * tries));
      }
    }
  }

  /** What the database turned out not to allow, once it was there: nothing that waiting would mend. */
  #failLate(error: unknown): void {
    if (this.#isStopping) return;
    this.#world.log.fatal({ event: 'start_failed', ...errorFields(error) }, 'the product could not start, and stops');
    process.exitCode = 1;
    process.kill(process.pid, 'SIGTERM');
  }
}
