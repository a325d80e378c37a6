import { judgeSender, type Refusal, type Sender } from '#server/platform/eligibility.ts';

import type { TextKind } from '../keywords/classify.ts';
import type { FixedReply } from '../replies.ts';
import { type Asked, type FairUse, type FairUseWindow, fairUseWindowMs, pace, usedUpWindow } from './fair-use.ts';
import { type Replied, whyWithheld, type Withheld } from './reply-budget.ts';

/** One text, as far as it can be understood without knowing its sender. */
export type Understood = {
  readonly kind: TextKind;
  /**
   * Whether the carrier replied to this keyword itself, so that a second reply would be one too many (field guide 2.2).
   * `sent`: it says so (`OptOutType`); `presumed`: it does so by default with this word.
   */
  readonly carrierReply: 'sent' | 'presumed' | null;
  /** When it was sent, for a text that the sweep found; null for one that just came in. */
  readonly sentAt: Date | null;
  /** Never answered: our own numbers, short codes, names (security T13). */
  readonly isFromMachine: boolean;
  /** It handed in the code that verifies its phone (keywords/join-code.ts), and that has been done. */
  readonly provesPhone?: boolean;
};

/** What the database knows of the sender, read under the sender's lock. */
export type Facts = {
  readonly now: Date;
  readonly isOptedOut: boolean;
  /** When the account that last had this number was closed by its owner; null when none was. */
  readonly departedAt: Date | null;
  readonly phone: (Sender & { readonly id: string; readonly awaitsYes: boolean }) | null;
  readonly isPromoSent: boolean;
  readonly promosLastHour: number;
  readonly asked: Asked;
  readonly replied: Replied;
  /** Replies of the last hour to people without a plan, all together. */
  readonly unpaidLastHour: number;
  readonly pacedUntil: Date | null;
  /** The same question from the same phone, as far as it can be recognized (docs/decisions/0011). */
  readonly repeats: Repeats;
  /** When each kind of notice last went to this number. */
  readonly notices: Readonly<Partial<Record<Notice, Date>>>;
};

/** What became of the same question when this phone last asked it. */
export type Repeats = {
  /** Its answer is still on the way, and not late. */
  readonly isUnderWay: boolean;
  /** How many times it was accepted for an answer in the last minute. */
  readonly answersLastMinute: number;
  /** Within the last ten minutes the phone repeated it too often. */
  readonly isMuted: boolean;
};

export type Rules = {
  readonly deadlineMs: number;
  readonly fairUse: FairUse;
  readonly unpaidRepliesPerHour: number;
  /** After the first few answers, a phone gets at most one in this time. */
  readonly paceEveryMs: number;
};

export type Notice =
  | 'crisis'
  | 'join'
  | 'help'
  | 'stop'
  | 'start'
  | 'unverified'
  | 'inactive'
  | 'hint'
  | 'media'
  | 'repeated'
  | FairUseWindow;
/** `answer` asks the model; the rest are fixed texts. */
export type Reply = 'answer' | FixedReply;

/** What taking a text in does, all in one transaction. */
export type Settlement = {
  readonly kind: TextKind;
  readonly reply: Reply | null;
  /** A question from an eligible sender: it counts as a query. */
  readonly isAccepted: boolean;
  readonly userId: string | null;
  readonly phoneId: string | null;
  readonly receivedAt: Date;
  readonly answerBy: Date;
  readonly notBefore: Date;
  readonly pacedUntil: Date | null;
  readonly consent: 'given' | 'withdrawn' | null;
  /** Consent that was there until now is withdrawn; a second STOP is none. */
  readonly isOptOut: boolean;
  readonly confirmsOptIn: boolean;
  /** A texter without a plan: to be noted, and whether the promo goes out now. */
  readonly stranger: 'promo' | 'noted' | null;
  readonly notice: Notice | null;
  /** A reply that no one pays for: the sender may not ask. */
  readonly isUnpaid: boolean;
  /** A reply was due, and is over budget. */
  readonly withheld: Withheld | null;
  /** What is remembered of a question, to recognize it when it comes again; null for nothing. */
  readonly remembered: 'answered' | 'withheld' | null;
  /** A STOP from someone who pays: a mail says that the plan goes on (field guide 0.12). */
  readonly mail: 'texts_stopped' | null;
};

const minute = 60_000;
const quietMs: Record<Notice, number> = {
  crisis: 2 * minute,
  join: 2 * minute,
  help: 2 * minute,
  stop: 2 * minute,
  start: 2 * minute,
  unverified: 24 * 60 * minute,
  inactive: 24 * 60 * minute,
  hint: 60 * minute,
  media: minute,
  repeated: 10 * minute,
  ...fairUseWindowMs,
};
/** So that forged senders cannot make us text the country (security T13). */
const promosPerHourMax = 60;
/** After so many answers to one question within a minute, the next equal one is a loop (security T13). */
const equalAnswersMax = 2;

/**
 * How old a text may be to get this fixed reply, in ms. It is part of a conversation; later it would be an unasked text
 * (47 CFR 64.1200(a)(12)). Whoever wrote of danger an hour ago may still need the numbers.
 */
export function fixedReplyAgeMaxMs(reply: FixedReply): number {
  return reply === 'crisis' ? 60 * minute : 5 * minute;
}

type Verdict = Partial<Settlement>;

/** Decides, from the text and what is known of its sender, what happens to it. Pure: the one place with the order of the rules. */
export function settle(text: Understood, facts: Facts, rules: Rules): Settlement {
  const receivedAt = text.sentAt !== null && text.sentAt < facts.now ? text.sentAt : facts.now;
  const verdict = judge(text, facts, rules);
  const { reply = null } = verdict;
  const ageMs = facts.now.getTime() - receivedAt.getTime();
  const isStale = reply !== null && reply !== 'answer' && ageMs > fixedReplyAgeMaxMs(reply);
  const mayAsk = judgeSender(facts.phone, facts.now).may;
  const withheld = reply && whyWithheld(reply, { mayAsk, ...facts }, rules);
  const isSilent = isStale || withheld !== null;
  // The deadline counts from when the answer may go: the wait for its pace is ours, not the model's.
  const pacedMs = verdict.notBefore === undefined ? 0 : verdict.notBefore.getTime() - facts.now.getTime();
  return {
    kind: text.kind,
    reply: null,
    isAccepted: false,
    userId: facts.phone?.userId ?? null,
    phoneId: facts.phone?.id ?? null,
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
    mail: null,
    ...verdict,
    ...(isSilent ? { reply: null, notice: null, stranger: verdict.stranger && 'noted' } : {}),
  };
}

function judge(text: Understood, facts: Facts, rules: Rules): Verdict {
  // Consent comes first of all, from anyone, machine or not: it costs nothing to believe a STOP.
  if (text.kind === 'stop') {
    return {
      consent: 'withdrawn',
      isOptOut: !facts.isOptedOut,
      ...(text.carrierReply !== null || text.isFromMachine || facts.isOptedOut
        ? {}
        : atMostOnce('stop', 'stop', facts)),
      mail: !facts.isOptedOut && judgeSender(facts.phone, facts.now).may ? 'texts_stopped' : null,
    };
  }
  if (text.kind === 'start' || (text.kind === 'yes' && facts.isOptedOut)) return optIn(text, facts);
  if (text.isFromMachine) return {};
  if (text.kind === 'join_code' && text.provesPhone === true) return { consent: 'given', reply: 'joined' };
  if (facts.isOptedOut) return {};
  // Before plan, limits and loops: at most held back because the numbers went out a moment ago (security T27).
  if (text.kind === 'crisis') return atMostOnce('crisis', 'crisis', facts);
  if (text.kind === 'help') return text.carrierReply !== null ? {} : atMostOnce('help', 'help', facts);
  if (text.kind === 'tapback' || text.kind === 'autoresponse') return {};

  if (text.kind === 'join_code') return atMostOnce('join', 'join_wrong', facts);

  const eligibility = judgeSender(facts.phone, facts.now);
  if (text.kind === 'yes' && facts.phone?.awaitsYes === true) {
    return { consent: 'given', confirmsOptIn: true, reply: 'opted_in' };
  }
  if (!eligibility.may) return refuse(eligibility.why, facts);
  switch (text.kind) {
    case 'media':
      return atMostOnce('media', 'media', facts);
    case 'yes':
      return atMostOnce('hint', 'nothing_to_confirm', facts);
    case 'empty':
      return atMostOnce('hint', 'empty', facts);
    case 'small_talk':
      return atMostOnce('hint', 'hint', facts);
    case 'question':
      return ask(facts, rules);
  }
}

/** START, JOIN, UNSTOP, and YES after a STOP. Who has no plan is told so instead of being invited to ask. */
function optIn(text: Understood, facts: Facts): Verdict {
  const confirmsOptIn = facts.phone?.awaitsYes ?? false;
  // By default it replies only to a number that it had blocked.
  const isAnswered = text.carrierReply === 'sent' || (text.carrierReply === 'presumed' && facts.isOptedOut);
  const reply = judgeSender(facts.phone, facts.now).may ? 'start' : 'start_no_plan';
  const said = isAnswered || text.isFromMachine ? {} : atMostOnce('start', reply, facts);
  return { consent: 'given', confirmsOptIn, ...said };
}

function refuse(why: Refusal, facts: Facts): Verdict {
  switch (why) {
    case 'unknown_number': {
      const isPromoDue = !facts.isPromoSent && facts.promosLastHour < promosPerHourMax;
      return isPromoDue ? { stranger: 'promo', reply: 'promo' } : { stranger: 'noted' };
    }
    case 'unverified_number':
      return atMostOnce('unverified', 'unverified', facts);
    case 'no_subscription':
      return atMostOnce('inactive', 'inactive', facts);
  }
}

function ask(facts: Facts, rules: Rules): Verdict {
  const { isUnderWay, isMuted, answersLastMinute } = facts.repeats;
  if (isUnderWay || isMuted) return {};
  if (answersLastMinute >= equalAnswersMax) {
    return { remembered: 'withheld', ...atMostOnce('repeated', 'repeated', facts) };
  }
  const window = usedUpWindow(facts.asked, rules.fairUse);
  if (window !== null) return atMostOnce(window, window === 'too_fast_1d' ? 'daily_limit' : 'too_fast', facts);
  const paced = pace(facts.now, facts.pacedUntil, rules.paceEveryMs);
  return { reply: 'answer', isAccepted: true, remembered: 'answered', ...paced };
}

function atMostOnce(notice: Notice, reply: FixedReply, { now, notices }: Facts): Verdict {
  const last = notices[notice];
  const isQuiet = last !== undefined && now.getTime() - last.getTime() < quietMs[notice];
  return isQuiet ? {} : { reply, notice };
}
