import { judgeSender, type Sender } from '#server/domain/eligibility.ts';

import type { TextKind } from './keywords/classify.ts';

/** What a text may mean besides its kind, without knowing its sender. */
export type Ambiguous = {
  readonly kind: TextKind;
  /** Never answered: our own numbers, short codes, alphanumeric senders (docs/reference/security.md#t13). */
  readonly isFromMachine: boolean;
  /** A question that refers to the one before it ("and tomorrow?"): the same words may ask for something else next time. */
  readonly isFollowUp: boolean;
  /** An opt-out that from a subscriber, right after an answer, is a correction of it ("wrong number"). */
  readonly mayBeCorrection: boolean;
  /** From a number that opted out it is an opt-in ("Start - Betty"); from others it is a question. */
  readonly mayOptIn: boolean;
  /** From a phone with a pending opt-in it is a YES ("sure", "yes this is Betty"). */
  readonly mayBeYes: boolean;
  /** "More info", which asks for HELP where there is no answer that MORE may add to. */
  readonly mayWantHelp: boolean;
};

/** What decides between the meanings. */
type MeaningState = {
  readonly now: Date;
  readonly isOptedOut: boolean;
  readonly phone: (Sender & { readonly awaitsYes: boolean }) | null;
  readonly lastAskedAt: Date | null;
  readonly mayTellMore: boolean;
  readonly hasMemory: boolean;
};

/** How long after a question, or MORE, "wrong number" corrects its answer. */
const correctionMs = 5 * 60_000;

/** Whether this sender asked something that recently: a question, or MORE. */
export function wasAskedWithin(ms: number, { now, lastAskedAt }: Pick<MeaningState, 'now' | 'lastAskedAt'>): boolean {
  return lastAskedAt !== null && now.getTime() - lastAskedAt.getTime() < ms;
}

/** A text as this sender means it: what its words leave open, the sender's state decides. Pure. */
export function asMeant<Text extends Ambiguous>(text: Text, sender: MeaningState): Text {
  if (text.mayOptIn && sender.isOptedOut) return { ...text, kind: 'start' };
  if (text.isFromMachine || sender.isOptedOut) return text;
  if (text.mayBeYes && sender.phone?.isVerified === true && sender.phone.awaitsYes) return { ...text, kind: 'yes' };
  const { may } = judgeSender(sender.phone, sender.now);
  if (text.mayWantHelp && !(may && sender.mayTellMore && sender.hasMemory)) return { ...text, kind: 'help' };
  // An answer to our answer is no opt-out (docs/reference/decisions.md#who-is-answered).
  if (text.mayBeCorrection && may && wasAskedWithin(correctionMs, sender))
    return { ...text, kind: 'question', isFollowUp: true };
  return text;
}
