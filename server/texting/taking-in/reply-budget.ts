import type { FixedReply } from '../replies.ts';
import type { FairUse } from './fair-use.ts';

/** Replies of any kind that went to one phone within the windows that end now, answers among them. */
export type Replied = { readonly lastHour: number; readonly lastDay: number };

/**
 * Why a fixed reply is not sent although the text asks for it. `phone`: this phone got too many replies.
 * `unpaid`: people without a plan, all together, did.
 */
export type Withheld = 'phone' | 'unpaid';

/** Beside its questions, a subscriber's phone gets so many fixed replies; another phone gets so many in all. */
const besideAnswers = { perHour: 20, perDay: 60 };
const withoutPlan = { perHour: 6, perDay: 15 };

/**
 * Keeps replies within their budgets, so that no script can make us text for money (security T27). Numbers for a person
 * in danger always go out; answers have fair use.
 * @param mayAsk whether the phone is a subscriber's
 * @param unpaidLastHour replies of the last hour to people without a plan, all together
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
