import { expect, test } from 'vitest';

import { startProduct } from '../testing/product.ts';
import { control, startTestSandbox } from '../testing/start.ts';
import { twilioClient } from '../testing/twilio-client.ts';
import { readKeyword } from './opt-outs.ts';
import type { PhoneMessage } from './phone-message.ts';
import { readTwilioSettings } from './settings.ts';

const PHONE = '+12125550142';
const [FIRST, SECOND] = ['+12025550100', '+12025550101'];

async function startAs(mode: 'carrier' | 'advanced' | 'app') {
  const product = await startProduct();
  const sandbox = await startTestSandbox({ productUrl: product.url, env: { SANDBOX_TWILIO_OPT_OUT: mode } });
  const client = twilioClient(sandbox);
  return {
    product,
    sandbox,
    text: (body: string) => control(sandbox, 'POST', `/phones/${PHONE}/messages`, { to: FIRST, body }),
    replies: async (atLeast: number) => {
      const log = (await control(sandbox, 'GET', `/phones/${PHONE}/messages?replies=${atLeast}`)) as PhoneMessage[];
      return log.filter(({ direction }) => direction === 'from_service').map(({ body }) => body);
    },
    send: (from: string) => client.messages.create({ to: PHONE, from, body: 'answer' }),
    list: () => client.messages.list(),
    async [Symbol.asyncDispose]() {
      await sandbox.close();
      await product[Symbol.asyncDispose]();
    },
  };
}

test('STOP blocks every number of the service, is answered once, still reaches the product, and START unblocks', async () => {
  await using sandbox = await startAs('carrier');
  await sandbox.text('stop');
  await sandbox.text('STOP');
  await expect(sandbox.send(FIRST)).rejects.toMatchObject({ status: 400, code: 21610 });
  await expect(sandbox.send(SECOND)).rejects.toMatchObject({ code: 21610 });
  await sandbox.text('JOIN');
  await expect(sandbox.send(FIRST)).rejects.toMatchObject({ code: 21610 });
  await sandbox.text('Start');
  await sandbox.send(FIRST);
  expect(await sandbox.replies(3)).toEqual([
    expect.stringContaining('successfully been unsubscribed'),
    expect.stringContaining('successfully been re-subscribed'),
    'answer',
  ]);
  const calls = await sandbox.product.until((all) => all.length === 4);
  expect(new Set(calls.map(({ params }) => params['Body']))).toEqual(new Set(['stop', 'STOP', 'JOIN', 'Start']));
  expect(calls.some(({ params }) => 'OptOutType' in params)).toBe(false);
});

test("the carrier's own replies are on the phone but not in the account's logs", async () => {
  await using sandbox = await startAs('carrier');
  await sandbox.text('HELP');
  expect(await sandbox.replies(1)).toEqual(['Reply STOP to unsubscribe. Msg&Data Rates May Apply.']);
  expect((await sandbox.list()).map(({ body }) => body)).toEqual(['HELP']);
});

test('advanced opt-out sends its type to the product and accepts JOIN', async () => {
  await using sandbox = await startAs('advanced');
  for (const body of ['STOP', 'HELP', 'JOIN', 'weather']) await sandbox.text(body);
  const calls = await sandbox.product.until((all) => all.length === 4);
  expect(Object.fromEntries(calls.map(({ params }) => [params['Body'], params['OptOutType']]))).toEqual({
    STOP: 'STOP',
    HELP: 'HELP',
    JOIN: 'START',
    weather: undefined,
  });
  await sandbox.send(FIRST);
});

test('with advanced opt-out, YES is answered once, also from a phone that was never blocked', async () => {
  await using sandbox = await startAs('advanced');
  await sandbox.text('YES');
  expect(await sandbox.replies(1)).toEqual([expect.stringContaining("You're in. Text any question")]);
  await sandbox.text('STOP');
  await sandbox.text('START');
  const replies = await sandbox.replies(3);
  expect(replies[1]).toContain('successfully been unsubscribed');
  expect(replies[2]).toBe(replies[0]);
});

test('with filtering off the carrier neither blocks nor replies', async () => {
  await using sandbox = await startAs('app');
  await sandbox.text('STOP');
  await sandbox.send(FIRST);
  expect(await sandbox.replies(1)).toEqual(['answer']);
});

test('with the scope of a number, STOP to one does not block the other', async () => {
  await using sandbox = await startAs('carrier');
  await control(sandbox.sandbox, 'PUT', '/twilio/settings', { optOutScope: 'number' });
  await sandbox.text('STOP');
  await expect(sandbox.send(FIRST)).rejects.toMatchObject({ code: 21610 });
  await sandbox.send(SECOND);
});

test.each([
  [' Stop ', 'STOP'],
  ['optout', 'STOP'],
  ['REVOKE', 'STOP'],
  ['opt out', null],
  ['STOP PLEASE', null],
  ['stop.', null],
  ['yes', 'START'],
  ['info', 'HELP'],
  ['join', null],
] as const)('the built-in words match the whole body only: %j is %s', (body, keyword) => {
  expect(readKeyword(body, 'carrier')).toBe(keyword);
});

test('a carrier that replies has Advanced Opt-Out, as the manual recommends; the product may reply instead', () => {
  const optOut = (env: Record<string, string>) => readTwilioSettings(env).behavior.optOut;
  expect(optOut({})).toBe('advanced');
  expect(optOut({ TWILIO_OPT_OUT_REPLIES: 'carrier' })).toBe('advanced');
  expect(optOut({ TWILIO_OPT_OUT_REPLIES: 'app' })).toBe('app');
  expect(optOut({ TWILIO_OPT_OUT_REPLIES: 'carrier', SANDBOX_TWILIO_OPT_OUT: 'carrier' })).toBe('carrier');
});
