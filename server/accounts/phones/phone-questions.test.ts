import { expect } from 'vitest';

import { test } from '#server/testing/shared-app.ts';
import { type Visitor, visitor } from '#server/testing/visitor.ts';

type Ask = readonly [path: string, body: object];

/** Every call of an account without a verified phone whose reply depends on who has a phone that it names. */
function asksOf({ email, userId }: { email: string; userId: string }, phoneNumber: string): Ask[] {
  return [
    ['/api/verify/phone/by-text', { phoneNumber }],
    ['/api/resend-confirmation', { email, phoneNumber }],
    ['/api/verify/phone/confirm', { email, userId, phoneNumber, code: '123456' }],
  ];
}

/** The same of an account that is signed in. */
function asksOfMember(phoneNumber: string): Ask[] {
  return [
    ['/api/check-phone-duplicate', { phoneNumber }],
    ['/api/cognito/initiate-phone-change', { phoneNumber }],
  ];
}

/** Makes ten calls in turn, then each once more. @returns the statuses of those ten, and of the others */
async function askTooMuch(browser: Visitor, asks: readonly Ask[]): Promise<[within: number[], beyond: number[]]> {
  const ten = Array.from({ length: 10 }, (_, n) => asks[n % asks.length]!);
  const statuses: number[] = [];
  for (const [path, body] of [...ten, ...asks]) statuses.push((await browser.call('POST', path, body)).status);
  return [statuses.slice(0, 10), statuses.slice(10)];
}

test('whichever call asks, an account learns for at most ten phones an hour whether they are taken', async ({
  app,
}) => {
  const { phoneNumber: taken } = await visitor(app).join();
  const newcomer = visitor(app);
  const { body, fields } = await newcomer.signUp();
  const [within, beyond] = await askTooMuch(newcomer, asksOf({ email: fields.email, userId: body.user.id }, taken));
  expect([within, beyond]).toEqual([Array.from({ length: 10 }, () => 409), [429, 429, 429]]);
  // Its own phone is no question.
  for (const own of [{}, { phoneNumber: fields.phoneNumber }]) {
    expect((await newcomer.call('POST', '/api/verify/phone/by-text', own)).status).toBe(200);
  }

  const member = visitor(app);
  await member.join();
  const [known, unknown] = await askTooMuch(member, asksOfMember(taken));
  expect([known, unknown]).toEqual([
    [200, 409, 200, 409, 200, 409, 200, 409, 200, 409],
    [429, 429],
  ]);
});

test('accounts at one address share the questions of newcomers, and leave those of a signed-in account', async ({
  app,
}) => {
  const { phoneNumber: taken } = await visitor(app).join();
  const address = '203.0.113.50';
  const [first, second, member] = [visitor(app, address), visitor(app, address), visitor(app, address)];
  await member.join();
  const { body, fields } = await first.signUp();
  await askTooMuch(first, asksOf({ email: fields.email, userId: body.user.id }, taken));
  await second.signUp();
  const statusOf = async (browser: Visitor, [path, asked]: Ask) => (await browser.call('POST', path, asked)).status;
  expect(await statusOf(second, ['/api/verify/phone/by-text', { phoneNumber: taken }])).toBe(429);
  for (const ask of asksOfMember(taken)) expect(await statusOf(member, ask)).not.toBe(429);
});

test('a stranger who knows the account uses up none of its questions', async ({ app }) => {
  const { phoneNumber: taken } = await visitor(app).join();
  const owner = visitor(app);
  const { body, fields } = await owner.signUp();
  const account = { email: fields.email, userId: body.user.id as string };
  const [, , confirm] = asksOf(account, taken);
  const [learned] = await askTooMuch(visitor(app), [confirm!]);
  expect(learned).toEqual(Array.from({ length: 10 }, () => 400));
  expect((await owner.call('POST', '/api/verify/phone/by-text', { phoneNumber: app.phone() })).status).toBe(200);
});
