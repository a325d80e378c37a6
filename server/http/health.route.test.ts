import fastify from 'fastify';
import { expect, test } from 'vitest';

import { createMetrics } from '#server/observability/metrics.ts';

import { healthRoutes } from './health.route.ts';

test.each([
  [{ isReady: true, isStopping: false }, [200, 200]],
  [{ isReady: false, isStopping: false }, [200, 503]],
  [{ isReady: true, isStopping: true }, [503, 503]],
])('a process with %o gets traffic, or not', async ({ isReady, isStopping }, statuses) => {
  const app = fastify();
  await app.register(
    healthRoutes({
      isReady: () => isReady,
      isStopping: () => isStopping,
      metrics: createMetrics(() => true),
      mayRead: () => Promise.resolve(false),
    }),
  );
  const replies = [await app.inject({ url: '/healthz' }), await app.inject({ url: '/readyz' })];
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(statuses);
  await app.close();
});
