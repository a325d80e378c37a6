import { randomUUID } from 'node:crypto';

import cookie from '@fastify/cookie';
import { fastify, type FastifyInstance, type FastifyPluginCallback } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';

import type { Log } from '#server/observability/log.ts';
import type { Metrics } from '#server/observability/metrics.ts';

import { boundBodyTime, formMs } from './body-time.ts';
import { type ClientOptions, identifyClients } from './client.ts';
import { handleError, refuseConnection } from './error-handler.ts';
import { rememberRequests } from './remember-requests.ts';
import { refuseForeignPages } from './same-origin.ts';
import { setSecureHeaders } from './secure-headers.ts';
import { boundUnfinishedBodies, type UnfinishedBodies } from './unfinished-bodies.ts';

export type HttpOptions = Omit<ClientOptions, 'log'> & {
  readonly log: Log;
  readonly securityLog: Log;
  readonly metrics: Pick<Metrics, 'requestSeconds'>;
  readonly publicUrl: string;
  /** Keys the hash under which the security log knows a client. */
  readonly clientSecret: string;
  /** Timeouts in milliseconds; unset in production. */
  readonly timeouts?: { readonly headersMs: number; readonly requestMs: number; readonly checkMs: number };
};

/**
 * The longest time to receive the headers and the whole request; forms with files have more (body-time.ts). Checked
 * every second: Node's default of 30 s would keep a half-open request three times as long (nodejs.org/api/http.html,
 * `connectionsCheckingInterval`).
 */
const productionTimeouts = { headersMs: 10_000, requestMs: 30_000, checkMs: 1000 };
/** Far more than a proxy opens, and few enough for the memory of a small machine. Further connections are dropped. */
const connectionsMax = 5000;

/** The HTTP server without its routes: reads, refuses, answers and logs requests. app/routes.ts adds the routes. */
export function createHttp(options: HttpOptions): FastifyInstance {
  const { log, securityLog, metrics, publicUrl, clientSecret, timeouts = productionTimeouts, ...clients } = options;
  const { headersMs, requestMs, checkMs } = timeouts;
  const refuse = handleError(log);
  const app = fastify({
    genReqId: () => randomUUID(),
    bodyLimit: 64 * 1024,
    requestTimeout: Math.max(requestMs, formMs),
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: headersMs, maxHeaderSize: 16_384, connectionsCheckingInterval: checkMs },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    forceCloseConnections: 'idle',
    // While closing, requests on open connections are still answered; refused, they would fail at each restart.
    return503OnClosing: false,
    // Requests that Fastify and Node refuse before routing, for which no hook runs. Their own replies quote the request
    // or have another format.
    frameworkErrors(error, request, reply) {
      setSecureHeaders(request, reply);
      void refuse(error, request, reply);
    },
    clientErrorHandler: refuseConnection,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  readBodies(app);
  app.register(cookie);
  app.setErrorHandler(refuse);
  // An unknown expectation may be ignored (RFC 9110, 10.1.1); Node's own refusal has no body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.server.maxConnections = connectionsMax;
  boundBodyTime(app, { requestMs, checkMs });
  identifyClients(app, { ...clients, log: securityLog });
  rememberRequests(app, clientSecret);
  app.addHook('onRequest', refuseForeignPages(publicUrl));
  app.addHook('onSend', (request, reply, payload, done) => {
    setSecureHeaders(request, reply);
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'none';
    const { statusCode: status, elapsedTime } = reply;
    metrics.requestSeconds.note({ route, status: String(status) }, elapsedTime);
    // The route, not the URL: a query may hold a token or a number.
    log.info({
      event: 'request',
      request: request.id,
      method,
      route,
      status,
      ms: Math.round(elapsedTime),
    });
    done();
  });
  return app;
}

/**
 * Calls accept only JSON, because a form on another website could send text (docs/reference/security.md#t8). Some
 * clients send an empty body with a JSON content type.
 */
function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, parsed) => {
    if (body === '') parsed(null, undefined);
    else void parse(request, body as string, parsed);
  });
}

/** A scope for webhooks, which are forms whose signature covers every character: their routes read them as text. */
export function webhookScope(
  routes: readonly FastifyPluginCallback[],
  unfinished: UnfinishedBodies,
): FastifyPluginCallback {
  return function (app, _options, done) {
    boundUnfinishedBodies(app, unfinished);
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, parsed) => {
      parsed(null, body);
    });
    for (const route of routes) app.register(route);
    done();
  };
}

/** How long open requests may continue after a stop request. */
const requestsEndMs = 10_000;

/**
 * Stops the HTTP server: answers open requests, then closes every connection. Otherwise, a connection that gets its
 * last reply while closing would stay open for its keep-alive time.
 */
export async function closeHttp(app: FastifyInstance): Promise<void> {
  const closingTimer = setInterval(() => app.server.closeIdleConnections(), 50);
  const enough = setTimeout(() => app.server.closeAllConnections(), requestsEndMs);
  await app.close();
  clearInterval(closingTimer);
  clearTimeout(enough);
}
