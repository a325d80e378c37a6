import type { Purpose } from '#server/db/schema.ts';
import { hourMs } from '#server/platform/durations.ts';

import { closed, type Count, countEnd, type Send, type Step, type Text } from './states.ts';

/** A reply as the intent keeps it: what it is for and what it costs, not what it says. */
export type Sending = {
  readonly id: string;
  readonly purpose: Purpose;
  readonly isLate: boolean;
  readonly segments: number;
  readonly encoding: 'gsm7' | 'ucs2';
};

/** What decides about a send besides its text: read under the sender's lock. */
export type SendFacts = {
  readonly now: number;
  readonly isOptedOut: boolean;
  /** The phone is not the account's any more whose question it was. */
  readonly hasChangedHands: boolean;
  /** When the account that last had this number was closed by its owner. */
  readonly departedAt: number | null;
  readonly lateApologyAt: number | null;
  /** Other texts between the two numbers that are not done. */
  readonly openTexts: readonly Pick<Text, 'sid' | 'receivedAt' | 'reply' | 'state'>[];
  /** Sends between the two numbers whose outcome is open. */
  readonly openSends: readonly Pick<Send, 'purpose' | 'isReplayed'>[];
  /** Earlier sends of this text. */
  readonly ownSends: readonly Pick<Send, 'intentAt'>[];
};

/** Under which lease a process asks. */
export type Holder = { readonly fence: number; readonly owner: string };

const lateApologyEveryMs = hourMs;

/** Whether this process may still act on the text: no one has taken it over, and nothing of it is open or done. */
export function isHeldBy({ state, fence, leaseOwner }: Text, holder: Holder): boolean {
  return state === 'received' && fence === holder.fence && leaseOwner === holder.owner;
}

/** Whether nothing may be sent for this text any more; a STOP is confirmed all the same. */
export function isStopped({ reply, receivedAt }: Pick<Text, 'reply' | 'receivedAt'>, facts: SendFacts): boolean {
  const { isOptedOut, hasChangedHands, departedAt } = facts;
  if (isOptedOut && reply !== 'stop') return true;
  return hasChangedHands || (departedAt !== null && departedAt >= receivedAt);
}

/** Whether a reply may not go out yet: for its phone's pace, an earlier text, or another open send. */
export function mustWait(
  text: Pick<Text, 'sid' | 'receivedAt' | 'reply' | 'notBefore'>,
  { now, openTexts, openSends }: Pick<SendFacts, 'now' | 'openTexts' | 'openSends'>,
): boolean {
  if (text.notBefore > now) return true;
  if (text.reply === 'crisis') return false; // a person in danger does not wait
  if (openSends.some(({ purpose }) => purpose !== 'crisis')) return true;
  // A crisis reply that is on its way, or unknown, keeps no other text waiting.
  return openTexts.some((other) => isBefore(other, text) && (other.reply !== 'crisis' || other.state !== 'sending'));
}

function isBefore(one: Pick<Text, 'sid' | 'receivedAt'>, other: Pick<Text, 'sid' | 'receivedAt'>): boolean {
  return one.receivedAt === other.receivedAt ? one.sid < other.sid : one.receivedAt < other.receivedAt;
}

/** Whether `openSend` would no longer say `busy`. */
export function mayGo(text: Text, holder: Holder, facts: SendFacts): boolean {
  return !isHeldBy(text, holder) || !mustWait(text, facts);
}

/**
 * Opens a send: the intent, if this lease still holds and no hard stop applies. The hard stops are checked again here,
 * because this is the last moment to obey them (docs/reference/texting-protocol.md#open-a-send).
 * @returns null where there is nothing to send: the lease was lost, or the text ends here
 */
export function openSend(text: Text, holder: Holder, sending: Sending, facts: SendFacts): Step<Send | 'busy' | null> {
  const { now, lateApologyAt, ownSends } = facts;
  if (!isHeldBy(text, holder)) return { result: null };
  if (isStopped(text, facts)) return end(text, 'suppressed', now);
  if (mustWait(text, facts)) return { result: 'busy' };
  // After an outage each phone gets one apology, not one for each text.
  const isApologyDue = lateApologyAt === null || lateApologyAt < now - lateApologyEveryMs;
  // This text already holds the hour's late apology, but its send did not go out.
  const isApologyHeld = ownSends.some(({ intentAt }) => intentAt >= text.answerBy);
  if (sending.isLate && !isApologyDue && !isApologyHeld) return end(text, 'failed', now);
  const attempts = text.attempts + 1;
  const { sid, serviceNumber: from, sender: to } = text;
  const opened = intent({ ...sending, sid, from, to, attempt: attempts }, now);
  return {
    result: opened,
    changes: {
      text: { ...text, state: 'sending', attempts },
      opened,
      ...(sending.isLate && isApologyDue ? { apologizedLateTo: text.sender } : {}),
    },
  };
}

/** The intent to send. It picks its fields: what else a caller holds, such as a body, must not get into the store. */
export function intent(
  {
    id,
    sid,
    purpose,
    from,
    to,
    attempt,
    segments,
    encoding,
  }: Pick<Send, 'id' | 'sid' | 'purpose' | 'from' | 'to' | 'attempt' | 'segments' | 'encoding'>,
  now: number,
): Send {
  return {
    id,
    sid,
    purpose,
    from,
    to,
    attempt,
    segments,
    encoding,
    state: 'intent',
    intentAt: now,
    unknownAt: null,
    nextCheckAt: null,
    acceptedAt: null,
    providerSid: null,
    errorCode: null,
    delivery: null,
    deliveryRank: 0,
    redactAt: null,
    isReplayed: false,
  };
}

/** What decides about a proactive text. */
export type ProactiveFacts = {
  readonly now: number;
  readonly isOptedOut: boolean;
  /** An account has the number, or is proving it. */
  readonly hasAccount: boolean;
  readonly openSends: readonly Pick<Send, 'purpose' | 'isReplayed'>[];
};

/** The intent to send a proactive text: never to a number that opted out, or that no account has. */
export function openProactive(
  text: Pick<Send, 'id' | 'purpose' | 'from' | 'to' | 'attempt' | 'segments' | 'encoding'>,
  { now, isOptedOut, hasAccount, openSends }: ProactiveFacts,
): Step<'open' | 'opted_out' | 'gone' | 'busy'> {
  if (isOptedOut) return { result: 'opted_out' };
  if (!hasAccount) return { result: 'gone' };
  if (openSends.some(({ purpose, isReplayed }) => purpose !== 'crisis' && !isReplayed)) return { result: 'busy' };
  return { result: 'open', changes: { opened: intent({ ...text, sid: null }, now) } };
}

/** How a text ends without a reply; `suppressed`: its sender opted out, or the phone changed hands, meanwhile. */
export type Unanswered = 'failed' | 'silent' | 'suppressed';

/** Ends a text without a reply, if nothing of it is open and the lease is the caller's. */
export function close(text: Text, fence: number, outcome: Unanswered, now: number): Step<void> {
  if (text.state !== 'received' || text.fence !== fence) return { result: undefined };
  const counts: Count[] = countEnd(text, outcome, now);
  return { result: undefined, changes: { text: closed(text, outcome, now), counts } };
}

function end(text: Text, outcome: Unanswered, now: number): Step<null> {
  return { result: null, changes: { text: closed(text, outcome, now), counts: countEnd(text, outcome, now) } };
}
