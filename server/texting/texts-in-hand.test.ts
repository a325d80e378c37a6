import { inspect } from 'node:util';

import { expect, test } from 'vitest';

import { Secret } from '#server/platform/secret.ts';

import { TextsInHand } from './texts-in-hand.ts';

test('words are in hand until they are dropped', () => {
  const inHand = new TextsInHand();
  inHand.keepQuestion('SM1', new Secret('zebra'));
  inHand.keepReply('SM1', { body: new Secret('striped'), encoding: 'gsm7', segments: 1 });
  expect(inHand.question('SM1')?.reveal()).toBe('zebra');
  expect(inHand.reply('SM1')?.body.reveal()).toBe('striped');
  inHand.drop('SM1');
  expect([inHand.question('SM1'), inHand.reply('SM1'), inHand.count]).toEqual([null, null, 0]);
});

test('a flood pushes out the oldest, which can be fetched again', () => {
  const inHand = new TextsInHand({ countMax: 100 });
  for (let index = 0; index < 1000; index += 1) inHand.keepQuestion(`SM${index}`, new Secret('zebra'));
  expect(inHand.count).toBeLessThanOrEqual(100);
  expect([inHand.question('SM0'), inHand.question('SM999')?.reveal()]).toEqual([null, 'zebra']);
});

test('words that are too old are dropped by the clock, without any other text', () => {
  const clock = { now: 0 };
  const inHand = new TextsInHand({ ageMaxMs: 1000, now: () => clock.now });
  inHand.keepQuestion('SM1', new Secret('zebra'));
  clock.now = 500;
  inHand.keepQuestion('SM2', new Secret('zebra'));
  clock.now = 1000;
  inHand.dropOld();
  expect([inHand.question('SM1'), inHand.question('SM2')?.reveal()]).toEqual([null, 'zebra']);
});

test('each text is looked at once in a while, the oldest first', () => {
  const clock = { now: 0 };
  const inHand = new TextsInHand({ now: () => clock.now });
  for (const sid of ['SM1', 'SM2', 'SM3']) inHand.keepQuestion(sid, new Secret('zebra'));
  expect(inHand.unlookedFor(100, 10)).toEqual([]);
  clock.now = 100;
  expect([inHand.unlookedFor(100, 2), inHand.unlookedFor(100, 2)]).toEqual([['SM1', 'SM2'], ['SM3']]);
  expect(inHand.unlookedFor(100, 2)).toEqual([]);
});

test('a secret shows itself to nobody who prints, joins, serialises or inspects it', () => {
  const secret = new Secret('zebra');
  const shown = [String(secret), JSON.stringify({ secret }), inspect({ secret }, { depth: 9, showHidden: true })];
  for (const text of shown) expect(text).not.toContain('zebra');
  expect(secret.reveal()).toBe('zebra');
});
