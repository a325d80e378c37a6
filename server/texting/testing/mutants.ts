import type { Variant } from './protocol-model.ts';

/** A weakened variant of the protocol, in the real code: one place changed, and the test that must fail for it. */
export type Mutant = {
  readonly variant: Exclude<Variant, 'as_designed' | 'no_callbacks'>;
  readonly file: string;
  /** Stands in the file exactly once. */
  readonly find: string;
  readonly replace: string;
  readonly caughtBy: { readonly file: string; readonly test: string };
};

const exactlyOnce = 'server/texting/sending/exactly-once.test.ts';

/**
 * Each weakened variant that the model check refutes (answer protocol 2.13), made in the real code. A design that is
 * proven says nothing of code that departs from it: each of these departures must make a test fail.
 */
export const mutants: readonly Mutant[] = [
  {
    variant: 'no_sweep',
    file: 'server/texting/texting.flow.ts',
    find: "repeat('sweep', timing.reconcileEveryMs, sweep),",
    replace: '',
    caughtBy: {
      file: 'server/texting/doubts/doubts.test.ts',
      test: 'texts whose webhook never came are found and answered',
    },
  },
  {
    variant: 'acknowledged_before_commit',
    file: 'server/texting/taking-in/inbound.route.ts',
    find: 'await intake(',
    replace: 'void intake(',
    caughtBy: {
      file: 'server/texting/taking-in/inbound.route.test.ts',
      test: 'with the queue switched off nothing is acknowledged while the database is away, and nothing is lost',
    },
  },
  {
    variant: 'row_not_moved_with_intent',
    file: 'server/texting/sending/sending.repo.ts',
    find: "update inbound_texts i set state = 'sending', attempts",
    replace: 'update inbound_texts i set attempts',
    caughtBy: {
      file: exactlyOnce,
      test: 'a text goes back to the queue when its send is absent, and ends after the third',
    },
  },
  {
    variant: 'done_before_post',
    file: 'server/texting/sending/sending.repo.ts',
    find: "update inbound_texts i set state = 'sending', attempts",
    replace: "update inbound_texts i set state = 'done', outcome = 'answered', closed_at = now(), attempts",
    caughtBy: {
      file: exactlyOnce,
      test: 'a text goes back to the queue when its send is absent, and ends after the third',
    },
  },
  {
    variant: 'no_fence',
    file: 'server/texting/sending/sending.repo.ts',
    find: 'and fence = $2 and lease_owner = $3 for update',
    replace: 'and $2::int is not null and $3::text is not null for update',
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
    file: 'server/texting/sending/bind.repo.ts',
    find: "set state = 'unknown', unknown_at = now(), next_check_at = now() + $2 * interval '1 ms'",
    replace: "set state = 'absent', unknown_at = now(), next_check_at = now() + $2 * interval '1 ms'",
    caughtBy: {
      file: exactlyOnce,
      test: 'a text goes back to the queue when its send is absent, and ends after the third',
    },
  },
  {
    variant: 'absent_without_settling',
    file: 'server/texting/doubts/match-send.ts',
    find: "settledMs >= settleMs ? 'absent' : 'not_yet'",
    replace: "settledMs >= settleMs || settledMs >= 0 ? 'absent' : 'not_yet'",
    caughtBy: {
      file: 'server/texting/doubts/match-send.test.ts',
      test: 'absence proves something only after the settling time',
    },
  },
  {
    variant: 'no_post_guard',
    file: 'server/providers/twilio/http-client.ts',
    find: 'if (performance.now() > beforeMs) {',
    replace: 'if (performance.now() > beforeMs + Infinity) {',
    caughtBy: {
      file: 'server/providers/twilio/carrier.test.ts',
      test: 'an intent that has grown too old is not sent: others may have taken the text over',
    },
  },
  {
    variant: 'counted_outside_flip',
    file: 'server/texting/sending/bind.repo.ts',
    find: "sent.purpose = 'answer' and not prior.counted as answers",
    replace: "sent.purpose = 'answer' as answers",
    caughtBy: {
      file: exactlyOnce,
      test: 'a send that was taken for absent and turns up after all is told as a duplicate, and counts no second answer',
    },
  },
  {
    variant: 'counted_outside_flip',
    file: 'server/texting/sending/bind.repo.ts',
    find: "where id = $1 and state in ('intent', 'unknown', 'absent', 'unresolved') for update",
    replace: "where id = $1 and state in ('intent', 'unknown', 'absent', 'unresolved', 'accepted') for update",
    caughtBy: { file: exactlyOnce, test: 'an answer is counted once, however many tell of it' },
  },
  {
    variant: 'resent_after_giving_up',
    file: 'server/texting/doubts/reconcile.repo.ts',
    find: "set state = 'done', outcome = 'failed', closed_at = now(), lease_owner = null, lease_until = null,",
    replace: "set state = 'received', lease_owner = null, lease_until = null,",
    caughtBy: {
      file: 'server/texting/doubts/unresolved.test.ts',
      test: 'an answer whose doubt outlives its deadline is never sent again, and its phone is free',
    },
  },
  {
    variant: 'doubts_without_end',
    file: 'server/texting/doubts/reconcile.flow.ts',
    find: 'if (!doubt.isOverdue) return;',
    replace: 'if (!doubt.isOverdue || doubt.isOverdue) return;',
    caughtBy: {
      file: 'server/texting/doubts/unresolved.test.ts',
      test: 'an answer whose doubt outlives its deadline is never sent again, and its phone is free',
    },
  },
  {
    variant: 'crisis_taken_for_answer',
    file: 'server/texting/doubts/match-send.ts',
    find: 'if (text.body !== null && text.body.is(replies.crisis) !== isCrisis) return false;',
    replace: '',
    caughtBy: {
      file: 'server/texting/doubts/match-send.test.ts',
      test: 'a crisis reply is known by its words, and is not taken for an answer',
    },
  },
];
