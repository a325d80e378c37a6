import { expect, test } from 'vitest';

import { ago, rules, subscriber, textOf } from '../testing/sender-states.ts';
import { decideReply, type ReplyDecision, type SenderState, type Understood } from './decide-reply.ts';
import { usedUpWindow } from './fair-use.ts';
import type { TextKind } from './keywords/classify.ts';

const decided = (kind: TextKind, sender: SenderState, details: Partial<Understood> = {}): ReplyDecision =>
  decideReply(textOf(kind, details), sender, rules);

const limits = [
  [{ last5Minutes: 15, lastHour: 15, lastDay: 15 }, 'too_fast_5m', 'too_fast'],
  [{ last5Minutes: 0, lastHour: 60, lastDay: 60 }, 'too_fast_1h', 'hourly_limit'],
  [{ last5Minutes: 0, lastHour: 0, lastDay: 300 }, 'too_fast_1d', 'daily_limit'],
] as const;

test.each(limits)('a phone over its limit %o is asked for no place and invited to nothing', (asked, notice, reply) => {
  const due = { ...subscriber, asked };
  const told = { ...due, notices: { [notice]: ago(1) } };
  for (const kind of ['empty', 'small_talk', 'yes'] as const) expect(decided(kind, due).reply, kind).toBeNull();
  for (const [kind, details] of [
    ['question', { needsPlace: true }],
    ['question', { isAboutUs: true }],
    ['media', {}],
    ['more', {}],
  ] as const) {
    expect(decided(kind, due, details), kind).toMatchObject({ reply, notice, isAccepted: false });
    expect(decided(kind, told, details), kind).toMatchObject({ reply: null, notice: null });
  }
  const repeats = { isUnderWay: false, answersLastMinute: 2, isMuted: false };
  expect(decided('question', { ...due, repeats }).reply).toBe(reply);
});

test('a phone over several limits is told the one that ends last', () => {
  const over = { last5Minutes: 15, lastHour: 60, lastDay: 300 };
  expect(usedUpWindow(over, rules.fairUse)).toBe('too_fast_1d');
  expect(usedUpWindow({ ...over, lastDay: 299 }, rules.fairUse)).toBe('too_fast_1h');
});

test('over its limit a phone may still tell the place that we asked for, and is not told to ask again', () => {
  const home = { city: 'Chicago', region: 'IL', zip: '60614' };
  const sender = { ...subscriber, asked: limits[1][0], notices: { home_ask: ago(1) } };
  expect(decided('question', sender, { bare: home })).toMatchObject({ reply: 'home', home });
});
