import { protocolMutants } from './protocol-mutants.ts';

/** A weakened variant of the protocol, in the real code: one place changed, and the test that must fail for it. */
export type Mutant = {
  readonly variant: string;
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  readonly caughtBy: { readonly file: string; readonly test: string };
};

const openSend = 'server/texting/store/protocol/open-send.ts';
const outcomes = 'server/texting/store/protocol/outcomes.ts';
const exactlyOnce = 'server/texting/outbound/exactly-once.test.ts';

/**
 * Each weakened variant of the protocol (docs/reference/texting-protocol.md#model-check), made in the real code, and for
 * its functions some more. A design that is proven says nothing of code that departs from it: each of these departures
 * must make a test fail.
 */
const caughtByTests: readonly Mutant[] = [
  {
    variant: 'no_missed_text_check',
    file: 'server/texting/texting.ts',
    find: "repeat('missed_texts_check', timing.reconcileEveryMs, receiveMissed),",
    replace: '',
    caughtBy: {
      file: 'server/texting/recovery/reconcile-sends.test.ts',
      test: 'texts whose webhook never came are found and answered',
    },
  },
  {
    variant: 'acknowledged_before_commit',
    file: 'server/texting/inbound/inbound-webhook.route.ts',
    find: 'await receiveText(',
    replace: 'void receiveText(',
    caughtBy: {
      file: 'server/texting/inbound/inbound-webhook.route.test.ts',
      test: 'with the queue switched off nothing is acknowledged while the database is unavailable, and nothing is lost',
    },
  },
  {
    variant: 'row_not_moved_with_intent',
    file: openSend,
    find: "text: { ...text, state: 'sending', attempts },",
    replace: 'text: { ...text, attempts },',
    caughtBy: {
      file: exactlyOnce,
      test: 'a text goes back to the queue when its send is absent, and ends after the third',
    },
  },
  {
    variant: 'done_before_post',
    file: openSend,
    find: "text: { ...text, state: 'sending', attempts },",
    replace: "text: { ...text, state: 'done', outcome: 'answered', closedAt: now, attempts },",
    caughtBy: {
      file: exactlyOnce,
      test: 'a text goes back to the queue when its send is absent, and ends after the third',
    },
  },
  {
    variant: 'no_fence',
    file: openSend,
    find: 'fence === holder.fence && leaseOwner === holder.owner',
    replace: 'fence >= holder.fence',
    caughtBy: {
      file: exactlyOnce,
      test: 'of two processes that held the text one after the other, only the second may send',
    },
  },
  {
    variant: 'new_attempt_after_timeout',
    file: 'server/providers/twilio/carrier.ts',
    find: "if (effect === 'unknown') return { kind: 'unknown', why: String(status ?? code) };",
    replace: "if (effect === 'unknown') return { kind: 'not_sent', why: String(status ?? code), retryAfterMs: 250 };",
    caughtBy: { file: 'server/providers/twilio/carrier.test.ts', test: 'what a send came to: silence' },
  },
  {
    variant: 'new_attempt_after_timeout',
    file: outcomes,
    find: "state: 'unknown', unknownAt: now, nextCheckAt: now + checkMs",
    replace: "state: 'absent', unknownAt: now, nextCheckAt: null",
    caughtBy: {
      file: exactlyOnce,
      test: 'a text goes back to the queue when its send is absent, and ends after the third',
    },
  },
  {
    variant: 'absent_without_settling',
    file: 'server/texting/recovery/match-send.ts',
    find: "unknownForMs >= quietPeriodMs ? 'not_created' : 'not_yet'",
    replace: "unknownForMs >= quietPeriodMs || unknownForMs >= 0 ? 'not_created' : 'not_yet'",
    caughtBy: {
      file: 'server/texting/recovery/match-send.test.ts',
      test: 'absence proves something only after the settling time',
    },
  },
  {
    variant: 'no_post_guard',
    file: 'server/providers/twilio/carrier-http.ts',
    find: 'return performance.now() <= beforeMs;',
    replace: 'return performance.now() <= beforeMs + Infinity;',
    caughtBy: {
      file: 'server/providers/twilio/carrier.test.ts',
      test: 'an intent that has grown too old is not sent: others may have taken the text over',
    },
  },
  {
    variant: 'counted_outside_flip',
    file: outcomes,
    find: "send.purpose === 'answer' && !text.isCounted",
    replace: "send.purpose === 'answer'",
    caughtBy: {
      file: exactlyOnce,
      test: 'a send that was taken for absent and turns up after all is told as a duplicate, and counts no second answer',
    },
  },
  {
    variant: 'counted_outside_flip',
    file: outcomes,
    find: "send.state === 'accepted' || send.state === 'rejected') return { result: { isNew",
    replace: "send.state === 'rejected') return { result: { isNew",
    caughtBy: { file: exactlyOnce, test: 'an answer is counted once, however many tell of it' },
  },
  {
    variant: 'resent_after_giving_up',
    file: outcomes,
    find: "...(ends ? { text: closed(text, 'failed', now) } : {}),",
    replace: '...(ends ? { text: requeued(text) } : {}),',
    caughtBy: {
      file: 'server/texting/recovery/unresolved.test.ts',
      test: 'an answer whose unknown send outlives its deadline is never sent again, and its phone is free',
    },
  },
  {
    variant: 'unknown_sends_without_end',
    file: 'server/texting/recovery/reconcile-sends.ts',
    find: 'if (!send.isOverdue) return;',
    replace: 'if (!send.isOverdue || send.isOverdue) return;',
    caughtBy: {
      file: 'server/texting/recovery/unresolved.test.ts',
      test: 'an answer whose unknown send outlives its deadline is never sent again, and its phone is free',
    },
  },
  {
    variant: 'crisis_taken_for_answer',
    file: 'server/texting/recovery/match-send.ts',
    find: 'if (text.body !== null && isCrisisReply(text.body) !== isCrisis) return false;',
    replace: '',
    caughtBy: {
      file: 'server/texting/recovery/match-send.test.ts',
      test: 'a crisis reply is known by its words, and is not taken for an answer',
    },
  },
  {
    variant: 'not_sent_after_outcome',
    file: outcomes,
    find: "if (send.state !== 'intent') return { result: undefined };\n  const waiting",
    replace: 'const waiting',
    caughtBy: {
      file: 'server/texting/store/protocol/rules.test.ts',
      test: 'a settled send changes no more: absent',
    },
  },
  {
    variant: 'rejected_after_outcome',
    file: outcomes,
    find: "if (!isOpen(send) && send.state !== 'unresolved') return { result: undefined };",
    replace: '',
    caughtBy: {
      file: 'server/texting/store/protocol/rules.test.ts',
      test: 'a settled send changes no more: accepted',
    },
  },
];

const caughtByModel = {
  as_designed: 'as designed, no reachable state has two answers and each can still reach exactly one',
  late_creation: 'however late the carrier creates a text, the figures say what happened',
};

export const mutants: readonly Mutant[] = [
  ...caughtByTests,
  ...protocolMutants.map(({ world, ...mutant }) => ({
    ...mutant,
    caughtBy: { file: 'server/texting/protocol-model.test.ts', test: caughtByModel[world] },
  })),
];
