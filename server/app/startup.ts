import { setTimeout as wait } from 'node:timers/promises';

import { isDatabaseUnavailable } from '#server/db/connection-errors.ts';
import { isLockTimeout } from '#server/db/error-codes.ts';
import { MoveUnderWayError } from '#server/db/fitness.ts';
import { connectionRefusal } from '#server/db/refusals.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import type { Outage } from '#server/outage/outage.ts';

const defaultPauseMaxMs = 5000;
/** Log the wait again after this many tries, about every minute or two. */
const triesPerLine = 15;

type StartupDeps = {
  readonly outage: Pick<Outage, 'reportFailure'>;
  readonly log: Log;
  /** The longest pause between two tries (5 s). */
  readonly pauseMaxMs?: number;
};

/**
 * Prepares the database before a process can use it. At a start the database may not be up yet: this retries until it
 * is, but fails on any other error, such as wrong settings. A process that already serves from its journal also waits
 * for a database that refuses connections, because ending would serve no one.
 */
export class Startup {
  readonly #deps: StartupDeps;
  readonly #work: () => Promise<void>;
  #isStopping = false;
  #isDone = false;
  #isServing = false;
  #running: Promise<void> = Promise.resolve();

  constructor(deps: StartupDeps, work: () => Promise<void>) {
    this.#deps = deps;
    this.#work = work;
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  /**
   * Resolves when the work is done or `untilUnavailable` resolves, whichever is first; in the second case the work continues
   * in the background.
   * @throws what the work throws, unless the database is unavailable
   */
  async start(untilUnavailable: Promise<void>): Promise<void> {
    this.#running = this.#run();
    await Promise.race([this.#running, untilUnavailable]);
    this.#isServing = true;
    this.#running.catch((error: unknown) => this.#failLate(error));
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#running.catch(() => undefined);
  }

  async #run(): Promise<void> {
    const { outage, log, pauseMaxMs = defaultPauseMaxMs } = this.#deps;
    for (let tries = 1; !this.#isStopping; tries += 1) {
      try {
        await this.#work();
        this.#isDone = true;
        return;
      } catch (error) {
        if (!this.#isWaitedFor(error)) throw error;
        outage.reportFailure(error);
        const [event, waiting] = waitOf(error);
        if (tries % triesPerLine === 1) log.warn({ event, ...errorFields(error) }, waiting);
        await wait(Math.min(pauseMaxMs, 200 * tries));
      }
    }
  }

  #isWaitedFor(error: unknown): boolean {
    if (isLockTimeout(error) || isDatabaseUnavailable(error)) return true;
    return this.#isServing && connectionRefusal(error) !== null;
  }

  /** Stops the process after an error with which retrying does not help. */
  #failLate(error: unknown): void {
    if (this.#isStopping) return;
    this.#deps.log.fatal({ event: 'start_failed', ...errorFields(error) }, 'the product could not start, and stops');
    process.exitCode = 1;
    process.kill(process.pid, 'SIGTERM');
  }
}

/** What a start waits for: the event and the message of its log line. */
function waitOf(error: unknown): readonly [event: string, waiting: string] {
  if (isLockTimeout(error)) return ['schema_waits', 'the schema waits for another transaction (a backup?)'];
  const refusal = connectionRefusal(error);
  if (refusal !== null) return ['database_refuses', `${refusal.problem} ${refusal.remedy}`];
  if (!(error instanceof MoveUnderWayError)) return ['database_unavailable', 'waiting for the database'];
  return ['database_unavailable', 'waiting for the end of npm run move; if it was interrupted: npm run move -- --undo'];
}
