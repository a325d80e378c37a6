export type TimeLimit = {
  readonly ms: number;
  readonly signal: AbortSignal;
  /** Milliseconds since it began. */
  ranMs(): number;
  isOver(): boolean;
  end(): void;
};

/**
 * A signal that aborts after `ms`, or with `outer`. Unlike `AbortSignal.any` and `timeout`, it lets go of its
 * timer and listeners when the call ends.
 */
export function timeLimit(ms: number, outer: AbortSignal): TimeLimit {
  const beganAt = performance.now();
  const controller = new AbortController();
  const wholeMs = Math.ceil(Math.max(1, ms));
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    controller.abort();
  }, wholeMs);
  const onAbort = (): void => controller.abort(outer.reason);
  outer.addEventListener('abort', onAbort);
  return {
    ms: wholeMs,
    signal: controller.signal,
    ranMs: () => performance.now() - beganAt,
    isOver: () => isOver,
    end() {
      clearTimeout(timer);
      outer.removeEventListener('abort', onAbort);
    },
  };
}
