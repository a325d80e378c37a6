import { isDatabaseUnavailable } from '#server/db/connection-errors.ts';
import type { Runner } from '#server/db/statement.ts';

import { foldCounters } from './fold-counters.repo.ts';
import { errorFields, type Log } from './log.ts';

const foldEveryMs = 5000;

/**
 * Folds the appended counts every few seconds, so that reading the counters stays fast. Figures are exact in between:
 * readers add what is not folded yet. Any number of processes may do this; one at a time folds.
 */
export class CounterFolding {
  readonly #runner: Runner;
  readonly #log: Pick<Log, 'warn'>;
  #timer: NodeJS.Timeout | undefined;
  #folding: Promise<void> = Promise.resolve();

  constructor(runner: Runner, log: Pick<Log, 'warn'>) {
    this.#runner = runner;
    this.#log = log;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#folding = this.#fold().then(() => this.start());
    }, foldEveryMs).unref();
  }

  /** Waits for a fold that is under way. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#folding;
    clearTimeout(this.#timer);
  }

  async #fold(): Promise<void> {
    try {
      await foldCounters(this.#runner);
    } catch (error) {
      // Nothing is lost: the counts wait.
      if (isDatabaseUnavailable(error)) return;
      this.#log.warn(
        { event: 'job_failed', job: 'fold-counters', ...errorFields(error) },
        'counts could not be folded',
      );
    }
  }
}
