import type { FastifyInstance, FastifyRequest } from 'fastify';

import { trustedProxies } from '#server/config/trusted-proxies.ts';
import type { Log } from '#server/observability/log.ts';
import { AppError } from '#server/platform/errors.ts';

import { type Client, type Forwarding, readClient } from './client-address.ts';
import { isCounted, RequestBucket } from './request-bucket.ts';

export type ClientOptions = {
  readonly log: Log;
  readonly trustProxy: readonly string[];
  readonly requestsPerMinute: number;
  /** Called for each request that a peer forwards which `TRUST_PROXY` does not name. */
  readonly onUntrustedPeer?: () => void;
};

type ReadClient = (request: FastifyRequest) => ReturnType<typeof readClient>;

const noticeEveryMs = 10 * 60_000;

/**
 * Determines the client of each request before anything else, and refuses clients that send too many. Nothing else
 * reads forwarding headers.
 */
export function identifyClients(app: FastifyInstance, options: ClientOptions): void {
  const isTrusted = trustedProxies(options.trustProxy);
  const bucket = new RequestBucket({ perMinute: options.requestsPerMinute });
  const tell = createNotices(options);
  app.decorateRequest('client', null);
  app.decorateRequest('peer', '');
  const read: ReadClient = (request) => {
    return readClient({ peer: request.getDecorator<string>('peer'), headers: request.headers }, isTrusted);
  };
  app.decorate('readClient', read);
  app.addHook('onRequest', (request, _reply, done) => {
    // Read now, because a socket that its peer has closed no longer knows.
    request.setDecorator('peer', request.socket.remoteAddress ?? '');
    // For requests that are not counted, such as webhooks, the client is determined on demand.
    if (!isCounted(request.routeOptions.url)) return done();
    const { client, forwarding } = read(request);
    request.setDecorator('client', client);
    tell(forwarding, client);
    // Visitors behind a proxy on this machine that TRUST_PROXY does not name must not keep Prometheus from its metrics.
    if (client.isThisMachine && request.routeOptions.url === '/metrics') return done();
    const seconds = bucket.take(client, performance.now());
    if (seconds === 0) return done();
    const message = 'Too many requests. Please wait a minute, then try again.';
    done(new AppError('rate_limited', message, { retryAfterSeconds: seconds }));
  });
}

/** The client of a request. */
export function clientOf(request: FastifyRequest): Client {
  const known = request.getDecorator<Client | null>('client');
  if (known !== null) return known;
  const { client } = request.server.getDecorator<ReadClient>('readClient')(request);
  request.setDecorator('client', client);
  return client;
}

/** Logs problems with proxies, each at most every ten minutes. */
function createNotices({ log, onUntrustedPeer }: ClientOptions) {
  const toldAt = new Map<Forwarding, number>();
  return function tell(forwarding: Forwarding, client: Client): void {
    if (forwarding === 'clear') return;
    if (forwarding === 'untrusted_peer') onUntrustedPeer?.();
    const now = performance.now();
    if (now - (toldAt.get(forwarding) ?? -noticeEveryMs) < noticeEveryMs) return;
    toldAt.set(forwarding, now);
    // A private address is infrastructure; a public one may be a person's.
    const address = client.isPrivate ? { address: client.address } : {};
    if (forwarding === 'unnamed') {
      const text = 'a trusted proxy sends no readable X-Forwarded-For: all its visitors count as one client';
      log.warn({ event: 'client_unnamed', ...address }, text);
      return;
    }
    const text =
      'forwarded headers come from a peer that TRUST_PROXY does not name: all its visitors count as one client';
    if (client.isPrivate) log.error({ event: 'proxy_untrusted', ...address }, text);
    else log.warn({ event: 'proxy_untrusted' }, text);
  };
}
