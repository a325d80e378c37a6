import { expect } from 'vitest';

import { clientHash } from '#server/http/remember-requests.ts';
import { createLog } from '#server/observability/log.ts';
import { test } from '#server/testing/shared-app.ts';
import { visitor } from '#server/testing/visitor.ts';

import { alertsDue, thresholds, watchSecurity } from './watch-security.job.ts';

test('the operator is told once a day when passwords are tried on the admin area', async ({ it }) => {
  const { pool, alerts, bufferedCounters, db } = it.product.deps;
  const raised = async (): Promise<number> => {
    const mails = db.selectFrom('mails').select('id').where('alert', '=', 'attack_on_admin');
    return (await mails.execute()).length;
  };
  for (let n = 0; n < 20; n += 1) {
    await visitor(it).call('GET', `/api/admin/auth-check?token=wrong-${n}`);
  }
  await bufferedCounters.flush();
  const now = new Date();
  await watchSecurity({ pool, alerts }, now);
  await watchSecurity({ pool, alerts }, now);
  expect(await raised()).toBe(1);
});

test('no alert is raised below a threshold, and each threshold has an alert of its own', () => {
  for (const { alert, events, perHour } of thresholds) {
    const [event = ''] = events;
    expect(alertsDue({ [event]: perHour - 1 })).toEqual([]);
    expect(alertsDue({ [event]: perHour })).toEqual([alert]);
  }
});

test('the hash of a client is the same all day, another the next day, and another under another key', () => {
  const morning = new Date('2026-11-22T01:00:00Z');
  const same = clientHash('secret', '203.0.113.9', morning);
  expect(clientHash('secret', '203.0.113.9', new Date('2026-11-22T23:00:00Z'))).toBe(same);
  expect(clientHash('secret', '203.0.113.9', new Date('2026-11-23T01:00:00Z'))).not.toBe(same);
  expect(clientHash('other', '203.0.113.9', morning)).not.toBe(same);
  expect(same).toMatch(/^[0-9a-f]{16}$/);
});

test('the security log counts its events whether or not the operator switched logging off', () => {
  const lines: string[] = [];
  const log = createLog('info', { write: (line: string) => void lines.push(line) });
  const counted: string[] = [];
  log.onSecurityEvent((event) => counted.push(event));
  log.setLogging(false);
  log.securityLog.warn({ event: 'login_failed' }, 'a login failed');
  expect(counted).toEqual(['login_failed']);
  expect(lines).toHaveLength(1);
});
