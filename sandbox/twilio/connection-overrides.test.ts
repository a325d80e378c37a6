import { expect, test } from 'vitest';

import { readOverrides } from './connection-overrides.ts';

test('without a fragment the vendor retries once, after a failed connection only', () => {
  expect(readOverrides('https://askline.example/w')).toEqual({
    url: 'https://askline.example/w',
    connectTimeoutMs: 5_000,
    readTimeoutMs: 15_000,
    totalTimeoutMs: 15_000,
    retries: 1,
    retryOn: new Set(['ct']),
  });
});

test('a fragment overrides the defaults and is not part of the address that is called and signed', () => {
  expect(readOverrides('https://askline.example/w?a=1#rc=3&rp=ct,rt,5xx&rt=4000&tt=12000')).toMatchObject({
    url: 'https://askline.example/w?a=1',
    readTimeoutMs: 4_000,
    totalTimeoutMs: 12_000,
    retries: 3,
    retryOn: new Set(['5xx', 'ct', 'rt']),
  });
});

test('values out of range are ignored', () => {
  expect(readOverrides('https://askline.example/w#rc=9&rt=1&tt=60000&ct=x')).toMatchObject({
    connectTimeoutMs: 5_000,
    readTimeoutMs: 15_000,
    totalTimeoutMs: 15_000,
    retries: 1,
  });
});
