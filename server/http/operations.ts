import 'fastify';

/**
 * Who may call a route: anyone, a signed-in browser, a browser that has proved its password (also before its phone is
 * verified), an operator, or a third party that signs its requests.
 */
export type Access = 'public' | 'session' | 'proof' | 'operator' | 'signature';

declare module 'fastify' {
  /** Each route under `/api` and `/webhooks` declares all three; the API docs read them (openapi.route.ts). */
  interface FastifyContextConfig {
    /** Enforced by the route's own check; operations.test.ts calls each route without credentials to compare. */
    access?: Access;
    tag?: string;
    /** The purpose of the route, in a sentence. */
    summary?: string;
    /** Receiving its body may take longer (body-time.ts). */
    takesFiles?: true;
  }
}
