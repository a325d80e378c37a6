import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, onTestFinished, test, vi } from 'vitest';

import { openAccount, type ProviderAccount, publicUrl } from '#server/testing/provider-account.ts';
import { until } from '#server/testing/until.ts';

const minuteMs = 60_000;

/** Our account ten minutes after its setup. */
async function openAccountOfBefore(): Promise<ProviderAccount> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 10 * minuteMs });
  onTestFinished(() => void vi.useRealTimers());
  const account = await openAccount('stripe', 'empty');
  await account.mend();
  expect(await account.find()).toEqual([]);
  vi.setSystemTime(Date.now() + 5 * minuteMs);
  return account;
}

async function call({ sandbox }: ProviderAccount, path: string, form?: Record<string, string>) {
  const response = await fetch(`${sandbox.url}/v1/${path}`, {
    method: form === undefined ? 'GET' : 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox', 'content-type': 'application/x-www-form-urlencoded' },
    ...(form !== undefined && { body: new URLSearchParams(form).toString() }),
  });
  const body: unknown = await response.json();
  if (!response.ok) throw new Error(`${path}: ${JSON.stringify(body)}`);
  return body as { id: string; data: { id: string; pending_webhooks: number }[] };
}

/** Causes an event at Stripe shortly before the check. */
async function happen(account: ProviderAccount): Promise<void> {
  const { id } = await call(account, 'customers', { name: 'Ann' });
  await call(account, `customers/${id}`, { name: 'Anna' });
}

/** As `happen`, but our address accepts the event. */
async function happenAndAccept(account: ProviderAccount): Promise<void> {
  const server = createServer((_request, response) => response.end()).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await until('the server to listen', async () => server.listening);
  const endpoint = `webhook_endpoints/${(await call(account, 'webhook_endpoints')).data[0]?.id ?? ''}`;
  await call(account, endpoint, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` });
  await happen(account);
  await until('the event to be delivered', async () => {
    const [event] = (await call(account, 'events')).data;
    return event?.pending_webhooks === 0;
  });
  await call(account, endpoint, { url: `${publicUrl}/webhooks/stripe` });
}

test('a rolled signing secret is no fault once Stripe delivers with it, and the setup records it', async () => {
  await using account = await openAccountOfBefore();
  account.env['STRIPE_WEBHOOK_SECRET'] = 'whsec_rolled';
  await happenAndAccept(account);
  vi.useRealTimers();
  expect(await account.find()).toMatchObject([{ kind: 'advice', says: expect.stringMatching(/has delivered/) }]);
  expect((await account.mend()).isMended).toBe(true);
  expect(account.env['STRIPE_WEBHOOK_SECRET']).toBe('whsec_rolled');
  expect(await account.find()).toEqual([]);
});

test('another signing secret is a fault if Stripe cannot deliver or has had nothing to deliver', async () => {
  await using account = await openAccountOfBefore();
  account.env['STRIPE_WEBHOOK_SECRET'] = 'whsec_other';
  const refused = [{ kind: 'fault', says: expect.stringMatching(/every event is refused/) }];
  expect(await account.find()).toMatchObject(refused);
  account.sandbox.context.faults.set({ stripe: { webhookLoss: 1 } });
  await happen(account);
  vi.useRealTimers();
  expect(await account.find()).toMatchObject(refused);
});

test('a secret rolled at Stripe but not here is found, because events are not delivered', async () => {
  await using account = await openAccountOfBefore();
  account.sandbox.context.faults.set({ stripe: { webhookLoss: 1 } });
  await happen(account);
  expect(await account.find()).toEqual([]); // it may be on its way
  vi.useRealTimers();
  expect(await account.find()).toMatchObject([
    { kind: 'advice', says: expect.stringMatching(/customer\.updated/), act: expect.stringMatching(/rolled/) },
  ]);
});

test('a secret that was never stored is a fault, even if events are delivered', async () => {
  await using account = await openAccountOfBefore();
  const [endpoint] = (await call(account, 'webhook_endpoints')).data;
  await call(account, `webhook_endpoints/${endpoint?.id ?? ''}`, { 'metadata[secret_check]': 'pending' });
  await happenAndAccept(account);
  vi.useRealTimers();
  expect(await account.find()).toMatchObject([{ kind: 'fault' }]);
});
