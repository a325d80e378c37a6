/** Timers and background work that stop with the sandbox. */
export type Tasks = {
  /** Runs `work` after `delayMs` (0 or less: as soon as possible), unless the sandbox closes first. Failures are logged. */
  after(delayMs: number, work: (signal: AbortSignal) => void | Promise<void>): void;
  /** Aborted when the sandbox closes: pass it to every fetch. */
  readonly signal: AbortSignal;
  /** Cancels all timers, aborts running work and waits for it to end. */
  close(): Promise<void>;
};

/** Creates an empty set of tasks. */
export function createTasks(): Tasks {
  const ending = new AbortController();
  const timers = new Set<NodeJS.Timeout>();
  const next = new Set<NodeJS.Immediate>();
  const running = new Set<Promise<void>>();

  async function run(work: (signal: AbortSignal) => void | Promise<void>): Promise<void> {
    try {
      await work(ending.signal);
    } catch (error) {
      if (!ending.signal.aborted) console.error('sandbox: background work failed:', error);
    }
  }

  return {
    signal: ending.signal,
    after(delayMs, work) {
      if (ending.signal.aborted) return;
      const begin = (): void => {
        const done = run(work).finally(() => running.delete(done));
        running.add(done);
      };
      // A timer waits for a millisecond at least.
      if (delayMs <= 0) {
        const turn = setImmediate(() => {
          next.delete(turn);
          begin();
        });
        next.add(turn);
        return;
      }
      const timer = setTimeout(() => {
        timers.delete(timer);
        begin();
      }, delayMs);
      timers.add(timer);
    },
    async close() {
      ending.abort();
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      for (const turn of next) clearImmediate(turn);
      next.clear();
      await Promise.all(running);
    },
  };
}
