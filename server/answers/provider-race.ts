import { Overtaken, type Tried } from './ask-provider.ts';

/** One provider's call in a race. */
export type Runner<T> = { readonly of: T; run(signal: AbortSignal): Promise<Tried> };

type Hedge<T> = {
  /** How long the first call runs alone, unless it ends earlier. */
  readonly headStartMs: number;
  /** A call that ran for at least `slowMs` before the other one won counts as a failure of its provider. */
  readonly slowMs: number;
  /** The other call, decided when the head start is over; null: the other provider may not be asked now. */
  readonly begin: () => Runner<T> | null;
};

export type Outcome<T> = { readonly of: T; readonly tried: Tried };

type Running<T> = {
  readonly of: T;
  readonly controller: AbortController;
  readonly done: Promise<Outcome<T>>;
};

/**
 * Asks one provider, and another one too when that takes longer than its head start. The first good answer wins, and a
 * rejection ends the race too, because rejected words go to no other provider; the other call is aborted.
 * @returns the outcomes of the calls that ended, the decisive one last
 * @throws the abort reason of `outer`
 */
export async function race<T>(first: Runner<T>, hedge: Hedge<T>, outer: AbortSignal): Promise<Outcome<T>[]> {
  const running = new Set<Running<T>>();
  const start = (runner: Runner<T>): Running<T> => {
    const { of } = runner;
    const controller = new AbortController();
    const done = runner.run(controller.signal).then((tried) => ({ of, tried }));
    // An aborted call may reject unobserved.
    done.catch(() => undefined);
    const entry = { of, controller, done };
    running.add(entry);
    return entry;
  };
  const onAbort = (): void => {
    for (const { controller } of running) controller.abort(outer.reason);
  };
  outer.throwIfAborted();
  outer.addEventListener('abort', onAbort);
  try {
    const lead = start(first);
    if (await isLate(lead.done, hedge.headStartMs)) {
      const other = hedge.begin();
      if (other !== null) start(other);
    }
    return await ended(running);
  } finally {
    for (const { controller } of running) controller.abort(new Overtaken(hedge.slowMs));
    outer.removeEventListener('abort', onAbort);
  }
}

/** Whether the call is still running after `ms`. */
async function isLate(done: Promise<unknown>, ms: number): Promise<boolean> {
  if (ms <= 0) return true;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(true), ms);
  const over = (): void => resolve(false);
  done.then(over, over);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for the first good answer, or for all calls to end. @returns the outcomes so far */
async function ended<T>(running: Set<Running<T>>): Promise<Outcome<T>[]> {
  const outcomes: Outcome<T>[] = [];
  while (running.size > 0) {
    const { entry, outcome } = await Promise.race(
      Array.from(running, async (entry) => ({ entry, outcome: await entry.done })),
    );
    running.delete(entry);
    outcomes.push(outcome);
    const { kind } = outcome.tried;
    if (kind === 'answered' || kind === 'rejected') break;
  }
  return outcomes;
}
