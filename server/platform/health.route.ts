import type { FastifyPluginCallback, FastifyRequest } from 'fastify';

import { clientOf } from './clients.ts';
import { AppError } from './errors.ts';
import type { Metrics } from './metrics.ts';

export type HealthParts = {
  /** Whether texts can be taken in: the database answers, or what stands in for it holds. */
  readonly isReady: () => boolean;
  /** The process is going down: no more traffic, please. */
  readonly isStopping: () => boolean;
  readonly metrics: Metrics;
  /** Whether the bearer token of the metrics or of the admin came along (admin/access.flow.ts). */
  readonly mayRead: (request: FastifyRequest) => Promise<boolean>;
};

/** For those who watch the processes: `/healthz` (it turns), `/readyz` (send traffic here), `/metrics` (Prometheus). */
export function healthRoutes({ isReady, isStopping, metrics, mayRead }: HealthParts): FastifyPluginCallback {
  return function (app, _options, done) {
    app.get('/healthz', (_request, reply) => reply.code(isStopping() ? 503 : 200).send({ ok: !isStopping() }));
    app.get('/readyz', (_request, reply) => {
      const ready = !isStopping() && isReady();
      return reply.code(ready ? 200 : 503).send({ ok: ready });
    });
    app.get('/metrics', async (request, reply) => {
      if (!clientOf(request).isThisMachine && !(await mayRead(request))) {
        throw new AppError('forbidden', 'The metrics are for the operator.');
      }
      return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
    });
    done();
  };
}
