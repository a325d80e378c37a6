/** Two requests: an orderly shutdown, then an immediate one. */
export type Stopping = { readonly asked: AbortSignal; readonly insisted: AbortSignal };

/** The second request, as a message: see bootstrap/relay.mjs. */
export const STOP_NOW = 'stop now';

/**
 * Listens for requests to stop this process: a signal, or the exit of the parent (its IPC channel closes). An immediate
 * shutdown is asked for by the relay's message; without a relay, by a second signal.
 */
export function listenForStop(): Stopping {
  const hasRelay = process.connected;
  const asked = new AbortController();
  const insisted = new AbortController();
  function ask(): void {
    if (asked.signal.aborted && !hasRelay) insisted.abort();
    asked.abort();
  }
  process.on('message', (message) => {
    if (message === STOP_NOW) insisted.abort();
  });
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
