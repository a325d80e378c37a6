import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import { accountCopy } from '#contract/account-copy.ts';
import { accountDeps } from '#server/app/dependencies.ts';
import { countEvents } from '#server/observability/counters.repo.ts';
import { createLog } from '#server/observability/log.ts';
import type { Limit } from '#server/platform/rate-limits.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import { codeOn, codesOn, forgetLimits, testPassword, visitor } from '#server/testing/visitor.ts';

import { takeCodeLimits } from './code-limits.ts';

const settings = { TRUST_PROXY: '127.0.0.1' };

/** Signs up from each of these addresses in turn. @returns the number of codes sent */
async function codesFrom(app: TestApp, addresses: readonly string[]): Promise<number> {
  let sent = 0;
  for (const address of addresses) {
    const { status, body } = await visitor(app, address).signUp();
    if (status === 200 && body.codeSent === true) sent += 1;
  }
  return sent;
}

test('a whole /48 that signs up repeatedly gets a few codes, and blocks no one else', async () => {
  await using app = await startTestApp({ settings });
  const addresses = Array.from({ length: 51 }, (_, n) => `2001:db8:77:${(n % 17) + 1}::${n + 1}`);
  const sent = await codesFrom(app, addresses);
  expect(sent).toBeGreaterThan(0);
  expect(sent).toBeLessThanOrEqual(12);
  const elsewhere = await visitor(app).signUp();
  expect([elsewhere.status, elsewhere.body.codeSent]).toEqual([200, true]);
});

test('a network that never enters a code is paused, and visitors from elsewhere still get one', async () => {
  await using app = await startTestApp({ settings });
  await countEvents(app.product.deps.pool, new Map([['codes.sent', 60]]));
  const addresses = [1, 2, 3, 4].map((n) => `2001:db8:5:${n}::1`);
  expect(await codesFrom(app, addresses)).toBe(3);
  const paused = await visitor(app, addresses[0]).signUp();
  expect(paused.body).toMatchObject({
    codeSent: false,
    message: 'We can’t text codes right now. Please try again later.',
  });
  const elsewhere = await visitor(app).join();
  expect(elsewhere.userId).toEqual(expect.any(String));
});

test('when visitors have used up their codes, signed-in accounts can still change their phone', async () => {
  await using app = await startTestApp({ settings: { ...settings, LIMIT_CODES_PER_HOUR: '3' } });
  const member = visitor(app);
  await member.join();
  for (let n = 0; n < 4; n += 1) await visitor(app).signUp();
  expect((await visitor(app).signUp()).body.codeSent).toBe(false);
  const phoneNumber = app.phone();
  const change = await member.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber });
  expect([change.status, change.body.phoneNumber]).toEqual([200, phoneNumber]);
});

test('the operator is warned once when half of a budget of codes is used, and each time that it is used up', async () => {
  await using app = await startTestApp({ settings });
  const { securityLog, ...log } = createLog('silent');
  const warned: string[] = [];
  log.onSecurityEvent((event) => warned.push(event));
  const deps = accountDeps(app.product.deps);
  const rules = { ...deps.rules, codeForMembers: { ...deps.rules.codeForMembers, points: 4 } };
  const warnings: string[][] = [];
  for (let n = 0; n < 6; n += 1) {
    const request = { userId: randomUUID(), phoneNumber: app.phone(), client: [], isSignedIn: true };
    await takeCodeLimits({ ...deps, rules, securityLog }, request).catch(() => null);
    warnings.push(warned.splice(0));
  }
  expect(warnings).toEqual([[], ['codes_half_used'], [], [], ['codes_used_up'], ['codes_used_up']]);
});

test('sign-ups of neighbors at its address leave a subscriber a code for a phone change', async () => {
  await using app = await startTestApp({ settings });
  const address = '198.51.100.20';
  const member = visitor(app, address);
  await member.join();
  expect(await codesFrom(app, [address, address, address, address])).toBe(2);
  const change = () => member.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber: app.phone() });
  // Three phones an hour, however many neighbors sign up; a fourth is refused.
  const statuses = [];
  for (let n = 0; n < 4; n += 1) statuses.push((await change()).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test('accounts without a plan leave half of the codes for phone changes to subscribers', async () => {
  await using app = await startTestApp({ settings: { ...settings, LIMIT_MEMBER_CODES_PER_HOUR: '2' } });
  const [first, second, subscriber] = [visitor(app), visitor(app), visitor(app)];
  for (const one of [first, second]) await one.join();
  const { userId } = await subscriber.join();
  await app.product.deps.pool.query(
    `insert into subscriptions (id, user_id, plan_id, status, answers_until, created_at)
     values ('sub_ann', $1, 'monthly', 'active', now() + interval '1 month', now())`,
    [userId],
  );
  const statuses: number[] = [];
  for (const one of [first, second, subscriber]) {
    const change = await one.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber: app.phone() });
    statuses.push(change.status);
  }
  expect(statuses).toEqual([200, 429, 200]);
});

test('from one client, logins text codes to three phones at most, and say so when none was sent', async () => {
  await using app = await startTestApp({ settings });
  const accounts = [];
  for (let n = 0; n < 5; n += 1) accounts.push((await visitor(app).signUp()).fields);
  await forgetLimits(app, 'code_phone_minute');
  const replies = [];
  for (const { email } of accounts) {
    replies.push(
      (await visitor(app, '198.51.100.9').call('POST', '/api/login', { email, password: testPassword })).body,
    );
  }
  expect(replies.map(({ codeSent }) => codeSent as boolean)).toEqual([true, true, true, false, false]);
  expect(replies[4].message).toBe(
    'Your account is not confirmed yet, and no code was sent. We can’t text codes right now. Please try again later.',
  );
  for (const { phoneNumber } of accounts.slice(0, 3)) await codeOn(app, phoneNumber, 2);
  for (const { phoneNumber } of accounts.slice(3)) expect(await codesOn(app, phoneNumber)).toHaveLength(1);
});

test('a first sign-up refused for what its network used up is not told that it asked for a code before', async () => {
  await using app = await startTestApp({ settings });
  const address = '198.51.100.12';
  for (let n = 0; n < 3; n += 1) await visitor(app, address).signUp();
  const { body } = await visitor(app, address).signUp();
  expect([body.codeSent, body.message]).toEqual([false, accountCopy.codesPaused]);
});

test('after a login whose code could not be sent, the next page does not claim that it was', async () => {
  await using app = await startTestApp({ settings });
  const { fields } = await visitor(app).signUp();
  await forgetLimits(app, 'code_phone_minute');
  const address = '198.51.100.10';
  for (let n = 0; n < 5; n += 1) await visitor(app, address).signUp();
  const browser = visitor(app, address);
  const login = await browser.call('POST', '/api/login', { email: fields.email, password: testPassword });
  expect(login.body).toMatchObject({ needsConfirmation: true, codeSent: false });
  const opened = await browser.call('POST', '/api/resend-confirmation', { email: fields.email });
  expect(opened.status).toBe(429);
});

test('codes that a stranger has resent count against the stranger, across accounts', async () => {
  await using app = await startTestApp({ settings });
  const accounts = [];
  for (let n = 0; n < 5; n += 1) accounts.push((await visitor(app).signUp()).fields);
  await forgetLimits(app, 'code_phone_minute');
  const statuses = [];
  for (const { email } of [...accounts, { email: 'stranger@askline.example' }]) {
    statuses.push((await visitor(app, '198.51.100.11').call('POST', '/api/resend-confirmation', { email })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
});

test('codes that the carrier never took count for neither the hour nor the day', async () => {
  const one = { LIMIT_CODES_PER_PHONE_HOUR: '1', LIMIT_CODES_PER_PHONE_DAY: '1' };
  await using app = await startTestApp({ settings: { ...settings, ...one } });
  const { rateLimits } = app.product.deps;
  const { rules } = accountDeps(app.product.deps);
  const used = async (limit: Limit, key: string): Promise<number> => {
    const peeked = await rateLimits.peek(limit, key);
    return limit.points - (peeked.ok ? peeked.left : 0);
  };
  const usedBy = async (userId: string, phoneNumber: string): Promise<number[]> => [
    await used(rules.codePerPhoneHour, phoneNumber),
    await used(rules.codePerPhoneDay, phoneNumber),
    await used(rules.codePerAccountHour, userId),
    await used(rules.codePerAccountDay, userId),
  ];
  const member = visitor(app);
  const { userId } = await member.join();
  await app.sandbox('PUT', '/sandbox/faults', { twilio: { status: 401, operations: ['create'] } });

  const wanted = app.phone();
  const change = async () =>
    (await member.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber: wanted })).status;
  // A minute each, so that no one tries without end.
  expect([await change(), await change()]).toEqual([502, 429]);
  await forgetLimits(app, 'code_phone_minute');
  expect(await change()).toBe(502);
  expect(await usedBy(userId, wanted)).toEqual([0, 0, 1, 1]);
  expect(await used(rules.codeForMembers, 'all')).toBe(0);

  const ann = visitor(app);
  const { body, fields } = await ann.signUp();
  const { email, password, phoneNumber } = fields;
  expect(body.codeSent).toBe(false);
  expect((await ann.call('POST', '/api/resend-confirmation', { email })).status).toBe(502);
  // That of the member's sign-up.
  expect((await used(rules.codeForVisitors, 'all')) + (await used(rules.codeForNewcomers, 'all'))).toBe(1);
  expect((await ann.call('POST', '/api/login', { email, password })).body.codeSent).toBe(true);
  await until('the code of the login to fail', async () => {
    return (await usedBy(body.user.id, phoneNumber)).every((points) => points === 0);
  });
});
