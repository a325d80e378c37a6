import type { FastifyPluginCallback, FastifyRequest } from 'fastify';

import type { Metrics } from '#server/observability/metrics.ts';
import { AppError } from '#server/platform/errors.ts';

import { clientOf } from './client.ts';

export type HealthDeps = {
  /** Whether texts can be received, because the database or the outage store is available, and are worked on here. */
  readonly isReady: () => boolean;
  /** Whether the process is stopping and should get no more traffic. */
  readonly isStopping: () => boolean;
  readonly metrics: Metrics;
  /** Whether the request has the bearer token of the metrics or of the admin (admin/access.ts). */
  readonly mayRead: (request: FastifyRequest) => Promise<boolean>;
};

/** Monitoring: `/healthz` (the process runs), `/readyz` (it accepts traffic), `/metrics` (Prometheus). */
export function healthRoutes({ isReady, isStopping, metrics, mayRead }: HealthDeps): FastifyPluginCallback {
  return function (app, _options, done) {
    app.get(
      '/healthz',
      { config: { access: 'public', tag: 'Health', summary: 'Returns whether the process runs.' } },
      (_request, reply) => reply.code(isStopping() ? 503 : 200).send({ ok: !isStopping() }),
    );
    app.get(
      '/readyz',
      { config: { access: 'public', tag: 'Health', summary: 'Returns whether the process can do its work.' } },
      (_request, reply) => {
        const ready = !isStopping() && isReady();
        return reply.code(ready ? 200 : 503).send({ ok: ready });
      },
    );
    app.get(
      '/metrics',
      {
        config: {
          access: 'operator',
          tag: 'Health',
          summary: 'Figures for Prometheus; from loopback without a token.',
        },
      },
      async (request, reply) => {
        if (!clientOf(request).isThisMachine && !(await mayRead(request))) {
          throw new AppError('forbidden', 'The metrics are for the operator.');
        }
        return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
      },
    );
    done();
  };
}
