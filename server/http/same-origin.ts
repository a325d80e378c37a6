import type { onRequestHookHandler } from 'fastify';

import { AppError } from '#server/platform/errors.ts';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Calls that other sites may link to. */
const open = new Set(['/api/docs']);

/**
 * Refuses calls from other sites' pages (docs/reference/security.md#t8, #t30). Browsers say where a request comes from
 * (Fetch Metadata; Origin); a request with neither is not from a browser, so it has no session to abuse. Reading calls
 * are refused too, because an image on another page could use up the visitor's tries. Pages may be linked to, and
 * webhooks prove themselves by a signature.
 */
export function refuseForeignPages(publicUrl: string): onRequestHookHandler {
  const ownOrigin = new URL(publicUrl).origin;
  return function (request, _reply, done) {
    // The route, not the URL, which may be in another case or percent-encoded.
    const route = request.routeOptions.url;
    if (route?.startsWith('/webhooks/') === true) return done();
    const isCall = route?.startsWith('/api/') === true && !open.has(route);
    if (safe.has(request.method) && !isCall) return done();
    const site = request.headers['sec-fetch-site'];
    const { origin } = request.headers;
    const isOurs =
      site === undefined ? origin === undefined || origin === ownOrigin : site === 'same-origin' || site === 'none';
    if (isOurs || origin === ownOrigin) return done();
    done(new AppError('forbidden', 'This request came from another website.'));
  };
}
