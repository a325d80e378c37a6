import { expect, test } from 'vitest';

import { decideReply, type Rules, type SenderState, type Understood } from './decide-reply.ts';
import { type TextKind, textKinds } from './keywords/classify.ts';

const now = new Date('2026-11-21T15:00:00Z');
const ago = (minutes: number): Date => new Date(now.getTime() - minutes * 60_000);
const fairUse = { per5Minutes: 15, perHour: 60, perDay: 300 };
const rules: Rules = {
  deadlineMs: 120_000,
  unpaidRepliesPerHour: 200,
  paceEveryMs: 10_000,
  memorySeconds: 600,
  fairUse,
};

const stranger: SenderState = {
  now,
  isOptedOut: false,
  departedAt: null,
  language: null,
  phone: null,
  isPromoSent: false,
  promosLastHour: 0,
  asked: { last5Minutes: 0, lastHour: 0, lastDay: 0 },
  replied: { lastHour: 0, lastDay: 0 },
  unpaidLastHour: 0,
  pacedUntil: null,
  repeats: { isUnderWay: false, answersLastMinute: 0, isMuted: false },
  hasMemory: true,
  mayTellMore: false,
  home: null,
  notices: {},
};
const phone = {
  id: 'phone',
  userId: 'user',
  isVerified: true,
  awaitsYes: false,
  subscription: { status: 'active', answersUntil: new Date('2027-01-01') },
} as const;
const subscriber: SenderState = { ...stranger, phone, language: 'en' };

function text(kind: TextKind, details: Partial<Understood> = {}): Understood {
  return { kind, language: null, carrierReply: null, sentAt: null, isFromMachine: false, ...details };
}

function replyTo(kind: TextKind, sender: SenderState, details: Partial<Understood> = {}): string | null {
  return decideReply(text(kind, details), sender, rules).reply;
}

test('more is told of a remembered answer, paced like an answer and not counted as a question', () => {
  const sender = { ...subscriber, mayTellMore: true, pacedUntil: new Date(now.getTime() + 60_000) };
  expect(decideReply(text('more'), sender, rules)).toMatchObject({
    reply: 'answer',
    isAccepted: false,
    remembered: null,
    memorySeconds: 600,
    notBefore: new Date(now.getTime() + 10_000),
  });
  const spent = { ...sender, asked: { last5Minutes: 15, lastHour: 60, lastDay: 300 } };
  expect(replyTo('more', spent)).toBe('answer');
});

test('MORE without an answer to add to, or without memory, says so once in half a minute', () => {
  expect(decideReply(text('more'), subscriber, rules)).toMatchObject({ reply: 'nothing_more', notice: 'more' });
  expect(replyTo('more', { ...subscriber, mayTellMore: true, hasMemory: false })).toBe('nothing_more');
  expect(decideReply(text('more'), { ...subscriber, mayTellMore: true }, { ...rules, memorySeconds: 0 }).reply).toBe(
    'nothing_more',
  );
  expect(replyTo('more', { ...subscriber, notices: { more: ago(0.4) } })).toBeNull();
  expect(replyTo('more', { ...subscriber, notices: { more: ago(0.6) } })).toBe('nothing_more');
});

test('FORGET and STOP forget what was answered before, for any sender; nothing else does', () => {
  for (const kind of textKinds) {
    for (const sender of [subscriber, stranger, { ...subscriber, isOptedOut: true }]) {
      expect(decideReply(text(kind), sender, rules).forgets).toBe(kind === 'forget' || kind === 'stop');
    }
  }
  expect(replyTo('forget', subscriber)).toBe('forgot');
});
