import { randomUUID } from 'node:crypto';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { isAnswerableSender, LoopGuard } from './loop-guard.ts';

const salt = new Uint8Array(32).fill(7);
const from = '+12125550142';
const to = '+13125550100';
const second = 1000;

test('the third equal text within a minute is not answered, nor is anything for ten minutes after it', () => {
  const guard = new LoopGuard(salt);
  expect(guard.admits({ sid: randomUUID(), from, to, body: 'hi, I am a bot' }, 0)).toBe(true);
  expect(guard.admits({ sid: randomUUID(), from, to, body: 'hi, I am a bot' }, 20 * second)).toBe(true);
  expect(guard.admits({ sid: randomUUID(), from, to, body: 'hi, I am a bot' }, 40 * second)).toBe(false);
  expect(guard.admits({ sid: randomUUID(), from, to, body: 'weather 60614' }, 41 * second)).toBe(false);
  expect(guard.admits({ sid: randomUUID(), from, to, body: 'weather 60614' }, 639 * second)).toBe(false);
  expect(guard.admits({ sid: randomUUID(), from, to, body: 'weather 60614' }, 640 * second)).toBe(true);
});

test('equal texts that take longer than a minute are answered', () => {
  const guard = new LoopGuard(salt);
  for (let minute = 0; minute < 30; minute += 1) {
    expect(guard.admits({ sid: randomUUID(), from, to, body: 'weather' }, minute * 31 * second)).toBe(true);
  }
});

test('a text that comes again and again, because it could not be taken in, is one text', () => {
  const guard = new LoopGuard(salt);
  for (let n = 0; n < 10; n += 1) expect(guard.admits({ sid: 'SM1', from, to, body: 'weather' }, n)).toBe(true);
  expect(guard.admits({ sid: 'SM2', from, to, body: 'weather' }, 10)).toBe(true);
  expect(guard.admits({ sid: 'SM3', from, to, body: 'weather' }, 10)).toBe(false);
});

test('different questions are answered, however fast', () => {
  const guard = new LoopGuard(salt);
  for (let n = 0; n < 50; n += 1)
    expect(guard.admits({ sid: randomUUID(), from, to, body: `question ${n}` }, n)).toBe(true);
});

test('two texts that alternate are a loop too', () => {
  const guard = new LoopGuard(salt);
  const answered = ['a', 'b', 'a', 'b', 'a', 'b'].map((body, index) =>
    guard.admits({ sid: randomUUID(), from, to, body }, index * second),
  );
  expect(answered).toEqual([true, true, true, true, false, false]);
});

test('a mute is for one pair', () => {
  const guard = new LoopGuard(salt);
  for (let n = 0; n < 3; n += 1) guard.admits({ sid: randomUUID(), from, to, body: 'x' }, n);
  expect(guard.admits({ sid: randomUUID(), from, to, body: 'x' }, 5)).toBe(false);
  expect(guard.admits({ sid: randomUUID(), from: '+12125550143', to, body: 'x' }, 5)).toBe(true);
  expect(guard.admits({ sid: randomUUID(), from, to: '+13125550101', body: 'x' }, 5)).toBe(true);
});

test('it remembers a bounded number of pairs and forgets the oldest first', () => {
  const guard = new LoopGuard(salt, 100);
  for (let n = 0; n < 3; n += 1) guard.admits({ sid: randomUUID(), from, to, body: 'x' }, n);
  for (let n = 0; n < 99; n += 1) guard.admits({ sid: randomUUID(), from: `+1${n}`, to, body: 'x' }, n);
  expect(guard.size).toBe(100);
  expect(guard.admits({ sid: randomUUID(), from, to, body: 'x' }, 100)).toBe(false);
  for (let n = 0; n < 100; n += 1) guard.admits({ sid: randomUUID(), from: `+2${n}`, to, body: 'x' }, n);
  expect(guard.size).toBe(100);
  expect(guard.admits({ sid: randomUUID(), from, to, body: 'x' }, 100)).toBe(true);
});

test('whatever comes, never three equal texts within a minute are answered', () => {
  const texts = fc.array(
    fc.record({ body: fc.constantFrom('a', 'b', 'c'), waitMs: fc.integer({ min: 0, max: 40_000 }) }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(texts, (list) => {
      const guard = new LoopGuard(salt);
      const answered: { body: string; atMs: number }[] = [];
      let nowMs = 0;
      for (const { body, waitMs } of list) {
        nowMs += waitMs;
        if (guard.admits({ sid: randomUUID(), from, to, body }, nowMs)) answered.push({ body, atMs: nowMs });
      }
      for (const { body, atMs } of answered) {
        const close = answered.filter((one) => one.body === body && one.atMs <= atMs && atMs - one.atMs < 60_000);
        expect(close.length).toBeLessThan(3);
      }
    }),
  );
});

test('a US phone is answered', () => expect(isAnswerableSender('+12125550142', [to])).toBe(true));

test.each([
  '+13125550100',
  '24273',
  '898211',
  'AMAZON',
  'Askline',
  '',
  '+442071838750',
  '+14165550142',
  '+18005550142',
  '+19005550123',
  '2125550142',
  '+1212555014',
  'whatsapp:+12125550142',
  '+12125550142 ',
])('the sender %j is not answered', (sender) => expect(isAnswerableSender(sender, ['+13125550100'])).toBe(false));
