import { hourMs } from '#server/platform/durations.ts';

import type { ReplyDecision, SenderState } from '../rules/decide-reply.ts';

/** What counts toward the hourly limits that all people without a plan share. */
type Replies = { readonly promos: number; readonly unpaid: number };

const none: Replies = { promos: 0, unpaid: 0 };
const sum = (one: Replies, other: Replies): Replies => ({
  promos: one.promos + other.promos,
  unpaid: one.unpaid + other.unpaid,
});
const difference = (one: Replies, other: Replies): Replies => ({
  promos: one.promos - other.promos,
  unpaid: one.unpaid - other.unpaid,
});

/**
 * Counts the replies that a transaction cannot see in the database yet: its own, and those of concurrent transactions of
 * this process. Without them, replies in flight would exceed the hourly limits that all people without a plan share. A
 * reply that was committed just before the read counts twice, so at a limit one reply too many may be withheld, but never
 * one too many sent.
 */
export class SharedReplies {
  /** All replies decided so far, without those of failed transactions. */
  #decided = none;
  /** Replies of finished transactions; a transaction that begins now reads them from the database. */
  #over = none;

  /** Call it before the transaction reads anything. */
  begin(): RepliesOfTransaction {
    const read = this.#over;
    let own = none;
    return {
      addTo: (state) => withReplies(state, difference(this.#decided, read)),
      note: (decision, now) => {
        const counted = countedIn(decision, now);
        own = sum(own, counted);
        this.#decided = sum(this.#decided, counted);
      },
      end: (isWritten) => {
        if (isWritten) this.#over = sum(this.#over, own);
        else this.#decided = difference(this.#decided, own);
        own = none;
      },
    };
  }
}

type RepliesOfTransaction = {
  /** The state that the next text is decided on: with the replies that the database did not show. */
  readonly addTo: (state: SenderState) => SenderState;
  /** Notes what was decided at `now`. */
  readonly note: (decision: ReplyDecision, now: Date) => void;
  /** Call it once, when the transaction is over. @param isWritten whether its replies are, or may be, in the database */
  readonly end: (isWritten: boolean) => void;
};

function withReplies(state: SenderState, { promos, unpaid }: Replies): SenderState {
  if (promos + unpaid === 0) return state;
  const promosLastHour = state.phone === null ? state.promosLastHour + promos : state.promosLastHour;
  return { ...state, promosLastHour, unpaidLastHour: state.unpaidLastHour + unpaid };
}

function countedIn({ stranger, isUnpaid, receivedAt }: ReplyDecision, now: Date): Replies {
  const isOfThisHour = now.getTime() - receivedAt.getTime() < hourMs;
  return { promos: stranger === 'promo' ? 1 : 0, unpaid: isUnpaid && isOfThisHour ? 1 : 0 };
}
