import { expect, test } from 'vitest';

import { ago, rules, subscriber, textOf } from '../testing/sender-states.ts';
import { decideReply, type ReplyDecision, type SenderState, type Understood } from './decide-reply.ts';

const boston = { city: 'Boston', region: 'MA', zip: '02118' };
const decided = (sender: Partial<SenderState>, details: Partial<Understood>, by = rules): ReplyDecision =>
  decideReply(textOf('question', details), { ...subscriber, ...sender }, by);
const zip = { bare: boston, isFollowUp: true };
const wasAsked = { notices: { home_ask: ago(2) } };

test('a place within ten minutes of our question for it is the home place', () => {
  for (const lastAskedAt of [null, ago(3)])
    expect(decided({ ...wasAsked, lastAskedAt }, zip)).toMatchObject({ reply: 'home_told', home: boston });
  expect(decided({ notices: { home_ask: ago(11) } }, zip)).toMatchObject({ reply: 'answer', home: null });
});

test('a ZIP code after another question completes that question, and is no home place', () => {
  expect(decided({ ...wasAsked, lastAskedAt: ago(1) }, zip)).toMatchObject({ reply: 'answer', home: null });
});

test('a ZIP code is the reply to our question whatever came since, where no question is remembered', () => {
  const sender = { ...wasAsked, lastAskedAt: ago(1) };
  expect(decided({ ...sender, hasMemory: false }, zip)).toMatchObject({ reply: 'home_told', home: boston });
  for (const [memorySeconds, home] of [
    [0, boston],
    [59, boston],
    [61, null],
  ] as const)
    expect(decided(sender, zip, { ...rules, memorySeconds }).home).toEqual(home);
});
