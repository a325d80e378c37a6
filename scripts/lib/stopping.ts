/** Two requests: an orderly shutdown, then an immediate one. */
export type Stopping = { readonly asked: AbortSignal; readonly insisted: AbortSignal };

/**
 * Listens for requests to stop this process: a signal, or the exit of the parent (its IPC channel closes). Each request
 * arrives once (bootstrap/relay.mjs ensures that), so a second one means an immediate shutdown.
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
  // A closed terminal must not prevent an orderly shutdown.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  return { asked: asked.signal, insisted: insisted.signal };
}

/** Resolves when the signal is aborted. */
export function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
