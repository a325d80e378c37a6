import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Headers of every answer (docs/reference/security.md#t20). Pages get their content security policy with their HTML
 * (http/static-site.ts).
 */
const always = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
} as const;

/** Paths are matched in any case, and a wrong one has no route. */
const isCall = /^\/+api(?:[/?#]|$)/i;

/** Sets them, and keeps answers of calls out of every cache. */
export function setSecureHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.headers(always);
  if (!reply.hasHeader('referrer-policy')) reply.header('referrer-policy', 'strict-origin-when-cross-origin');
  if (!reply.hasHeader('content-security-policy'))
    reply.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
  if (isCall.test(request.url) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
}
