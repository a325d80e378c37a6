import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Headers of every response (docs/reference/security.md#t20). Pages get their content security policy with their HTML
 * (http/static-site.ts).
 */
const always = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
} as const;

/** Matches a path, in any case, because an unknown path has no route. */
const isApiPath = /^\/+api(?:[/?#]|$)/i;

/** Also by route, because the router decodes the path: `/%61pi/user` is a call too. */
function isCall({ url, routeOptions }: FastifyRequest): boolean {
  return isApiPath.test(url) || isApiPath.test(routeOptions.url ?? '');
}

/** Sets the headers, and keeps responses of calls out of every cache. */
export function setSecureHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(always);
  if (!reply.hasHeader('referrer-policy')) reply.header('referrer-policy', 'strict-origin-when-cross-origin');
  if (!reply.hasHeader('content-security-policy'))
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  if (isCall(request) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
}
