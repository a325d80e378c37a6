import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, test } from 'vitest';

import { stripeDefaults } from '#server/testing/stripe-wire.ts';

import { stripePayments } from './payments.ts';

test('an answer that trickles ends at the deadline', async () => {
  const customer = { userId: 'user-1', name: 'Ann', email: 'ann@askline.example', key: 'user-1' };
  const trickles: NodeJS.Timeout[] = [];
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' });
    trickles.push(setInterval(() => response.write(' '), 20));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const payments = stripePayments({ ...stripeDefaults, baseUrl, timeoutMs: 300 });
  try {
    const expected = { kind: 'unavailable', code: 'connection' };
    await expect(payments.listSubscriptions('cus_1')).rejects.toMatchObject(expected);
    await expect(payments.createCustomer(customer)).rejects.toMatchObject(expected);
    // Each has one repeat.
    expect(trickles).toHaveLength(4);
  } finally {
    for (const trickle of trickles) clearInterval(trickle);
    server.closeAllConnections();
    server.close();
  }
});
