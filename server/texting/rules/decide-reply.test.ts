import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { SubscriptionStatus } from '#server/db/schema.ts';

import { ago, now, phone, rules, stranger, subscriber, textOf } from '../testing/sender-states.ts';
import { type SenderState, decideReply, type Understood } from './decide-reply.ts';
import { type TextKind, textKinds } from './keywords/classify.ts';

function replyTo(kind: TextKind, sender: SenderState, details: Partial<Understood> = {}): string | null {
  return decideReply(textOf(kind, details), sender, rules).reply;
}

test('a subscriber with a verified phone and a paid plan gets an answer, and it counts', () => {
  expect(decideReply(textOf('question'), subscriber, rules)).toMatchObject({
    reply: 'answer',
    isAccepted: true,
    userId: 'user',
    phoneId: 'phone',
    receivedAt: now,
    answerBy: new Date(now.getTime() + 120_000),
    notBefore: now,
  });
});

test.each<[SubscriptionStatus, boolean]>([
  ['active', true],
  ['trialing', true],
  ['past_due', true],
  ['unpaid', false],
  ['canceled', false],
  ['incomplete', false],
  ['incomplete_expired', false],
  ['paused', false],
])('with a subscription that is %s a question is answered: %s', (status, isAnswered) => {
  const sender = { ...subscriber, phone: { ...phone, subscription: { ...phone.subscription, status } } };
  expect(replyTo('question', sender)).toBe(isAnswered ? 'answer' : 'inactive');
});

test('a canceled plan is answered until its end, and no longer', () => {
  const until = (answersUntil: Date): SenderState => ({
    ...subscriber,
    phone: { ...phone, subscription: { status: 'active', answersUntil } },
  });
  expect(replyTo('question', until(new Date(now.getTime() + 1)))).toBe('answer');
  expect(replyTo('question', until(now))).toBe('inactive');
});

test('a sender who is not answered is told why, at most once a day', () => {
  const unverified = { ...subscriber, phone: { ...phone, isVerified: false } };
  const lapsed = { ...subscriber, phone: { ...phone, subscription: null } };
  expect(decideReply(textOf('question'), unverified, rules)).toMatchObject({
    reply: 'unverified',
    notice: 'unverified',
    isAccepted: false,
  });
  expect(replyTo('question', { ...unverified, notices: { unverified: ago(23 * 60) } })).toBeNull();
  expect(replyTo('question', { ...unverified, notices: { unverified: ago(25 * 60) } })).toBe('unverified');
  expect(replyTo('question', lapsed)).toBe('inactive');
  expect(replyTo('question', { ...lapsed, notices: { inactive: ago(60) } })).toBeNull();
});

test('a text from a number that is only claimed belongs to no account', () => {
  const claimed = { ...subscriber, phone: { ...phone, isVerified: false, awaitsYes: true } };
  for (const kind of textKinds) {
    const said = decideReply(textOf(kind, { language: 'es' }), claimed, rules);
    expect(said, kind).toMatchObject({
      userId: null,
      phoneId: null,
      newLanguage: null,
      confirmsOptIn: false,
      mail: null,
    });
  }
  expect(replyTo('crisis', claimed)).toBe('crisis');
});

test('an unknown sender gets the promo once ever; no one gets it beyond sixty an hour', () => {
  expect(decideReply(textOf('question'), stranger, rules)).toMatchObject({
    reply: 'promo',
    stranger: 'promo',
    isAccepted: false,
  });
  expect(decideReply(textOf('question'), { ...stranger, isPromoSent: true }, rules)).toMatchObject({
    reply: null,
    stranger: 'noted',
  });
  expect(decideReply(textOf('question'), { ...stranger, promosLastHour: 60 }, rules)).toMatchObject({
    reply: null,
    stranger: 'noted',
  });
});

test('a stranger who asks us to stop gets no promo, whatever the text means', () => {
  expect(decideReply(textOf('question', { mayOptOut: true }), stranger, rules)).toMatchObject({
    reply: null,
    stranger: 'noted',
  });
});

test('STOP is obeyed from any sender and confirmed once', () => {
  for (const sender of [subscriber, stranger]) {
    expect(decideReply(textOf('stop'), sender, rules)).toMatchObject({ consent: 'withdrawn', reply: 'stop' });
  }
  expect(decideReply(textOf('stop'), { ...subscriber, isOptedOut: true }, rules)).toMatchObject({
    consent: 'withdrawn',
    reply: null,
  });
  expect(decideReply(textOf('stop', { carrierReply: 'presumed' }), subscriber, rules)).toMatchObject({
    consent: 'withdrawn',
    reply: null,
  });
  expect(decideReply(textOf('stop', { isFromMachine: true }), subscriber, rules)).toMatchObject({
    consent: 'withdrawn',
    reply: null,
  });
});

test('after STOP nothing is answered until START, JOIN or YES', () => {
  const silent: SenderState = { ...subscriber, isOptedOut: true };
  for (const kind of textKinds.filter((one) => one !== 'stop' && one !== 'start' && one !== 'yes'))
    expect(decideReply(textOf(kind), silent, rules), kind).toMatchObject({ reply: null, consent: null });
  for (const kind of ['start', 'yes'] as const) {
    expect(decideReply(textOf(kind), silent, rules), kind).toMatchObject({ reply: 'start', consent: 'given' });
  }
});

test('the carrier answers START only to a number that it had blocked', () => {
  const byCarrier = { carrierReply: 'presumed' } as const;
  expect(replyTo('start', { ...subscriber, isOptedOut: true }, byCarrier)).toBeNull();
  expect(replyTo('start', { ...subscriber, isOptedOut: true, isUnblocked: true }, byCarrier)).toBe('start');
  expect(replyTo('start', subscriber, byCarrier)).toBe('start');
  expect(replyTo('help', subscriber, byCarrier)).toBeNull();
});

test('START without a plan does not invite questions', () => {
  expect(replyTo('start', { ...stranger, isOptedOut: true })).toBe('start_no_plan');
});

test('YES confirms a pending opt-in; with nothing to confirm it gets a hint, once an hour', () => {
  const pending = { ...subscriber, phone: { ...phone, awaitsYes: true } };
  expect(decideReply(textOf('yes'), pending, rules)).toMatchObject({
    confirmsOptIn: true,
    consent: 'given',
    reply: 'opted_in',
  });
  expect(replyTo('question', pending)).toBe('answer');
  expect(replyTo('yes', subscriber)).toBe('nothing_to_confirm');
  expect(replyTo('yes', { ...subscriber, notices: { hint: ago(59) } })).toBeNull();
});

test('YES after the plan has ended is recorded, and does not invite questions', () => {
  const lapsed = { ...subscriber, phone: { ...phone, awaitsYes: true, subscription: null } };
  expect(decideReply(textOf('yes'), lapsed, rules)).toMatchObject({
    confirmsOptIn: true,
    consent: 'given',
    reply: 'start_no_plan',
  });
});

test('danger comes before plan, limits and model', () => {
  const limited = { ...stranger, isPromoSent: true, asked: { last5Minutes: 99, lastHour: 99, lastDay: 999 } };
  expect(decideReply(textOf('crisis'), limited, rules)).toMatchObject({ reply: 'crisis', isAccepted: false });
});

test('a person in danger gets the numbers again after two minutes, and no later', () => {
  expect(decideReply(textOf('crisis'), subscriber, rules)).toMatchObject({ reply: 'crisis', notice: 'crisis' });
  expect(replyTo('crisis', { ...subscriber, notices: { crisis: ago(1.9) } })).toBeNull();
  expect(replyTo('crisis', { ...subscriber, notices: { crisis: ago(2) } })).toBe('crisis');
  const muted = { isUnderWay: true, answersLastMinute: 9, isMuted: true };
  expect(replyTo('crisis', { ...subscriber, repeats: muted })).toBe('crisis');
  expect(replyTo('crisis', subscriber, { sentAt: ago(59) })).toBe('crisis');
  expect(replyTo('crisis', subscriber, { sentAt: ago(61) })).toBeNull();
});

test('a question whose answer is in progress is answered by that answer, and counts once', () => {
  const repeats = { isUnderWay: true, answersLastMinute: 1, isMuted: false };
  const asked = { last5Minutes: 15, lastHour: 15, lastDay: 15 };
  expect(decideReply(textOf('question'), { ...subscriber, repeats, asked }, rules)).toMatchObject({
    reply: null,
    isAccepted: false,
    notice: null,
    remembered: null,
  });
});

test('the third answer to one question within a minute is a notice, then that question gets silence', () => {
  const answered = (answersLastMinute: number): SenderState => ({
    ...subscriber,
    repeats: { isUnderWay: false, answersLastMinute, isMuted: false },
  });
  expect(decideReply(textOf('question'), answered(1), rules)).toMatchObject({
    reply: 'answer',
    remembered: 'answered',
  });
  expect(decideReply(textOf('question'), answered(2), rules)).toMatchObject({
    reply: 'repeated',
    notice: 'repeated',
    remembered: 'withheld',
    isAccepted: false,
  });
  expect(replyTo('question', { ...answered(0), repeats: { ...answered(0).repeats, isMuted: true } })).toBeNull();
});

test('machines are never answered', () => {
  for (const kind of ['question', 'help', 'crisis', 'start', 'media'] as const) {
    expect(replyTo(kind, subscriber, { isFromMachine: true }), kind).toBeNull();
  }
  expect(replyTo('tapback', subscriber)).toBeNull();
  expect(replyTo('autoresponse', subscriber)).toBeNull();
});

test.each([
  [{ last5Minutes: 15, lastHour: 15, lastDay: 15 }, 'too_fast_5m', 'too_fast'],
  [{ last5Minutes: 0, lastHour: 60, lastDay: 60 }, 'too_fast_1h', 'hourly_limit'],
  [{ last5Minutes: 0, lastHour: 0, lastDay: 300 }, 'too_fast_1d', 'daily_limit'],
] as const)('fair use %o gets one notice a window', (asked, notice, reply) => {
  const decision = decideReply(textOf('question'), { ...subscriber, asked }, rules);
  expect(decision).toMatchObject({ reply, notice, isAccepted: false });
  expect(replyTo('question', { ...subscriber, asked, notices: { [notice]: ago(1) } })).toBeNull();
});

test('the sixteenth question in five minutes is too much, the fifteenth is not', () => {
  const asked = (last5Minutes: number): SenderState => ({
    ...subscriber,
    asked: { last5Minutes, lastHour: last5Minutes, lastDay: last5Minutes },
  });
  expect(replyTo('question', asked(14))).toBe('answer');
  expect(replyTo('question', asked(15))).toBe('too_fast');
});

test('six answers go out immediately, the rest every ten seconds, and each deadline counts from when the answer may be sent', () => {
  let pacedUntil: Date | null = null;
  const waits = Array.from({ length: 9 }, () => {
    const decision = decideReply(textOf('question'), { ...subscriber, pacedUntil }, rules);
    pacedUntil = decision.pacedUntil;
    expect(decision.answerBy.getTime() - decision.notBefore.getTime()).toBe(rules.deadlineMs);
    return (decision.notBefore.getTime() - now.getTime()) / 1000;
  });
  expect(waits).toEqual([0, 0, 0, 0, 0, 0, 10, 20, 30]);
});

test('a missed text found late counts from when it was sent', () => {
  const late = decideReply(textOf('question', { sentAt: ago(30) }), subscriber, rules);
  expect(late).toMatchObject({ reply: 'answer', receivedAt: ago(30), answerBy: ago(28) });
});

test('a fixed reply is not sent long after its text, but a late STOP is still obeyed', () => {
  expect(replyTo('help', subscriber, { sentAt: ago(4) })).toBe('help');
  expect(replyTo('help', subscriber, { sentAt: ago(6) })).toBeNull();
  expect(decideReply(textOf('stop', { sentAt: ago(600) }), subscriber, rules)).toMatchObject({
    consent: 'withdrawn',
    reply: null,
  });
  expect(decideReply(textOf('question', { sentAt: ago(6) }), stranger, rules)).toMatchObject({
    reply: null,
    stranger: 'noted',
  });
});

test('whatever arrives: only an eligible question reaches the model, and an opted-out number gets nothing but an opt-in', () => {
  const kind = fc.constantFrom(...textKinds);
  const sender = fc.record({
    isOptedOut: fc.boolean(),
    isVerified: fc.boolean(),
    hasPlan: fc.boolean(),
    isKnown: fc.boolean(),
    last5Minutes: fc.integer({ min: 0, max: 20 }),
  });
  fc.assert(
    fc.property(kind, sender, fc.boolean(), (kind, given, isFromMachine) => {
      const known = { ...phone, isVerified: given.isVerified, subscription: given.hasPlan ? phone.subscription : null };
      const { last5Minutes } = given;
      const decision = decideReply(
        textOf(kind, { isFromMachine }),
        {
          ...stranger,
          isOptedOut: given.isOptedOut,
          phone: given.isKnown ? known : null,
          asked: { last5Minutes, lastHour: 0, lastDay: 0 },
        },
        rules,
      );
      const isEligible = given.isKnown && given.isVerified && given.hasPlan && !given.isOptedOut && !isFromMachine;
      expect(decision.reply === 'answer').toBe(kind === 'question' && isEligible && last5Minutes < 15);
      expect(decision.isAccepted).toBe(decision.reply === 'answer');
      if (given.isOptedOut && decision.reply !== null) expect(['start', 'start_no_plan']).toContain(decision.reply);
      if (decision.reply !== null) expect(isFromMachine).toBe(false);
    }),
  );
});
