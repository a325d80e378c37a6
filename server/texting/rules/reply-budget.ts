import type { FairUse } from './fair-use.ts';
import type { FixedReply } from './replies.ts';

/** Replies of any kind, including answers, to one phone within each window ending now. */
export type Replied = { readonly lastHour: number; readonly lastDay: number };

/**
 * Why a due fixed reply is not sent. `phone`: this phone got too many replies. `unpaid`: all people without a plan
 * together did.
 */
export type Withheld = 'phone' | 'unpaid';

/** Fixed replies to a subscriber's phone in addition to its answers, and replies of any kind to another phone. */
const besideAnswers = { perHour: 20, perDay: 60 };
const withoutPlan = { perHour: 6, perDay: 15 };

/**
 * Keeps replies within their budgets, so that a script cannot run up our costs (docs/reference/security.md#t27). Crisis
 * replies are always sent; answers are limited by fair use.
 * @param mayAsk whether the phone belongs to a subscriber
 * @param unpaidLastHour replies in the last hour to all people without a plan
 */
export function whyWithheld(
  reply: FixedReply | 'answer',
  { mayAsk, replied, unpaidLastHour }: { mayAsk: boolean; replied: Replied; unpaidLastHour: number },
  { fairUse, unpaidRepliesPerHour }: { fairUse: FairUse; unpaidRepliesPerHour: number },
): Withheld | null {
  if (reply === 'answer' || reply === 'crisis') return null;
  const perHour = mayAsk ? fairUse.perHour + besideAnswers.perHour : withoutPlan.perHour;
  const perDay = mayAsk ? fairUse.perDay + besideAnswers.perDay : withoutPlan.perDay;
  if (replied.lastHour >= perHour || replied.lastDay >= perDay) return 'phone';
  return !mayAsk && unpaidLastHour >= unpaidRepliesPerHour ? 'unpaid' : null;
}
