import type { IncomingMessage } from 'node:http';

import type { FastifyInstance } from 'fastify';

export type UnfinishedBodies = {
  /** Called for each request that is dropped. */
  readonly onDropped: () => void;
  /** The most bytes of all incoming bodies at a time. A webhook's body arrives in a few packets. */
  readonly bytesMax?: number;
};

/**
 * Bounds the memory of incoming bodies, for routes that no request limit covers: anyone may begin a body and hold it
 * back for as long as a request may take (docs/reference/security.md#t19). Beyond the bound, the oldest are dropped: a
 * genuine webhook is complete within a moment, so refusing the newest would let a stranger shut it out.
 */
export function boundUnfinishedBodies(
  app: FastifyInstance,
  { onDropped, bytesMax = 32 * 1024 * 1024 }: UnfinishedBodies,
): void {
  /** The announced bytes of each incoming body, oldest first. */
  const unfinished = new Map<IncomingMessage, number>();
  let bytes = 0;
  const forget = (request: IncomingMessage): void => {
    bytes -= unfinished.get(request) ?? 0;
    unfinished.delete(request);
  };
  app.addHook('onRequest', ({ raw, headers, routeOptions }, _reply, next) => {
    const bodyMax = routeOptions.bodyLimit;
    // A body of unknown length may become as large as the route allows.
    const announced = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : bodyMax;
    const own = Math.min(announced, bodyMax);
    bytes += own;
    unfinished.set(raw, own);
    raw.once('end', () => forget(raw)).once('close', () => forget(raw));
    for (const oldest of unfinished.keys()) {
      if (bytes <= bytesMax || oldest === raw) break;
      forget(oldest);
      oldest.destroy();
      onDropped();
    }
    next();
  });
}
