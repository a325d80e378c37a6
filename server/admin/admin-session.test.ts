import { expect, test } from 'vitest';

import { adminSessionSeconds, AdminSessions } from './admin-session.ts';

const secrets = { session: 'a session secret of the test', adminPassword: 'the password', adminToken: 'the token' };
const now = Date.UTC(2026, 10, 22);

test('an admin session identifies its actor until it expires', () => {
  const sessions = new AdminSessions(secrets);
  for (const actor of ['password', 'token'] as const) {
    const session = sessions.issue(actor, now);
    expect(sessions.read(session, now)).toBe(actor);
    expect(sessions.read(session, now + adminSessionSeconds * 1000 - 1)).toBe(actor);
    expect(sessions.read(session, now + adminSessionSeconds * 1000)).toBe('expired');
    expect(new AdminSessions(secrets).read(session, now)).toBe(actor);
    expect(session).not.toContain(secrets.adminPassword);
  }
});

test('an admin session that was changed, or signed before a secret changed, opens nothing', () => {
  const sessions = new AdminSessions(secrets);
  const session = sessions.issue('token', now);
  const forged = [
    '',
    'adm.token',
    session.slice(0, -1),
    `${session}x`,
    session.replace('token', 'password'),
    session.replace(/\.(\d+)\./, (_, seconds: string) => `.${Number(seconds) + 1}.`),
  ];
  for (const text of forged) expect(sessions.read(text, now), text).toBe(null);
  for (const changed of [{ session: 'another session secret' }, { adminPassword: 'new' }, { adminToken: null }]) {
    expect(new AdminSessions({ ...secrets, ...changed }).read(session, now)).toBe(null);
  }
});
