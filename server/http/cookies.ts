import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Cookies that scripts cannot read, sent to this host only. Over https they have the `__Host-` prefix, so that no other
 * host of the domain can plant one (RFC 6265bis, 4.1.3.2); over plain http on loopback, browsers refuse that prefix.
 */
export class PrivateCookies {
  readonly #prefix: string;
  readonly #attributes;

  constructor({ isHttps }: { isHttps: boolean }) {
    this.#prefix = isHttps ? '__Host-' : '';
    this.#attributes = { path: '/', sameSite: 'lax', secure: isHttps } as const;
  }

  read(request: FastifyRequest, name: string): string | undefined {
    return request.cookies[this.#prefix + name];
  }

  set(reply: FastifyReply, name: string, value: string, maxAgeSeconds: number): void {
    reply.setCookie(this.#prefix + name, value, { ...this.#attributes, httpOnly: true, maxAge: maxAgeSeconds });
  }

  clear(reply: FastifyReply, name: string): void {
    reply.clearCookie(this.#prefix + name, { ...this.#attributes, httpOnly: true });
  }

  /** Sets a cookie for the page's own scripts. It grants nothing, and the server never reads it. */
  hint(reply: FastifyReply, name: string, maxAgeSeconds: number): void {
    reply.setCookie(name, 'true', { ...this.#attributes, maxAge: maxAgeSeconds });
  }

  clearHint(reply: FastifyReply, name: string): void {
    reply.clearCookie(name, this.#attributes);
  }
}
