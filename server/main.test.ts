import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

import { expect, test } from 'vitest';

import { testDatabase } from './testing/database.ts';
import { processBundle } from './testing/process-bundle.ts';
import { type ProcessFixture, startProcessFixture } from './testing/process-fixture.ts';
import { spawnProductProcess } from './testing/product-process.ts';
import { testPhone } from './testing/test-app.ts';
import { until } from './testing/until.ts';

/** A subscriber's question that the model holds back, until `release`. */
async function askHeldBack(fixture: ProcessFixture) {
  const phone = testPhone();
  await fixture.subscriber(phone);
  await fixture.control('PUT', '/sandbox/faults', { perplexity: { latencyMs: 60_000 } });
  await fixture.text(phone, 'capital of france');
  await until('the question to be at the model', async () => {
    const { rows } = await fixture.connection.pool.query('select 1 from inbound_texts where lease_owner is not null');
    return rows.length === 1;
  });
  return { phone, release: () => fixture.control('DELETE', '/sandbox/faults') };
}

/** The product without a launcher, as a systemd unit runs it. */
async function startDirectly(settings: Record<string, string>): Promise<ChildProcess & AsyncDisposable> {
  const child = spawn(process.execPath, [processBundle('server/main.ts')], {
    env: { NODE_ENV: 'test', ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await until('the product to be ready', () => isReady(settings));
  return Object.assign(child, {
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    },
  });
}

async function isReady({ PORT }: Record<string, string>): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${PORT}/readyz`).catch(() => null);
  return response?.ok === true;
}

test('signaled twice, and left by its launcher, a product still finishes its answers', async () => {
  await using database = await testDatabase();
  await using fixture = await startProcessFixture({ databaseUrl: database.url, speed: 1 });
  await using product = spawnProductProcess(fixture.settings);
  await product.ready;
  const { phone, release } = await askHeldBack(fixture);
  product.kill('SIGTERM');
  await until('the stop to begin', async () => !(await isReady(fixture.settings)));
  product.kill('SIGTERM');
  product.child.disconnect();
  await release();
  expect(await product.died()).toEqual({ code: 0, signal: null });
  expect(Object.fromEntries(await fixture.ledger())).toEqual({ [phone]: 1 });
});

test('without a launcher, a second signal ends a product that still has answers to finish', async () => {
  await using database = await testDatabase();
  await using fixture = await startProcessFixture({ databaseUrl: database.url, speed: 1 });
  await using product = await startDirectly(fixture.settings);
  await askHeldBack(fixture);
  const ended = once(product, 'exit');
  product.kill('SIGTERM');
  await until('the stop to begin', async () => !(await isReady(fixture.settings)));
  product.kill('SIGTERM');
  expect(await ended).toEqual([1, null]);
});
