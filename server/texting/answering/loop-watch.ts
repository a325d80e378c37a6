import type { Log } from '#server/observability/log.ts';

import type { AnswerLoop } from './answer-loop.ts';

const checkEveryMs = 5000;

/**
 * Watches the loops of this process that look for texts, for the operator: says once when one stands still, and once when
 * all move again. `/readyz` and the signal `answer_loop_stuck` read `isStuck`.
 */
export class LoopWatch {
  readonly #log: Pick<Log, 'error' | 'warn'>;
  #loops: readonly Pick<AnswerLoop, 'isStuck'>[] = [];
  #wasStuck = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Pick<Log, 'error' | 'warn'>) {
    this.#log = log;
  }

  /** Whether a loop that this process runs stands still. */
  get isStuck(): boolean {
    return this.#loops.some((one) => one.isStuck);
  }

  start(loops: readonly Pick<AnswerLoop, 'isStuck'>[]): void {
    this.#loops = loops;
    this.#timer = setInterval(() => this.#check(), checkEveryMs).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    const { isStuck } = this;
    if (isStuck === this.#wasStuck) return;
    this.#wasStuck = isStuck;
    if (isStuck) this.#log.error({ event: 'answer_loop_stuck' }, 'the loop that looks for texts stands still');
    else this.#log.warn({ event: 'answer_loop_moving' }, 'the loop that looks for texts moves again');
  }
}
