import { expect, test } from 'vitest';

import { type MetricName, gaugeName, signalMetrics } from '#server/observability/signals/signal-metrics.ts';
import { signalCodes, signalMetric, signals } from '#server/observability/signals/signals.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const metricsToken = 'a metrics token that is long enough for a test';

test('a worker with MONITORING_PORT serves health and the metrics of all signals there, and nothing else', async () => {
  await using app = await startTestApp({ settings: { TRUST_PROXY: '127.0.0.1', METRICS_TOKEN: metricsToken } });
  await using other = await app.another({ ROLE: 'worker', MONITORING_PORT: '0' });
  const { address, monitoringAddress } = other.product;
  expect(address).toBeNull();
  const call = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${monitoringAddress}${path}`, { headers });
  expect((await call('/healthz')).status).toBe(200);
  expect((await call('/readyz')).status).toBe(200);
  const scraped = await (await call('/metrics')).text();
  const metrics = new Set([...scraped.matchAll(/^(askline_\w+)(?:\{.*\})? /gm)].map(([, name]) => name));
  const gauges = (Object.keys(signalMetrics) as MetricName[]).map((name) => gaugeName(name));
  const counted = signalCodes.filter((code) => ['event', 'raised'].includes(signals[code].rule.kind));
  const ofSignals = [...gauges, ...counted.map((code) => signalMetric(code)), 'askline_process_start_time_seconds'];
  expect(ofSignals.filter((name) => !metrics.has(name))).toEqual([]);
  const elsewhere = { 'x-forwarded-for': '198.51.100.7' };
  expect((await call('/metrics', elsewhere)).status).toBe(403);
  const asMonitor = { ...elsewhere, authorization: `Bearer ${metricsToken}` };
  expect((await call('/metrics', asMonitor)).status).toBe(200);
  const others = ['/', '/api/docs', '/api/version', '/api/admin/overview', '/webhooks/twilio/messages'];
  const statuses = await Promise.all(others.map(async (path) => (await call(path, asMonitor)).status));
  expect(statuses).toEqual(others.map(() => 404));
});

test('without MONITORING_PORT a process listens for monitoring nowhere else', async () => {
  await using app = await startTestApp();
  await using other = await app.another({ ROLE: 'worker' });
  expect([app.product.monitoringAddress, other.product.monitoringAddress]).toEqual([null, null]);
});
