import { expect, test } from 'vitest';

import { ago, phone, rules, stranger, subscriber, textOf } from '../testing/sender-states.ts';
import { decideReply, type ReplyDecision, type SenderState, type Understood } from './decide-reply.ts';
import type { TextKind } from './keywords/classify.ts';

const decided = (kind: TextKind, sender: SenderState, details: Partial<Understood> = {}): ReplyDecision =>
  decideReply(textOf(kind, details), sender, rules);
const told = (sender: SenderState, minutes: number): SenderState => ({ ...sender, notices: { crisis: ago(minutes) } });

const unverified = { ...subscriber, phone: { ...phone, isVerified: false } };
const lapsed = { ...subscriber, phone: { ...phone, subscription: null } };
const others = [
  [stranger, 'promo'],
  [unverified, 'unverified'],
  [lapsed, 'inactive'],
] as const;
const smallTalk = ['yes', 'empty', 'small_talk'] as const;

test('for ten minutes after the numbers a person in danger gets no hint, no promo and no notice about a plan', () => {
  for (const kind of smallTalk) {
    expect(decided(kind, told(subscriber, 9.9)), kind).toMatchObject({ reply: null, notice: null });
    expect(decided(kind, told(subscriber, 10)).reply, kind).not.toBeNull();
  }
  for (const [sender, usual] of others) {
    for (const kind of [...smallTalk, 'media', 'more', 'home'] as const) {
      const stays = sender === stranger ? 'noted' : null;
      expect(decided(kind, told(sender, 9.9)), kind).toMatchObject({ reply: null, notice: null, stranger: stays });
    }
    expect(decided('small_talk', told(sender, 10)).reply).toBe(usual);
  }
});

test('a question that may not be answered then gets the numbers again, at most once in two minutes', () => {
  for (const [sender] of others) {
    expect(decided('question', told(sender, 1.9)).reply).toBeNull();
    expect(decided('question', told(sender, 2))).toMatchObject({
      reply: 'crisis',
      notice: 'crisis_again',
      isAccepted: false,
    });
    expect(decided('question', told(sender, 2), { mayOptOut: true }).reply).toBeNull();
  }
  const spent = { ...subscriber, asked: { last5Minutes: 15, lastHour: 60, lastDay: 60 } };
  expect(decided('question', told(spent, 1.9)).reply).toBeNull();
  expect(decided('question', told(spent, 2)).reply).toBe('crisis');
});

test('the numbers are repeated within ten minutes of the danger, not of their last repetition', () => {
  for (const [sender, usual] of others) {
    const again = (danger: number, repeated: number): SenderState => ({
      ...sender,
      notices: { crisis: ago(danger), crisis_again: ago(repeated) },
    });
    expect(decided('question', again(9.9, 1.9))).toMatchObject({ reply: null, notice: null });
    expect(decided('question', again(9.9, 2)).reply).toBe('crisis');
    expect(decided('question', again(10, 2)).reply).toBe(usual);
    // New danger is answered right away, and begins ten new minutes.
    expect(decided('crisis', again(9.9, 0.1))).toMatchObject({ reply: 'crisis', notice: 'crisis' });
  }
});

test('a subscriber who was told the numbers is answered by the model, also about who we are', () => {
  expect(decided('question', told(subscriber, 1)).reply).toBe('answer');
  expect(decided('question', told(subscriber, 1), { isAboutUs: true }).reply).toBe('answer');
  expect(decided('help', told(subscriber, 1)).reply).toBe('help');
  const pending = { ...subscriber, phone: { ...phone, awaitsYes: true } };
  expect(decided('yes', told(pending, 1)).reply).toBe('opted_in');
});
