import { randomUUID } from 'node:crypto';

import { expect } from 'vitest';

import { accountDeps } from '#server/app/dependencies.ts';
import { readClient } from '#server/http/client-address.ts';
import { perClient } from '#server/http/client-limits.ts';
import type { LimitOf } from '#server/platform/rate-limits.ts';
import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { testPassword, randomAddress, visitor } from '#server/testing/visitor.ts';

import type { LoginClient } from './login-client.ts';
import { checkPassword, forgetLoginFailures } from './login-limits.ts';

/** @param device null for a browser that has not proved the password */
function browser(device: string | null): LoginClient {
  const { client } = readClient({ peer: randomAddress(), headers: {} }, () => false);
  return { ...client, device };
}

/** The limits of which a login with this email has used up attempts. */
async function usedLimits(app: TestApp, email: string, { device, prefixes }: LoginClient): Promise<string[]> {
  const { rules, rateLimits } = accountDeps(app.product.deps);
  const limits: LimitOf[] = [
    ...perClient(
      rules.loginPerEmail,
      prefixes.map((prefix) => ({ ...prefix, key: `${prefix.key}|${email}` })),
    ),
    [rules.loginPerEmailAnywhere, email],
    [rules.loginPerDevice, `${device}|${email}`],
    [rules.loginOnDevices, email],
    ...perClient(rules.loginPerAddress, prefixes),
  ];
  const used: string[] = [];
  for (const [limit, of] of limits) {
    const taken = await rateLimits.peek(limit, of);
    if (!taken.ok || taken.left < limit.points) used.push(limit.name);
  }
  return used;
}

test.for([
  ['an unknown browser', null],
  ['a known browser', 'device'],
] as const)(
  'a login that succeeds in %s uses up no attempt, neither of its own nor of those that browsers share',
  async ([, device], { app }) => {
    const { email } = await visitor(app).join();
    const caller = browser(device);
    const { succeeded } = await checkPassword(accountDeps(app.product.deps), { email, password: testPassword }, caller);
    expect(await usedLimits(app, email, caller)).not.toEqual([]);
    await succeeded();
    expect(await usedLimits(app, email, caller)).toEqual([]);
  },
);

test('a password that could not be checked counts against all strangers together, and not against its browser', async ({
  app,
}) => {
  const deps = accountDeps(app.product.deps);
  const identity = { ...deps.identity, checkPassword: () => Promise.reject(new Error('unavailable')) };
  const email = `${randomUUID()}@askline.example`;
  const check = (caller: LoginClient) => checkPassword({ ...deps, identity }, { email, password: 'Wrong123!' }, caller);
  const known = browser('device');
  await expect(check(known)).rejects.toThrow('unavailable');
  expect(await usedLimits(app, email, known)).toEqual([]);
  const stranger = browser(null);
  await expect(check(stranger)).rejects.toThrow('unavailable');
  expect(await usedLimits(app, email, stranger)).toEqual(['login_email_24', 'login_any', 'login_ip', 'login_ip_24']);
});

test('failed logins that a reset forgets leave no limit of their email used', async ({ app }) => {
  const deps = accountDeps(app.product.deps);
  const email = `${randomUUID()}@askline.example`;
  const known = browser('device');
  for (const caller of [known, browser(null)]) {
    await checkPassword(deps, { email, password: 'Wrong123!' }, caller);
  }
  expect(await usedLimits(app, email, known)).toEqual(['login_any', 'login_device', 'login_devices']);
  await forgetLoginFailures(deps, email, known);
  expect(await usedLimits(app, email, known)).toEqual([]);
});
