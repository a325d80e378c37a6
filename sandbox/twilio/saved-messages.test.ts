import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { startProduct } from '../testing/product.ts';
import { control, startTestSandbox } from '../testing/start.ts';
import { twilioClient } from '../testing/twilio-client.ts';

const PHONE = '+12125550142';
const SERVICE = '+12025550100';

async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'sandbox-records-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) };
}

test('after a restart the carrier still has its texts, the phone is empty, and no body was stored', async () => {
  await using folder = await temporaryFolder();
  await using product = await startProduct();
  const options = { stateDir: folder.path, productUrl: product.url };
  const first = await startTestSandbox(options);
  const client = twilioClient(first);
  await control(first, 'POST', `/phones/${PHONE}/messages`, { to: SERVICE, body: 'zebra question' });
  const sent = await client.messages.create({ to: PHONE, from: SERVICE, body: 'zebra answer' });
  await expect.poll(async () => (await client.messages(sent.sid).fetch()).status).toBe('delivered');
  const cut = await client.messages.create({ to: PHONE, from: SERVICE, body: 'zebra on its way' });
  await first.close();

  await using second = await startTestSandbox(options);
  const again = twilioClient(second);
  const listed = await again.messages.list({ to: PHONE });
  expect(listed.map(({ sid, status, body }) => [sid, status, body])).toEqual([
    [cut.sid, 'delivered', ''],
    [sent.sid, 'delivered', ''],
  ]);
  expect(await again.messages.list({ to: SERVICE })).toMatchObject([{ direction: 'inbound', status: 'received' }]);
  expect((await again.messages(sent.sid).update({ body: '' })).sid).toBe(sent.sid);
  expect(await control(second, 'GET', `/phones/${PHONE}/messages`)).toEqual([]);
  expect(await readFile(join(folder.path, 'twilio.jsonl'), 'utf8')).not.toMatch(/zebra|[0-9a-f]{64}/);
});

test('old texts are deleted at the next start', async () => {
  await using folder = await temporaryFolder();
  let now = new Date('2026-11-20T12:00:00Z');
  const options = { stateDir: folder.path, now: () => now };
  const first = await startTestSandbox(options);
  await twilioClient(first).messages.create({ to: PHONE, from: SERVICE, body: 'old' });
  await first.close();
  now = new Date('2026-11-23T12:00:00Z');
  await using second = await startTestSandbox(options);
  expect(await twilioClient(second).messages.list()).toEqual([]);
});
