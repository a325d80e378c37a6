import { inspect } from 'node:util';

import { expect, test } from 'vitest';

import { Secret } from '#server/platform/secret.ts';

import { PlaintextCache } from './plaintext-cache.ts';

test('plaintext is kept until it is dropped', () => {
  const plaintextCache = new PlaintextCache();
  plaintextCache.keepQuestion('SM1', new Secret('zebra'));
  plaintextCache.keepReply('SM1', { body: new Secret('striped'), encoding: 'gsm7', segments: 1 });
  expect(plaintextCache.question('SM1')?.reveal()).toBe('zebra');
  expect(plaintextCache.reply('SM1')?.body.reveal()).toBe('striped');
  plaintextCache.drop('SM1');
  expect([plaintextCache.question('SM1'), plaintextCache.reply('SM1'), plaintextCache.count]).toEqual([null, null, 0]);
});

test('a flood evicts the oldest entries, which can be fetched again', () => {
  const plaintextCache = new PlaintextCache({ countMax: 100 });
  for (let index = 0; index < 1000; index += 1) plaintextCache.keepQuestion(`SM${index}`, new Secret('zebra'));
  expect(plaintextCache.count).toBeLessThanOrEqual(100);
  expect([plaintextCache.question('SM0'), plaintextCache.question('SM999')?.reveal()]).toEqual([null, 'zebra']);
});

test('expired plaintext is dropped by age, without any other text', () => {
  const clock = { now: 0 };
  const plaintextCache = new PlaintextCache({ ageMaxMs: 1000, now: () => clock.now });
  plaintextCache.keepQuestion('SM1', new Secret('zebra'));
  clock.now = 500;
  plaintextCache.keepQuestion('SM2', new Secret('zebra'));
  clock.now = 1000;
  plaintextCache.dropOld();
  expect([plaintextCache.question('SM1'), plaintextCache.question('SM2')?.reveal()]).toEqual([null, 'zebra']);
});

test('each text is checked once per interval, the oldest first', () => {
  const clock = { now: 0 };
  const plaintextCache = new PlaintextCache({ now: () => clock.now });
  for (const sid of ['SM1', 'SM2', 'SM3']) plaintextCache.keepQuestion(sid, new Secret('zebra'));
  expect(plaintextCache.uncheckedFor(100, 10)).toEqual([]);
  clock.now = 100;
  expect([plaintextCache.uncheckedFor(100, 2), plaintextCache.uncheckedFor(100, 2)]).toEqual([['SM1', 'SM2'], ['SM3']]);
  expect(plaintextCache.uncheckedFor(100, 2)).toEqual([]);
});

test('a secret stays hidden when it is printed, joined, serialized or inspected', () => {
  const secret = new Secret('zebra');
  const shown = [String(secret), JSON.stringify({ secret }), inspect({ secret }, { depth: 9, showHidden: true })];
  for (const text of shown) expect(text).not.toContain('zebra');
  expect(secret.reveal()).toBe('zebra');
});
