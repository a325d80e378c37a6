import type { ReplyDecision, SenderState } from '../rules/decide-reply.ts';

const hourMs = 60 * 60_000;

/**
 * The replies that one transaction has decided on and not yet written, as far as the decisions about other senders
 * depend on them: the hourly limits that all people without a plan share.
 */
export class SharedReplies {
  #promos = 0;
  #unpaid = 0;

  /** The state that the next text is decided on: with the replies to the texts before it. */
  addTo(state: SenderState): SenderState {
    if (this.#promos + this.#unpaid === 0) return state;
    const promosLastHour = state.phone === null ? state.promosLastHour + this.#promos : state.promosLastHour;
    return { ...state, promosLastHour, unpaidLastHour: state.unpaidLastHour + this.#unpaid };
  }

  /** Notes what was decided at `now`. */
  note({ stranger, isUnpaid, receivedAt }: ReplyDecision, now: Date): void {
    if (stranger === 'promo') this.#promos += 1;
    if (isUnpaid && now.getTime() - receivedAt.getTime() < hourMs) this.#unpaid += 1;
  }
}
