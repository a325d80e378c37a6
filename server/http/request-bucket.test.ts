import { expect, test } from 'vitest';

import { readClient } from './client-address.ts';
import { isCounted, RequestBucket } from './request-bucket.ts';

const clientAt = (peer: string) => readClient({ peer, headers: {} }, () => false).client;

test('clients have separate limits per minute, and each minute starts from zero', () => {
  const bucket = new RequestBucket({ perMinute: 3 });
  const take = (address: string, now: number) => bucket.take(clientAt(address), now);
  expect([1, 2, 3, 4].map((now) => take('198.51.100.7', now))).toEqual([0, 0, 0, 60]);
  expect(take('198.51.100.8', 30_001)).toBe(0);
  expect(take('198.51.100.7', 59_000)).toBe(2);
  expect(take('198.51.100.7', 60_001)).toBe(0);
});

test('a network gets more than one client, and less than all its clients together', () => {
  const bucket = new RequestBucket({ perMinute: 3 });
  const passed = Array.from({ length: 50 }, (_, n) => bucket.take(clientAt(`2001:db8:1:${n}::1`), 1)).filter(
    (seconds) => seconds === 0,
  );
  expect(passed).toHaveLength(6);
});

test('memory is bounded for any number of clients', () => {
  const bucket = new RequestBucket({ perMinute: 3, keysMax: 100 });
  for (let n = 0; n < 1000; n += 1) bucket.take(clientAt(`2001:db8:${n.toString(16)}::1`), 1);
  expect(bucket.size).toBe(100);
});

test('webhooks, health checks and files are not counted; pages, calls, metrics and wrong addresses are', () => {
  const free = ['/webhooks/stripe', '/healthz', '/readyz', '/assets/*', '/favicon.svg'];
  expect(free.filter((route) => isCounted(route))).toEqual([]);
  expect(['/', '/login', '/api/login', '/metrics', undefined].filter((route) => !isCounted(route))).toEqual([]);
});
