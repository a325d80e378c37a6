import fastify from 'fastify';
import { expect, test } from 'vitest';

import { createEventHub } from './event-hub.ts';
import { installFaultGate } from './fault-gate.ts';
import { createFaults, FaultsBody } from './faults.ts';
import { createTasks } from './tasks.ts';

/** A vendor with one route, which counts how often it ran. */
async function startVendor() {
  const faults = createFaults(Math.random);
  const tasks = createTasks();
  const app = fastify({ forceCloseConnections: true });
  let processed = 0;
  await app.register(async (scope) => {
    const context = {
      env: {},
      clock: { now: () => new Date() },
      random: Math.random,
      faults,
      events: createEventHub(),
      tasks,
      stateDir: null,
      addresses: { http: '', smtp: null, product: '' },
    };
    installFaultGate(scope, context, { vendor: 'stripe', errorBody: (status) => ({ broken: status }) });
    scope.post('/things', { config: { operation: 'create' } }, async () => ({
      number: ++processed,
      pad: 'x'.repeat(200),
    }));
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    post: (signal?: AbortSignal) => fetch(`${url}/things`, { method: 'POST', ...(signal && { signal }) }),
    set: (stripe: unknown) => faults.set(FaultsBody.parse({ stripe })),
    processed: () => processed,
    async [Symbol.asyncDispose]() {
      await Promise.all([tasks.close(), app.close()]);
    },
  };
}

test('a call held by its latency continues as soon as the fault is cleared', async () => {
  await using vendor = await startVendor();
  vendor.set({ latencyMs: 600_000 });
  const held = vendor.post();
  vendor.set({ latencyMs: 600_000, errorRate: 0 });
  vendor.set({});
  expect((await held).status).toBe(200);
  expect(vendor.processed()).toBe(1);
});

test('without faults a call is processed and answered', async () => {
  await using vendor = await startVendor();
  expect((await vendor.post()).status).toBe(200);
  expect(vendor.processed()).toBe(1);
});

test('a status alone refuses every call, in the vendor’s format, unprocessed', async () => {
  await using vendor = await startVendor();
  vendor.set({ status: 429, retryAfterS: 3 });
  const response = await vendor.post();
  expect([response.status, response.headers.get('retry-after'), await response.json()]).toEqual([
    429,
    '3',
    { broken: 429 },
  ]);
  expect(vendor.processed()).toBe(0);
});

test('dropAfterAccept processes the call and then closes the connection', async () => {
  await using vendor = await startVendor();
  vendor.set({ dropAfterAccept: true });
  await expect(vendor.post()).rejects.toThrow('fetch failed');
  expect(vendor.processed()).toBe(1);
});

test('cutResponse sends the headers and half of the body of a processed call', async () => {
  await using vendor = await startVendor();
  vendor.set({ cutResponse: true });
  const response = await vendor.post();
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow('terminated');
  expect(vendor.processed()).toBe(1);
});

test('errorAfterAccept answers a processed call with an error', async () => {
  await using vendor = await startVendor();
  vendor.set({ errorAfterAccept: true, status: 503 });
  const response = await vendor.post();
  expect([response.status, await response.json()]).toEqual([503, { broken: 503 }]);
  expect(vendor.processed()).toBe(1);
});

test('hang holds the connection until the caller closes it, unprocessed', async () => {
  await using vendor = await startVendor();
  vendor.set({ hang: true });
  await expect(vendor.post(AbortSignal.timeout(100))).rejects.toThrow('timeout');
  expect(vendor.processed()).toBe(0);
});

test('operations limit a fault to the routes of that name', async () => {
  await using vendor = await startVendor();
  vendor.set({ status: 500, operations: ['list'] });
  expect((await vendor.post()).status).toBe(200);
});

test('an unknown fault is refused, so that a chaos run cannot omit it unnoticed', () => {
  expect(() => FaultsBody.parse({ stripe: { latency: 5 } })).toThrow('latency');
});
