import type { Language } from '#contract/language.ts';
import { judgeSender, type Sender } from '#server/domain/eligibility.ts';
import type { Place } from '#server/places/places.ts';

import { insteadOfNotice, isAfterCrisis } from './after-crisis.ts';
import { type Ambiguous, asMeant, wasAskedWithin } from './as-meant.ts';
import { optIn, optOut } from './decide-consent.ts';
import { changeHome, homeBefore, type KnownHome } from './decide-home.ts';
import { refuse } from './decide-refusal.ts';
import { type Asked, type FairUse, fairUseNotices, pace, usedUpWindow } from './fair-use.ts';
import type { TextKind } from './keywords/classify.ts';
import type { HomeCommand } from './keywords/home.ts';
import { type Notice, type NoticesSent, unlessQuiet } from './notices.ts';
import type { FixedReply } from './replies.ts';
import { type Replied, whyWithheld, type Withheld } from './reply-budget.ts';

/** What a text says, without knowing its sender. */
export type Understood = Ambiguous & {
  /** The language that it is written in; null when that is not sure. */
  readonly language: Language | null;
  /**
   * Whether the carrier replied to this keyword itself, so that we must not reply too
   * (docs/reference/sms-rules.md#who-answers-keywords). `sent`: it says so (`OptOutType`); `presumed`: it does so by
   * default for this word.
   */
  readonly carrierReply: 'sent' | 'presumed' | null;
  /** When it was sent, for a missed text found later; null for one that just arrived. */
  readonly sentAt: Date | null;
  /** Whether its code (keywords/join-code.ts) verified its phone, which only the receipt can tell (receive-text.ts). */
  readonly provesPhone?: boolean;
  /** It may be an opt-out that we do not understand: it begins with STOP, or has words of one. */
  readonly mayOptOut: boolean;
  /** What a text of the kind `home` says. */
  readonly home: HomeCommand | null;
  /** The place, of a text that says nothing else: the reply to our question for the home place. */
  readonly bare: Place | null;
  /** A question that needs a place and names none ("weather"). */
  readonly needsPlace: boolean;
  /** A question about this service ("what can you do"). */
  readonly isAboutUs: boolean;
};

/** What the database knows about the sender, read under the sender's lock. */
export type SenderState = {
  readonly now: Date;
  readonly isOptedOut: boolean;
  /** When the number last opted out or in; null for never. Unknown while the database is unavailable. */
  readonly consentChangedAt?: Date | null;
  /** The carrier did not see the opt-out, and will not reply to START. Unknown while the database is unavailable. */
  readonly isUnblocked?: boolean;
  /** When the owner closed the account that last had this number; null when there was none. */
  readonly departedAt: Date | null;
  /** The language kept for the phone; null without one, and while the database is unavailable. */
  readonly language: Language | null;
  readonly phone: (Sender & { readonly id: string; readonly awaitsYes: boolean }) | null;
  /** The home place of the phone's account; `unknown` while the database is unavailable. */
  readonly home: KnownHome;
  readonly isPromoSent: boolean;
  readonly promosLastHour: number;
  readonly asked: Asked;
  /** When the last text came that the model answers: a question, or MORE. */
  readonly lastAskedAt: Date | null;
  readonly replied: Replied;
  /** Replies in the last hour to all people without a plan. */
  readonly unpaidLastHour: number;
  readonly pacedUntil: Date | null;
  /** Recent repetitions of this question from this phone (docs/decisions/0011-repeated-questions.md). */
  readonly repeats: Repeats;
  /** Whether the account wants follow-ups to be understood; false where that is not known. */
  readonly hasMemory: boolean;
  /** For a MORE text: whether the last answer is remembered, and MORE has added to it less than twice. */
  readonly mayTellMore: boolean;
  /** When this number last got each kind of notice. */
  readonly notices: NoticesSent;
};

/** What happened to the same question when this phone last asked it. */
export type Repeats = {
  /** Its answer is in progress and not late. */
  readonly isUnderWay: boolean;
  /** How many times it was accepted in the last minute. */
  readonly answersLastMinute: number;
  /** The phone repeated it too often within the last ten minutes. */
  readonly isMuted: boolean;
};

export type Rules = {
  readonly deadlineMs: number;
  readonly fairUse: FairUse;
  readonly unpaidRepliesPerHour: number;
  /** After the first few answers, a phone gets at most one answer per interval. */
  readonly paceEveryMs: number;
  /** For how long an answered question may be recalled, in seconds; 0: not at all. */
  readonly memorySeconds: number;
};

/** `answer` asks the model; the rest are fixed texts. */
export type ReplyKind = 'answer' | FixedReply;

/** What happens to a text, all in one transaction. */
export type ReplyDecision = {
  readonly kind: TextKind;
  readonly reply: ReplyKind | null;
  /** Of the reply; in a model's answer, only of what we add to it. */
  readonly language: Language;
  /** The language to keep for the phone from now on; null for no change. */
  readonly newLanguage: Language | null;
  /** A question from an eligible sender, which counts as a query. */
  readonly isAccepted: boolean;
  readonly userId: string | null;
  readonly phoneId: string | null;
  readonly receivedAt: Date;
  readonly answerBy: Date;
  readonly notBefore: Date;
  readonly pacedUntil: Date | null;
  readonly consent: 'given' | 'withdrawn' | null;
  /** The sender had not opted out before; false for a second STOP. */
  readonly isOptOut: boolean;
  readonly confirmsOptIn: boolean;
  /** For a sender without a plan: recorded, and whether the promo goes out now. */
  readonly stranger: 'promo' | 'noted' | null;
  readonly notice: Notice | null;
  /** A reply to a sender who may not ask questions. */
  readonly isUnpaid: boolean;
  /** Why a due reply is withheld: it is over budget. */
  readonly withheld: Withheld | null;
  /** How a question is remembered, to recognize its repetition; null for not at all. */
  readonly remembered: 'answered' | 'withheld' | null;
  /** For how long its words may be recalled once it is answered, in seconds. */
  readonly memorySeconds: number;
  /** What was answered before is recalled no more; its copies at the carrier are due for removal. */
  readonly forgets: boolean;
  /** What the text changes about the home place of its sender's account. */
  readonly home: Place | 'removed' | null;
  /** A STOP from a subscriber: an email says that the plan continues (docs/reference/sms-rules.md#stop-and-billing). */
  readonly mail: 'texts_stopped' | null;
};

const minute = 60_000;
/**
 * After this many answers to one question within a minute, the next equal one counts as a loop
 * (docs/reference/security.md#t13).
 */
const equalAnswersMax = 2;

/**
 * The maximum age in ms of a text that gets this fixed reply. Later, the reply would no longer be part of a conversation
 * but an unsolicited text (47 CFR 64.1200(a)(12)). A person in danger may still need the numbers after an hour.
 */
export function fixedReplyAgeMaxMs(reply: FixedReply): number {
  return reply === 'crisis' ? 60 * minute : 5 * minute;
}

type Outcome = Partial<ReplyDecision>;

/** Decides what happens to a text, given its sender's state. Pure; the only place that defines the order of the rules. */
export function decideReply(understood: Understood, sender: SenderState, rules: Rules): ReplyDecision {
  const text = asMeant(understood, sender);
  const receivedAt = text.sentAt !== null && text.sentAt < sender.now ? text.sentAt : sender.now;
  const outcome = applyRules(text, sender, rules);
  const { reply = null } = outcome;
  const owner = ownerOf(sender);
  const ageMs = sender.now.getTime() - receivedAt.getTime();
  const isStale = reply !== null && reply !== 'answer' && ageMs > fixedReplyAgeMaxMs(reply);
  const mayAsk = judgeSender(sender.phone, sender.now).may;
  const withheld = reply && whyWithheld(reply, { mayAsk, ...sender }, rules);
  const isSilent = isStale || withheld !== null;
  // The deadline counts from when the answer may be sent: pacing must not shorten the model's time.
  const pacedMs = outcome.notBefore === undefined ? 0 : outcome.notBefore.getTime() - sender.now.getTime();
  return {
    kind: text.kind,
    reply: null,
    language: text.language ?? sender.language ?? 'en',
    newLanguage: newLanguageOf(text, sender),
    isAccepted: false,
    userId: owner?.userId ?? null,
    phoneId: owner?.id ?? null,
    receivedAt,
    answerBy: new Date(receivedAt.getTime() + pacedMs + rules.deadlineMs),
    notBefore: receivedAt,
    pacedUntil: null,
    consent: null,
    isOptOut: false,
    confirmsOptIn: false,
    stranger: null,
    notice: null,
    isUnpaid: reply !== null && !isSilent && !mayAsk,
    withheld: isStale ? null : withheld,
    remembered: null,
    memorySeconds: 0,
    forgets: text.kind === 'forget' || outcome.consent === 'withdrawn',
    home: null,
    mail: null,
    ...outcome,
    ...(isSilent ? { reply: null, notice: null, stranger: outcome.stranger && 'noted' } : {}),
  };
}

/** The phone whose account a text belongs to. A number that an account only claims may be another person's. */
function ownerOf({ phone }: SenderState): SenderState['phone'] {
  return phone?.isVerified === true ? phone : null;
}

/** A phone's language follows its texts. A stranger's is not kept: there is no account to keep it for. */
function newLanguageOf({ language, isFromMachine }: Understood, sender: SenderState): Language | null {
  return isFromMachine || ownerOf(sender) === null || language === sender.language ? null : language;
}

function applyRules(text: Understood, sender: SenderState, rules: Rules): Outcome {
  // Consent comes first, even from machines: obeying a STOP costs nothing.
  if (text.kind === 'stop') return optOut(text, sender);
  if (text.kind === 'start' || (text.kind === 'yes' && sender.isOptedOut)) return optIn(text, sender);
  if (text.isFromMachine) return {};
  if (text.kind === 'join_code' && text.provesPhone === true) return { consent: 'given', reply: 'joined' };
  if (sender.isOptedOut) return {};
  // Before plan, limits and loops: silent only if the numbers were sent a moment ago (docs/reference/security.md#t27).
  if (text.kind === 'crisis') return unlessQuiet('crisis', 'crisis', sender);
  if (text.kind === 'help') return text.carrierReply !== null ? {} : unlessQuiet('help', 'help', sender);
  if (text.kind === 'tapback' || text.kind === 'autoresponse') return {};
  if (text.kind === 'join_code') return unlessQuiet('join', 'join_wrong', sender);

  const eligibility = judgeSender(sender.phone, sender.now);
  if (text.kind === 'yes' && ownerOf(sender)?.awaitsYes === true) {
    return { consent: 'given', confirmsOptIn: true, reply: eligibility.may ? 'opted_in' : 'start_no_plan' };
  }
  if (!eligibility.may) return refuse(eligibility.why, sender, text);
  const isHintDue = !isLimited(sender, rules) && !isAfterCrisis(sender);
  switch (text.kind) {
    case 'forget':
      return unlessQuiet('forget', 'forgot', sender);
    case 'more':
      return tellMore(text, sender, rules);
    case 'media':
      return unlessLimited(text, sender, rules, unlessQuiet('media', 'media', sender));
    case 'yes':
      return isHintDue ? unlessQuiet('hint', 'nothing_to_confirm', sender) : {};
    case 'empty':
      return isHintDue ? unlessQuiet('hint', 'empty', sender) : {};
    case 'small_talk':
      return isHintDue ? unlessQuiet('hint', 'hint', sender) : {};
    case 'home':
      return text.home ? changeHome(text.home, sender.home) : {};
    case 'question':
      return insteadOfAnswer(text, sender, rules) ?? ask(text, sender, rules);
  }
}

/** The fixed reply that takes the place of an answer: what Askline is, or the home place. Null for most questions. */
function insteadOfAnswer(text: Understood, sender: SenderState, rules: Rules): Outcome | null {
  // "How does this work" and "is it raining there" may refer to what was just answered.
  const memorySeconds = memorySecondsOf(sender, rules);
  const lastAskedAt = wasAskedWithin(memorySeconds * 1000, sender) ? sender.lastAskedAt : null;
  const mayReferBack = text.isFollowUp && lastAskedAt !== null;
  const mayAsk = !isLimited(sender, rules);
  const isAboutUs = text.isAboutUs && !mayReferBack && mayAsk && !isAfterCrisis(sender);
  const told = isAboutUs ? unlessQuiet('about', memorySeconds > 0 ? 'about' : 'about_without_more', sender) : {};
  if (told.reply) return told;
  const needsPlace = text.needsPlace && !mayReferBack;
  const asking = { ...sender, askedAt: sender.notices.home_ask, lastAskedAt, mayAsk };
  const aboutHome = homeBefore({ ...text, needsPlace }, asking);
  return aboutHome === 'ask' ? unlessQuiet('home_ask', 'home_ask', sender) : aboutHome;
}

/** A question from an eligible sender: with `tellMore` the only place that lets a text reach the model. */
function ask(text: Understood, sender: SenderState, rules: Rules): Outcome {
  const memorySeconds = memorySecondsOf(sender, rules);
  // Without memory, equal words ask for the same again. With it, fair use bounds a machine that repeats itself.
  const mayBeRepeated = !text.isFollowUp || memorySeconds === 0;
  const { isUnderWay, isMuted, answersLastMinute } = sender.repeats;
  if (mayBeRepeated && (isUnderWay || isMuted)) return {};
  const isLoop = mayBeRepeated && answersLastMinute >= equalAnswersMax;
  const remembered = mayBeRepeated ? 'answered' : null;
  const outcome: Outcome = isLoop
    ? { remembered: 'withheld', ...unlessQuiet('repeated', 'repeated', sender) }
    : { reply: 'answer', isAccepted: true, remembered, memorySeconds, ...paced(sender, rules) };
  return unlessLimited(text, sender, rules, outcome);
}

/** More about the last answer: from the model like an answer, but not counted as a question. */
function tellMore(text: Understood, sender: SenderState, rules: Rules): Outcome {
  const memorySeconds = memorySecondsOf(sender, rules);
  if (!sender.mayTellMore || memorySeconds === 0)
    return unlessLimited(text, sender, rules, unlessQuiet('more', 'nothing_more', sender));
  return { reply: 'answer', memorySeconds, ...paced(sender, rules) };
}

const isLimited = ({ asked }: SenderState, { fairUse }: Rules): boolean => usedUpWindow(asked, fairUse) !== null;

/** What invites a question, or answers one, while fair use allows one; otherwise the notice of its limit. */
function unlessLimited(text: Understood, sender: SenderState, rules: Rules, outcome: Outcome): Outcome {
  const window = usedUpWindow(sender.asked, rules.fairUse);
  if (window === null) return outcome;
  return isAfterCrisis(sender) ? insteadOfNotice(text, sender) : unlessQuiet(window, fairUseNotices[window], sender);
}

/** For how long this sender's answers may be recalled, in seconds; 0: not at all. */
const memorySecondsOf = ({ hasMemory }: SenderState, rules: Rules): number => (hasMemory ? rules.memorySeconds : 0);

const paced = ({ now, pacedUntil }: SenderState, { paceEveryMs }: Rules) => pace(now, pacedUntil, paceEveryMs);
