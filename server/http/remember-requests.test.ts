import { expect, test } from 'vitest';

import { createLog } from '#server/observability/log.ts';
import { createMetrics } from '#server/observability/metrics.ts';

import { createHttp } from './create-http.ts';
import { clientHash } from './remember-requests.ts';

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

test('the hash of a client is the same all day, and differs the next day and under another key', () => {
  const morning = new Date('2026-11-22T01:00:00Z');
  const same = clientHash('secret', '203.0.113.9', morning);
  expect(clientHash('secret', '203.0.113.9', new Date('2026-11-22T23:00:00Z'))).toBe(same);
  expect(clientHash('secret', '203.0.113.9', new Date('2026-11-23T01:00:00Z'))).not.toBe(same);
  expect(clientHash('other', '203.0.113.9', morning)).not.toBe(same);
  expect(same).toMatch(/^[0-9a-f]{16}$/);
});
