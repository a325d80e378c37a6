import { expect, test } from 'vitest';

import { createLog } from '#server/observability/log.ts';
import { createMetrics } from '#server/observability/metrics.ts';

import { createHttp } from './create-http.ts';

test('a security event names the request, the route and the client behind it, also after a body was read', async () => {
  const lines: string[] = [];
  const { log, securityLog } = createLog('info', { write: (line: string) => void lines.push(line) });
  const app = createHttp({
    log,
    securityLog,
    metrics: createMetrics(() => false),
    publicUrl: 'http://127.0.0.1:1',
    clientSecret: 'a secret of the tests',
    trustProxy: [],
    requestsPerMinute: 100,
  });
  app.post('/api/thing/:id', async () => {
    await Promise.resolve();
    securityLog.warn({ event: 'login_failed' }, 'a login failed');
    return {};
  });
  const payload = { text: 'x'.repeat(20_000) };
  await app.inject({ method: 'POST', url: '/api/thing/zebra', payload, headers: { origin: 'http://127.0.0.1:1' } });
  await app.close();
  const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  const event = events.find((line) => line['event'] === 'login_failed');
  const request = events.find((line) => line['event'] === 'request');
  expect(event).toMatchObject({ route: '/api/thing/:id', client: expect.stringMatching(/^[0-9a-f]{16}$/) });
  expect(event?.['request']).toBe(request?.['request']);
  expect(JSON.stringify(events)).not.toContain('zebra');
});
