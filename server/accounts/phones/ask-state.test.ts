import { expect, test } from 'vitest';

import { stripeStatuses } from '#contract/subscription.ts';
import { decideReply } from '#server/texting/rules/decide-reply.ts';
import { now, rules, stranger, textOf } from '#server/texting/testing/sender-states.ts';

import { askStateOf } from './ask-state.ts';

const at = (ms: number): Date => new Date(now.getTime() + ms);
const flags = [true, false] as const;
const subscriptions = [
  null,
  ...stripeStatuses.flatMap((status) => [-1, 0, 1].map((ms) => ({ status, answersUntil: at(ms) }))),
];

test('the dashboard says that a phone can ask exactly when its next question would be answered', () => {
  let answered = 0;
  for (const isOptedOut of flags) {
    for (const awaitsYes of flags) {
      for (const isVerified of flags) {
        for (const subscription of subscriptions) {
          const sender = { userId: 'user', isVerified, subscription };
          const phone = { ...sender, id: 'phone', awaitsYes };
          const { reply } = decideReply(textOf('question'), { ...stranger, isOptedOut, phone }, rules);
          const state = askStateOf({ sender, isOptedOut, awaitsYes }, now);
          const canAsk = state === 'ready' || state === 'reply_yes' || state === 'payment_failed';
          expect({ isOptedOut, sender, state, canAsk }).toMatchObject({ canAsk: reply === 'answer' });
          if (canAsk) answered += 1;
        }
      }
    }
  }
  // Three statuses with time left, with and without a YES.
  expect(answered).toBe(6);
});

test('an account without a phone has to add one', () => {
  expect(askStateOf({ sender: null, isOptedOut: false, awaitsYes: false }, now)).toBe('no_phone');
});
