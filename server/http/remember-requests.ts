import { createHmac } from 'node:crypto';

import type { FastifyInstance, FastifyRequest } from 'fastify';

import { type RequestContext, withRequestContext } from '#server/observability/request-context.ts';

import { clientOf } from './client.ts';

/** 64 bits: enough to group the events of a day, too few to be worth anything elsewhere. */
const hashChars = 16;

/** The hash of a client, keyed by `secret` and the day (UTC), so that no one can find the address by trying. */
export function clientHash(secret: string, clientKey: string, day: Date): string {
  const dayKey = createHmac('sha256', secret)
    .update(`client:${day.toISOString().slice(0, 10)}`)
    .digest();
  return createHmac('sha256', dayKey).update(clientKey).digest('hex').slice(0, hashChars);
}

/** The facts about a request for the log, read only for the few lines about security. */
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
 * Remembers each request for the log lines written on its behalf. Register it after `identifyClients`. It uses two
 * hooks, because reading the body leaves the asynchronous context of the first.
 */
export function rememberRequests(app: FastifyInstance, secret: string): void {
  app.addHook('onRequest', (request, _reply, done) => withRequestContext(new RequestFacts(request, secret), done));
  app.addHook('preValidation', (request, _reply, done) => withRequestContext(new RequestFacts(request, secret), done));
}
