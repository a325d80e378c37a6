import { expect, test } from 'vitest';

import { ago, now, rules, stranger, subscriber, textOf } from '../testing/sender-states.ts';
import { decideReply, type SenderState, type Understood } from './decide-reply.ts';
import { type TextKind, textKinds } from './keywords/classify.ts';

function replyTo(kind: TextKind, sender: SenderState, details: Partial<Understood> = {}): string | null {
  return decideReply(textOf(kind, details), sender, rules).reply;
}

test('more is told of a remembered answer, paced like an answer and not counted as a question', () => {
  const sender = { ...subscriber, mayTellMore: true, pacedUntil: new Date(now.getTime() + 60_000) };
  expect(decideReply(textOf('more'), sender, rules)).toMatchObject({
    reply: 'answer',
    isAccepted: false,
    remembered: null,
    memorySeconds: 600,
    notBefore: new Date(now.getTime() + 10_000),
  });
  const spent = { ...sender, asked: { last5Minutes: 15, lastHour: 60, lastDay: 300 } };
  expect(replyTo('more', spent)).toBe('answer');
});

test('the same follow-up again may ask for something else, within fair use; without memory it is a repetition', () => {
  const again = { isFollowUp: true };
  const repeated = { ...subscriber, repeats: { isUnderWay: true, answersLastMinute: 2, isMuted: true } };
  expect(decideReply(textOf('question', again), repeated, rules)).toMatchObject({ reply: 'answer', remembered: null });
  expect(replyTo('question', repeated)).toBeNull();
  const machine = { ...repeated, asked: { last5Minutes: 15, lastHour: 15, lastDay: 15 } };
  expect(replyTo('question', machine, again)).toBe('too_fast');
  expect(replyTo('question', { ...repeated, hasMemory: false }, again)).toBeNull();
  expect(decideReply(textOf('question', again), repeated, { ...rules, memorySeconds: 0 }).reply).toBeNull();
});

test('MORE without an answer to add to, or without memory, says so once in half a minute', () => {
  expect(decideReply(textOf('more'), subscriber, rules)).toMatchObject({ reply: 'nothing_more', notice: 'more' });
  expect(replyTo('more', { ...subscriber, mayTellMore: true, hasMemory: false })).toBe('nothing_more');
  expect(decideReply(textOf('more'), { ...subscriber, mayTellMore: true }, { ...rules, memorySeconds: 0 }).reply).toBe(
    'nothing_more',
  );
  expect(replyTo('more', { ...subscriber, notices: { more: ago(0.4) } })).toBeNull();
  expect(replyTo('more', { ...subscriber, notices: { more: ago(0.6) } })).toBe('nothing_more');
});

test('FORGET and STOP forget what was answered before, for any sender; nothing else does', () => {
  for (const kind of textKinds) {
    for (const sender of [subscriber, stranger, { ...subscriber, isOptedOut: true }]) {
      expect(decideReply(textOf(kind), sender, rules).forgets).toBe(kind === 'forget' || kind === 'stop');
    }
  }
  expect(replyTo('forget', subscriber)).toBe('forgot');
});

test('a follow-up about the weather "there" is answered, and no reason to ask for the home place', () => {
  const lastAskedAt = ago(9.9);
  const there = { isFollowUp: true, needsPlace: true };
  expect(replyTo('question', { ...subscriber, lastAskedAt }, there)).toBe('answer');
  expect(replyTo('question', { ...subscriber, lastAskedAt }, { needsPlace: true })).toBe('home_ask');
  expect(replyTo('question', subscriber, there)).toBe('home_ask');
  expect(replyTo('question', { ...subscriber, lastAskedAt: ago(10) }, there)).toBe('home_ask');
  expect(replyTo('question', { ...subscriber, lastAskedAt, hasMemory: false }, there)).toBe('home_ask');
  const forgetful = { ...rules, memorySeconds: 0 };
  expect(decideReply(textOf('question', there), { ...subscriber, lastAskedAt }, forgetful).reply).toBe('home_ask');
});
