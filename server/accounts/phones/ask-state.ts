import type { AskState } from '#contract/ask-status.ts';
import { judgeSender, type Sender } from '#server/domain/eligibility.ts';

/** What decides whether an account's phone can ask. */
export type PhoneStatusFacts = {
  /** The phone with its plan; null for an account without a phone. */
  readonly sender: Sender | null;
  readonly isOptedOut: boolean;
  /** Our text that asks for a YES was sent and has no reply yet. */
  readonly awaitsYes: boolean;
};

/**
 * The state of an account's phone at `now`: whether its questions are answered, by the same rule as for texts, and
 * otherwise the first problem that its owner should fix. An opt-out comes first, as it does for a text: nothing, not
 * even a code, may be sent to the phone.
 */
export function askStateOf({ sender, isOptedOut, awaitsYes }: PhoneStatusFacts, now: Date): AskState {
  if (isOptedOut) return 'opted_out';
  const eligibility = judgeSender(sender, now);
  if (!eligibility.may) {
    switch (eligibility.why) {
      case 'unknown_number':
        return 'no_phone';
      case 'unverified_number':
        return 'unverified';
      case 'no_subscription':
        return sender?.subscription ? 'ended' : 'no_plan';
    }
  }
  if (sender?.subscription?.status === 'past_due') return 'payment_failed';
  return awaitsYes ? 'reply_yes' : 'ready';
}
