import fastify from 'fastify';
import { expect, test } from 'vitest';

import { createLog } from '#server/observability/log.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';

import { handleError } from './error-handler.ts';

test('a call that fails because of a provider is logged with which one and why, which its reply does not say', async () => {
  const lines: string[] = [];
  const { log } = createLog('warn', { write: (line: string) => void lines.push(line) });
  const app = fastify();
  app.setErrorHandler(handleError(log));
  app.get('/pay', () => Promise.reject(new ProviderError('payments', 'auth', { code: '401' })));
  const reply = await app.inject({ url: '/pay' });
  expect(reply.statusCode).toBe(502);
  expect(reply.json()).toEqual({ code: 'upstream_unavailable', message: expect.any(String) });
  expect(lines.map((line): unknown => JSON.parse(line))).toMatchObject([
    { event: 'provider_failed', request: expect.any(String), provider: 'payments', kind: 'auth', code: '401' },
  ]);
  await app.close();
});
