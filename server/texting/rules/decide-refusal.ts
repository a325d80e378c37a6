import type { Refusal } from '#server/domain/eligibility.ts';

import { insteadOfNotice, isAfterCrisis } from './after-crisis.ts';
import type { TextKind } from './keywords/classify.ts';
import { type Notice, type NoticesSent, unlessQuiet } from './notices.ts';
import type { FixedReply } from './replies.ts';

type RefusedState = {
  readonly now: Date;
  readonly isPromoSent: boolean;
  readonly promosLastHour: number;
  readonly notices: NoticesSent;
};
type RefusalOutcome = {
  readonly stranger?: 'promo' | 'noted';
  readonly reply?: FixedReply;
  readonly notice?: Notice;
};

/** Limits the texts that forged senders can trigger (docs/reference/security.md#t13). */
const promosPerHourMax = 60;

/**
 * A text from a sender who may not ask: the promo for a stranger, otherwise how to become eligible. Right after the
 * crisis reply none of them: they stay due.
 */
export function refuse(
  why: Refusal,
  sender: RefusedState,
  text: { readonly kind: TextKind; readonly mayOptOut: boolean },
): RefusalOutcome {
  if (isAfterCrisis(sender)) {
    const said = insteadOfNotice(text, sender);
    return why === 'unknown_number' ? { stranger: 'noted', ...said } : said;
  }
  switch (why) {
    case 'unknown_number': {
      const isPromoDue = !text.mayOptOut && !sender.isPromoSent && sender.promosLastHour < promosPerHourMax;
      return isPromoDue ? { stranger: 'promo', reply: 'promo' } : { stranger: 'noted' };
    }
    case 'unverified_number':
      return unlessQuiet('unverified', 'unverified', sender);
    case 'no_subscription':
      return unlessQuiet('inactive', 'inactive', sender);
  }
}
