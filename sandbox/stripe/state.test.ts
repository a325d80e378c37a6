import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { startProduct } from '../testing/product.ts';
import { startTestSandbox } from '../testing/start.ts';
import { customersOf, stripeClient } from '../testing/stripe-client.ts';
import { subscriber } from '../testing/subscriber.ts';

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'sandbox-stripe-'));
  onTestFinished(async () => rm(path, { recursive: true }));
  return path;
}

test('customers, clocks and idempotency keys survive a restart, even one that cut the last line', async () => {
  const stateDir = await folder();
  const first = await startTestSandbox({ stateDir });
  const { customer, advance, read } = await subscriber(first);
  await advance('renewal');
  const bob = await stripeClient(first).customers.create({ name: 'Bob' }, { idempotencyKey: 'k1' });
  const before = await read();
  await first.close();
  await appendFile(join(stateDir, 'stripe.jsonl'), '["customer","cus_half');

  await using second = await startTestSandbox({ stateDir });
  const stripe = stripeClient(second);
  expect(await stripe.subscriptions.retrieve(before.id)).toEqual(before);
  const repeated = await stripe.customers.create({ name: 'Bob' }, { idempotencyKey: 'k1' });
  expect(repeated.id).toBe(bob.id);
  expect((await customersOf(second)).toSorted()).toEqual([bob.id, customer].toSorted());
  expect((await stripe.prices.list()).data).toHaveLength(2);
});

test('an event on its way when the sandbox stopped is sent after the restart', async () => {
  const stateDir = await folder();
  const first = await startTestSandbox({ stateDir, productUrl: 'http://127.0.0.1:9' });
  await subscriber(first);
  await first.close();
  await using product = await startProduct(() => ({ status: 200 }));
  await using second = await startTestSandbox({ stateDir, productUrl: product.url });
  expect(second.context.addresses.product).toBe(product.url);
  const received = await product.until((all) => all.length >= 6);
  expect(received.map(({ body }) => (JSON.parse(body) as { type: string }).type)).toContain(
    'checkout.session.completed',
  );
});

test('no card number and no security code is written to disk', async () => {
  const stateDir = await folder();
  await using sandbox = await startTestSandbox({ stateDir });
  await subscriber(sandbox, { card: '4000002500003155' });
  const file = await readFile(join(stateDir, 'stripe.jsonl'), 'utf8');
  expect(file).toContain('"last4":"3155"');
  expect(file).not.toMatch(/4000002500003155|"cvc"/);
});
