import type { onRequestHookHandler } from 'fastify';

import { AppError } from './errors.ts';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Calls that change something come from our own pages (security T8): browsers say where a request comes from
 * (Fetch Metadata; Origin), and what says neither is no browser, so there is no session that it could abuse.
 * Webhooks are let through: they prove themselves by a signature.
 */
export function refuseForeignPages(publicUrl: string): onRequestHookHandler {
  const ownOrigin = new URL(publicUrl).origin;
  return function (request, _reply, done) {
    if (safe.has(request.method) || request.url.startsWith('/webhooks/')) return done();
    const site = request.headers['sec-fetch-site'];
    const { origin } = request.headers;
    const isOurs =
      site === undefined ? origin === undefined || origin === ownOrigin : site === 'same-origin' || site === 'none';
    if (isOurs || origin === ownOrigin) return done();
    done(new AppError('forbidden', 'This request came from another website.'));
  };
}
