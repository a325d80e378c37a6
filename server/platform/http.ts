import { randomUUID } from 'node:crypto';

import cookie from '@fastify/cookie';
import { fastify, type FastifyInstance, type FastifyPluginCallback } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';

import { type ClientOptions, identifyClients } from './clients.ts';
import { handleError, refuseConnection } from './error-handler.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { rememberRequests } from './remember-requests.ts';
import { refuseForeignPages } from './same-origin.ts';
import { secureHeaders } from './secure-headers.ts';

export type HttpOptions = Omit<ClientOptions, 'log'> & {
  readonly log: Log;
  readonly securityLog: Log;
  readonly metrics: Pick<Metrics, 'requestSeconds'>;
  readonly publicUrl: string;
  /** Keys the hash under which the security log knows a client. */
  readonly clientSecret: string;
  /** In milliseconds; unset, as production has it. */
  readonly patience?: { readonly headersMs: number; readonly requestMs: number; readonly checkMs: number };
};

/**
 * How long a request may take to come in: its headers, and all of it. Looked at every second: Node's default of 30 s would
 * leave a half-open request three times as long (nodejs.org/api/http.html, `connectionsCheckingInterval`).
 */
const productionPatience = { headersMs: 10_000, requestMs: 30_000, checkMs: 1000 };
/** Many more than a proxy opens, and few enough for the memory of a small machine. Those beyond are dropped at once. */
const connectionsMax = 5000;

/** The HTTP surface without its routes: how requests are read, refused, answered and noted. app.ts lists the routes. */
export function createHttp(options: HttpOptions): FastifyInstance {
  const { log, securityLog, metrics, publicUrl, clientSecret, patience = productionPatience, ...clients } = options;
  const { headersMs, requestMs, checkMs } = patience;
  const refuse = handleError(log);
  const app = fastify({
    genReqId: () => randomUUID(),
    bodyLimit: 64 * 1024,
    requestTimeout: requestMs,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: headersMs, maxHeaderSize: 16_384, connectionsCheckingInterval: checkMs },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    forceCloseConnections: 'idle',
    // What Fastify and Node refuse before there is a call: their own answers quote the request, or have another form.
    // No hook runs for them.
    frameworkErrors(error, request, reply) {
      void secureHeaders(request, reply, null);
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
  // An expectation that we do not know may be ignored (RFC 9110, 10.1.1); Node's own refusal of it has no body.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.server.maxConnections = connectionsMax;
  identifyClients(app, { ...clients, log: securityLog });
  rememberRequests(app, clientSecret);
  app.addHook('onRequest', refuseForeignPages(publicUrl));
  app.addHook('onSend', secureHeaders);
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? 'none';
    const { statusCode: status, elapsedTime } = reply;
    metrics.requestSeconds.note({ route, status: String(status) }, elapsedTime);
    // The route, not the address: a query may hold a token or a number.
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
 * Calls take JSON and nothing else (security T8: a form of another website could send text). Some have nothing to say
 * and send an empty body with a JSON content type.
 */
function readBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, parsed) => {
    if (body === '') parsed(null, undefined);
    else void parse(request, body as string, parsed);
  });
}

/** Webhooks come as forms, and are signed over every character: they are read as text, by their routes alone. */
export function webhookScope(routes: readonly FastifyPluginCallback[]): FastifyPluginCallback {
  return function (app, _options, done) {
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, parsed) => {
      parsed(null, body);
    });
    for (const route of routes) app.register(route);
    done();
  };
}

/** How long requests under way may go on after a stop was asked for. */
const requestsEndMs = 10_000;

/**
 * Ends the HTTP side: requests under way are answered, then every connection goes. A connection that gets its last
 * answer while closing would otherwise stay for its keep-alive time.
 */
export async function closeHttp(app: FastifyInstance): Promise<void> {
  const goodbye = setInterval(() => app.server.closeIdleConnections(), 50);
  const enough = setTimeout(() => app.server.closeAllConnections(), requestsEndMs);
  await app.close();
  clearInterval(goodbye);
  clearTimeout(enough);
}
