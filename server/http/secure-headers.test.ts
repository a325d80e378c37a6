import { expect, test } from 'vitest';

import { createLog } from '#server/observability/log.ts';
import { createMetrics } from '#server/observability/metrics.ts';

import { createHttp } from './create-http.ts';

function appWithCall() {
  const { log, securityLog } = createLog('silent');
  const app = createHttp({
    clientSecret: 'a secret of the tests',
    log,
    securityLog,
    metrics: createMetrics(() => false),
    publicUrl: 'https://askline.example',
    trustProxy: [],
    requestsPerMinute: 100,
  });
  app.get('/api/version', async () => ({ ok: true }));
  app.get('/api/broken', () => {
    throw new Error('a secret detail');
  });
  return app;
}

test('every response, including refusals and errors, has the security headers and HSTS', async () => {
  const app = appWithCall();
  for (const url of ['/api/version', '/api/broken', '/nothing', '/api/%']) {
    const { headers, body } = await app.inject({ method: 'GET', url });
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'content-type': 'application/json; charset=utf-8',
    });
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(body).not.toContain('secret');
  }
});

test('a method that would echo the request is not served', async () => {
  const app = appWithCall();
  const { statusCode, body } = await app.inject({
    method: 'TRACE' as 'GET',
    url: '/api/version',
    headers: { 'x-own': 'mark' },
  });
  expect(statusCode).toBe(404);
  expect(body).not.toContain('mark');
});
