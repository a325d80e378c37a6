export type TimeLimit = {
  readonly ms: number;
  readonly signal: AbortSignal;
  /** Milliseconds since it began. */
  ranMs(): number;
  isOver(): boolean;
  end(): void;
};

/**
 * A signal that aborts after `ms`, or with `outer`. `AbortSignal.any` and `timeout` would do, but they keep their
 * timer and their listeners for the whole time when a call is long over.
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
