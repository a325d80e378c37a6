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

/** What the log may want to know of a request: read only for the few lines that are about security. */
class RequestFacts implements RequestContext {
  readonly #asked: FastifyRequest;
  readonly #secret: string;

  constructor(asked: FastifyRequest, secret: string) {
    this.#asked = asked;
    this.#secret = secret;
  }

  get request(): string {
    return this.#asked.id;
  }

  get route(): string {
    return this.#asked.routeOptions.url ?? 'none';
  }

  get client(): string {
    return clientHash(this.#secret, clientOf(this.#asked).key, new Date());
  }
}

/**
 * Remembers each request for the log lines that are written on its behalf. Registered after `identifyClients`. Twice,
 * because reading the body leaves the asynchronous context of the first hook.
 */
export function rememberRequests(app: FastifyInstance, secret: string): void {
  app.addHook('onRequest', (request, _reply, done) => withRequestContext(new RequestFacts(request, secret), done));
  app.addHook('preValidation', (request, _reply, done) => withRequestContext(new RequestFacts(request, secret), done));
}
