import { expect } from 'vitest';

import { operator } from '#server/testing/operator.ts';
import { test } from '#server/testing/shared-app.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import { randomAddress } from '#server/testing/visitor.ts';

test('password and token open the admin area, in the URL only where the specification allows it', async ({ app }) => {
  const call = operator(app);
  const { adminPassword, adminToken } = app.product.deps.config.secrets;
  for (const secret of [adminPassword!, adminToken!]) {
    const checked = await call('GET', `/api/admin/auth-check?token=${secret}`, { token: null });
    expect(checked).toMatchObject({ status: 200, body: { authorized: true } });
  }
  expect((await call('GET', '/api/admin/auth-check?token=wrong', { token: null })).body).toEqual({ authorized: false });
  expect((await call('GET', '/api/admin/auth-check', { token: null })).body).toEqual({ authorized: false });
  const toggle = { feature: 'performance', enabled: true };
  const path = `/api/admin/monitoring/toggle?token=${adminPassword}`;
  expect(await call('POST', path, { body: toggle, token: null })).toMatchObject({ status: 403 });
  const { headers } = await call('GET', '/api/admin/monitoring');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cache-control')).toBe('no-store');
});

test('a login returns a session that opens every admin call, and does not prolong itself', async ({ app }) => {
  const call = operator(app);
  const { adminToken } = app.product.deps.config.secrets;
  const { body } = await call('GET', `/api/admin/auth-check?token=${adminToken}`, { token: null });
  const { session } = body;
  expect(session).not.toContain(adminToken);
  expect(await call('GET', `/api/admin/monitoring?token=${session}`, { token: null })).toMatchObject({ status: 200 });
  const toggle = { feature: 'performance', enabled: true };
  const path = '/api/admin/monitoring/toggle';
  expect(await call('POST', path, { body: toggle, token: session })).toMatchObject({ status: 200 });
  const again = await call('GET', `/api/admin/auth-check?token=${session}`, { token: null });
  expect(again.body).toEqual({ authorized: true, session });
  const forged = await call('GET', `/api/admin/auth-check?token=${session}x`, { token: null });
  expect(forged.body).toEqual({ authorized: false });
});

test('five wrong tries slow the client that makes them, and never the right secret', async ({ app }) => {
  const call = operator(app);
  const tries = Array.from({ length: 8 }, () => call('GET', '/api/admin/auth-check?token=guess', { token: null }));
  const statuses = (await Promise.all(tries)).map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
  const locked = await call('GET', '/api/admin/monitoring', { token: 'guess' });
  expect(locked.status).toBe(429);
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(600);
  const { adminPassword, adminToken } = app.product.deps.config.secrets;
  for (const token of [adminPassword, adminToken]) {
    expect((await call('GET', '/api/admin/monitoring', { token })).status).toBe(200);
  }
});

test('ninety wrong tokens from everywhere close neither the admin area nor the metrics', async () => {
  const METRICS_TOKEN = 'm'.repeat(40);
  await using own = await startTestApp({ settings: { TRUST_PROXY: '127.0.0.1', METRICS_TOKEN } });
  for (let n = 0; n < 120; n += 1) await operator(own)('GET', '/api/admin/auth-check?token=guess', { token: null });
  const newcomer = operator(own);
  expect((await newcomer('GET', '/api/admin/monitoring')).status).toBe(200);
  const metricsWith = async (token: string) => {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '198.51.100.3' };
    return (await fetch(`${own.url}/metrics`, { headers })).status;
  };
  expect(await Promise.all([metricsWith(METRICS_TOKEN), metricsWith('wrong')])).toEqual([200, 403]);
  const opened = await newcomer('GET', '/api/admin/monitoring', { token: METRICS_TOKEN });
  expect(opened.status).toBe(403);
});

test('a short password is locked for the client that guesses, and for no other', async () => {
  const settings = { TRUST_PROXY: '127.0.0.1', ADMIN_PASSWORD: 'a short password' };
  await using own = await startTestApp({ settings });
  const [guesser, other] = [operator(own), operator(own)];
  for (let n = 0; n < 5; n += 1) await guesser('GET', '/api/admin/auth-check?token=guess', { token: null });
  expect((await guesser('GET', '/api/admin/monitoring')).status).toBe(429);
  expect((await other('GET', '/api/admin/monitoring')).status).toBe(200);
});

test('images on another website do not use up the tries of an operator who views them', async ({ app }) => {
  const address = randomAddress();
  for (const path of ['/api/admin/auth-check?token=guess', '/API/admin/auth-check?token=x', '/%61pi/user']) {
    for (const site of ['cross-site', 'same-site']) {
      const headers = { 'x-forwarded-for': address, 'sec-fetch-site': site, 'sec-fetch-dest': 'image' };
      expect((await fetch(app.url + path, { headers })).status, path).toBe(403);
    }
  }
  const wrong = await operator(app, address)('GET', '/api/admin/auth-check?token=guess', { token: null });
  expect([wrong.status, wrong.body]).toEqual([200, { authorized: false }]);
  const linked = await fetch(`${app.url}/api/docs`, { headers: { 'sec-fetch-site': 'cross-site' } });
  expect(linked.status).toBe(200);
});

test('the monitoring object has the current figures', async ({ app }) => {
  const call = operator(app);
  const phone = app.phone();
  await app.subscriber(phone);
  const fresh = () => {
    const asked = new Date().toISOString();
    return until('fresh figures', async () => {
      const { body } = await call('GET', '/api/admin/monitoring');
      return body.searchStats.lastUpdated >= asked && body;
    });
  };
  const before = await fresh();
  await app.subscriber(app.phone());
  await app.text(phone, 'How far is the moon?');
  await app.finalReplies(phone, 1);
  const after = await fresh();
  expect(after.searchStats).toMatchObject({
    totalUsers: before.searchStats.totalUsers + 1,
    totalQueries: before.searchStats.totalQueries + 1,
    successfulQueries: before.searchStats.successfulQueries + 1,
    activeSubscriptions: before.searchStats.activeSubscriptions + 1,
  });
  expect(after.system).toMatchObject({ nodeVersion: process.version });
  expect(after.system.memoryUsage.rss).toBeGreaterThan(0);
  expect(after.system.inFlight).toMatchObject({
    texts: 0,
    textsMax: 2000,
    modelCallsMax: 2000,
    carrierCallsWaiting: 0,
  });
  expect(after.dbFallback).toMatchObject({ enabled: true, queueSize: 0 });
  expect(after.userMigration).toMatchObject({ migratedUsers: 0, migrationProgress: 0, groupsCreated: false });
});

test('a toggle acts in every process, survives a restart, and is in the audit', async ({ app }) => {
  const call = operator(app);
  await using other = await app.another();
  const switchLogging = (enabled: boolean) =>
    call('POST', '/api/admin/monitoring/toggle', { body: { feature: 'logging', enabled } });
  expect((await switchLogging(false)).body).toEqual({ status: 'success', feature: 'logging', enabled: false });
  await until('the other process to hear of it', async () => !other.product.deps.featureFlags.isOn('logging'));
  await using late = await app.another();
  expect(late.product.deps.featureFlags.isOn('logging')).toBe(false);
  await switchLogging(true);
  await until('the others to hear of it', async () => other.product.deps.featureFlags.isOn('logging'));
  expect(await call('POST', '/api/admin/monitoring/toggle', { body: { feature: 'x', enabled: true } })).toMatchObject({
    status: 400,
  });
  const { rows } = await app.product.deps.pool.query('select action, actor, subject, outcome from admin_audit');
  expect(rows).toContainEqual({ action: 'toggle', actor: 'password', subject: 'logging off', outcome: 'done' });
});
