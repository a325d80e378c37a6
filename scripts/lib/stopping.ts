/** Two wishes: to end in order, and then to end now. */
export type Stopping = { readonly asked: AbortSignal; readonly insisted: AbortSignal };

/**
 * Listens for what asks this process to end: a signal, or that the one who started it is gone (its IPC channel closes).
 * Each wish reaches us once (bootstrap/relay.mjs sees to that), so a second one means it.
 */
export function listenForStop(): Stopping {
  const asked = new AbortController();
  const insisted = new AbortController();
  function ask(): void {
    if (asked.signal.aborted) insisted.abort();
    asked.abort();
  }
  process.on('SIGTERM', ask);
  process.on('SIGINT', ask);
  process.on('SIGHUP', ask);
  process.once('disconnect', () => asked.abort());
  // A terminal that is gone must not keep us from ending in order.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  return { asked: asked.signal, insisted: insisted.signal };
}

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
