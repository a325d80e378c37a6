import type { TextKind } from './keywords/classify.ts';
import { type Notice, type NoticesSent, unlessQuiet } from './notices.ts';
import type { FixedReply } from './replies.ts';

type State = { readonly now: Date; readonly notices: NoticesSent };

const afterCrisisMs = 10 * 60_000;

/** Whether this phone got the numbers for an emergency within the last ten minutes: then nothing is advertised to it. */
export function isAfterCrisis({ now, notices: { crisis } }: State): boolean {
  return crisis !== undefined && now.getTime() - crisis.getTime() < afterCrisisMs;
}

/**
 * What replaces a notice to a person in danger: to a question ("what do i do") the numbers again, otherwise silence. Its own
 * notice, so that it begins no new ten minutes: a machine that keeps texting would get the numbers for ever.
 */
export function insteadOfNotice(
  { kind, mayOptOut }: { readonly kind: TextKind; readonly mayOptOut: boolean },
  state: State,
): { readonly reply?: FixedReply; readonly notice?: Notice } {
  const isDue = kind === 'question' && !mayOptOut && unlessQuiet('crisis', 'crisis', state).reply !== undefined;
  return isDue ? unlessQuiet('crisis_again', 'crisis', state) : {};
}
