import type { Refusal } from '#server/domain/eligibility.ts';

import { insteadOfNotice, isAfterCrisis } from './after-crisis.ts';
import type { TextKind } from './keywords/classify.ts';
import { atMostOnce, type Notice } from './notices.ts';
import type { FixedReply } from './replies.ts';

type RefusedState = {
  readonly now: Date;
  readonly isPromoSent: boolean;
  readonly promosLastHour: number;
  readonly notices: Readonly<Partial<Record<Notice, Date>>>;
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
  text: { readonly kind: TextKind; readonly mayOptOut?: boolean },
): RefusalOutcome {
  if (isAfterCrisis(sender)) {
    const said = insteadOfNotice(text, sender);
    return why === 'unknown_number' ? { stranger: 'noted', ...said } : said;
  }
  switch (why) {
    case 'unknown_number': {
      const isPromoDue = text.mayOptOut !== true && !sender.isPromoSent && sender.promosLastHour < promosPerHourMax;
      return isPromoDue ? { stranger: 'promo', reply: 'promo' } : { stranger: 'noted' };
    }
    case 'unverified_number':
      return atMostOnce('unverified', 'unverified', sender);
    case 'no_subscription':
      return atMostOnce('inactive', 'inactive', sender);
  }
}
