import { createHmac } from 'node:crypto';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import { type RequestContext, withRequestContext } from '#server/observability/request-context.ts';

import { clientOf } from './client.ts';

/** 64 bits: enough to group the events of a day, too few to be worth anything elsewhere. */
const hashChars = 16;

/** The key of a client under a hash whose key changes every day (UTC); without `secret` no address can be tried. */
export function clientHash(secret: string, clientKey: string, day: Date): string {
  const dayKey = createHmac('sha256', secret)
    .update(`client:${day.toISOString().slice(0, 10)}`)
    .digest();
  return createHmac('sha256', dayKey).update(clientKey).digest('hex').slice(0, hashChars);
}

/**
 * Remembers each request for the log lines that are written on its behalf. Registered after `identifyClients`. Twice,
 * because reading the body leaves the asynchronous context of the first hook.
 */
export function rememberRequests(app: FastifyInstance, secret: string): void {
  const contextOf = (request: FastifyRequest): RequestContext => ({
    request: request.id,
    route: request.routeOptions.url ?? 'none',
    // Only for the few requests that write to the security log.
    get client() {
      return clientHash(secret, clientOf(request).key, new Date());
    },
  });
  app.addHook('onRequest', (request, _reply, done) => withRequestContext(contextOf(request), done));
  app.addHook('preValidation', (request, _reply, done) => withRequestContext(contextOf(request), done));
}
