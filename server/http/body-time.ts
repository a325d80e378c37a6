import { IncomingMessage } from 'node:http';

import type { FastifyInstance } from 'fastify';

import { refuseConnection } from './error-handler.ts';

/** How long receiving a form with files may take: four files of 3.5 MB at one megabit per second. */
export const formMs = 120_000;

/**
 * Ends a request whose body has not arrived within `requestMs` of its headers, unless its route takes files. Node has
 * only one timeout for all routes (nodejs.org/api/http.html, `server.requestTimeout`), which must suit the slowest;
 * with that alone, anyone could hold back a body for as long on every other route (docs/reference/security.md#t19).
 * @param times in milliseconds; `checkMs`: how often requests are checked
 */
export function boundBodyTime(
  app: FastifyInstance,
  { requestMs, checkMs }: { readonly requestMs: number; readonly checkMs: number },
): void {
  /** When each body must have arrived, by `performance.now()`. */
  const incoming = new Map<IncomingMessage, number>();
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, next) => {
    // Requests made by `inject` are complete and have no socket.
    const isReceived = raw instanceof IncomingMessage;
    if (isReceived && routeOptions.config.takesFiles !== true) incoming.set(raw, performance.now() + requestMs);
    next();
  });
  // The body has been read. The next check removes requests that were refused before.
  app.addHook('preValidation', ({ raw }, _reply, next) => {
    incoming.delete(raw);
    next();
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const [request, endsAt] of incoming) {
      const hasEnded = request.complete || request.destroyed;
      if (hasEnded || now >= endsAt) incoming.delete(request);
      if (!hasEnded && now >= endsAt) refuseConnection(new LateBody(), request.socket);
    }
  }, checkMs).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}

/** Has the code of Node's own timeout. */
class LateBody extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';
}
