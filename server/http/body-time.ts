import { IncomingMessage } from 'node:http';

import type { FastifyInstance } from 'fastify';

import { refuseConnection } from './error-handler.ts';

/** How long a form with files may take to come in: four files of 3.5 MB at one megabit a second. */
export const formMs = 120_000;

/**
 * Ends a request whose body has not come within `requestMs` of its headers, unless its route takes files: then the time
 * of the server ends it (nodejs.org/api/http.html, `server.requestTimeout`), of which there is one, for the slowest route.
 * With that alone anyone could hold a body back for as long on every other route (docs/reference/security.md#t19).
 * @param times in milliseconds; `checkMs`: how often the requests are looked at
 */
export function boundBodyTime(
  app: FastifyInstance,
  { requestMs, checkMs }: { readonly requestMs: number; readonly checkMs: number },
): void {
  /** When each must have come, by `performance.now()`. */
  const coming = new Map<IncomingMessage, number>();
  app.addHook('onRequest', ({ raw, routeOptions }, _reply, next) => {
    // What `inject` makes has come whole, and has no connection.
    const isReceived = raw instanceof IncomingMessage;
    if (isReceived && routeOptions.config.takesFiles !== true) coming.set(raw, performance.now() + requestMs);
    next();
  });
  // The body has been read. Those that were refused before are left to the next look.
  app.addHook('preValidation', ({ raw }, _reply, next) => {
    coming.delete(raw);
    next();
  });
  const looks = setInterval(() => {
    const now = performance.now();
    for (const [request, endsAt] of coming) {
      const hasEnded = request.complete || request.destroyed;
      if (hasEnded || now >= endsAt) coming.delete(request);
      if (!hasEnded && now >= endsAt) refuseConnection(new LateBody(), request.socket);
    }
  }, checkMs).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(looks);
    done();
  });
}

/** As Node calls its own. */
class LateBody extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';
}
