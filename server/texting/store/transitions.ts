import type { Pool } from 'pg';

import { isUniqueViolation } from '#server/db/error-codes.ts';

import type { KnownStates } from './known-states.ts';
import * as opening from './protocol/open-send.ts';
import * as outcomes from './protocol/outcomes.ts';
import { peek } from './states.repo.ts';
import type { DeliveryReport, Intent, Lease, ProactiveOpened, ProactiveSend, Sending } from './text-store.ts';
import type { Transition } from './transact.ts';

/** The transitions of the protocol over PostgreSQL: for each, what must be known, and which function decides. */

/**
 * Writes the intent before anything goes out, if this lease still holds and no hard stop applies.
 * @returns null when there is nothing to send: the lease was lost, the sender opted out, or the phone changed hands;
 *   `busy` while it must wait: for an earlier text of this phone, another open send to it, or its pace
 */
export function openSend(
  { sid, fence, sender }: Lease,
  owner: string,
  { senderHash: hash, ...sending }: Sending,
): Transition<Intent | 'busy' | null> {
  return {
    about: { senders: [sender], openings: [{ sid, hash }] },
    decide(known) {
      const text = known.texts.get(sid);
      if (text === undefined) return null;
      const opened = known.take(opening.openSend(text, { fence, owner }, sending, known.sendFacts(text)));
      if (opened === null || opened === 'busy') return opened;
      return { id: opened.id, from: opened.from, to: opened.to, openedAtMs: known.beganAtMs };
    },
  };
}

/** The last guard: a unique index allows one open send between two numbers. */
export async function busyIfOpen<T>(writing: Promise<T>): Promise<T | 'busy'> {
  try {
    return await writing;
  } catch (error) {
    if (isUniqueViolation(error)) return 'busy';
    throw error;
  }
}

/** Whether `openSend` would no longer say `busy`. Writes nothing, so it may be asked often. */
export async function mayGo(pool: Pool, { sid, fence }: Lease, owner: string): Promise<boolean> {
  // Without the hash, by which only the hard stops are looked up: `openSend` checks those.
  const known = await peek(pool, [{ sid, hash: '' }]);
  const text = known.texts.get(sid);
  return text === undefined || opening.mayGo(text, { fence, owner }, known.sendFacts(text));
}

/** Writes the intent to send a proactive text. `gone`: no account has the number any more. */
export function openProactive({ toHash: hash, ...text }: ProactiveSend): Transition<ProactiveOpened> {
  const { id, from, to } = text;
  return {
    about: { senders: [to], proactive: [{ id, from, to, hash }] },
    decide(known) {
      const facts = known.proactiveFacts(text);
      return facts === null ? 'gone' : known.take(opening.openProactive(text, facts));
    },
  };
}

/** Ends a text without a reply: it came to light too late for any, or nothing may be sent to its sender. */
export function closeUnanswered(
  { sid, fence, sender }: Pick<Lease, 'sid' | 'fence'> & Partial<Pick<Lease, 'sender'>>,
  outcome: opening.Unanswered,
): Transition<void> {
  return {
    about: { sids: [sid], senders: sender === undefined ? [] : [sender] },
    decide(known) {
      const text = known.texts.get(sid);
      if (text !== undefined) known.take(opening.close(text, fence, outcome, known.now));
    },
  };
}

/** A send, and the phone that it goes to where the caller knows it: then its lock needs no look-up. */
type SendOf = { readonly id: string; readonly to: string | null };

const nothingNew = { isNew: false, isDuplicate: false } as const;

/** The carrier has it, as `sid`. Counts the answer, once. */
export function recordAccepted(
  send: SendOf,
  outcome: { readonly sid: string; readonly segments: number | null },
  at?: number,
): Transition<outcomes.RecordedOutcome> {
  return onSend<outcomes.RecordedOutcome>(send, nothingNew, (state, known) => {
    const recorded = known.take(outcomes.accepted(state, outcome, at ?? known.now));
    if (recorded.isDuplicate) known.duplicates.push(state.send.id);
    return recorded;
  });
}

/** The carrier refused it for good: no second try. */
export function recordRejected(send: SendOf, code: number, at?: number): Transition<void> {
  return onSend(send, undefined, (state, known) => {
    known.take(outcomes.rejected(state, code, known.optedOut.has(state.send.to), at ?? known.now));
  });
}

/** See `notSent` in protocol/outcomes.ts. */
export function recordNotSent(send: SendOf, waitMs: number): Transition<void> {
  return onSend(send, undefined, (state, known) => known.take(outcomes.notSent(state, waitMs, known.now)));
}

/** See `unknown` in protocol/outcomes.ts. */
export function recordUnknown(send: SendOf, checkMs: number): Transition<void> {
  return onSend(send, undefined, (state, known) => known.take(outcomes.unknown(state, checkMs, known.now)));
}

/** See `concludeNotCreated` in protocol/outcomes.ts. @returns whether the text ends */
export function concludeNotCreated(send: SendOf, attemptsMax: number): Transition<boolean> {
  return onSend(send, false, (state, known) => known.take(outcomes.concludeNotCreated(state, attemptsMax, known.now)));
}

/** See `giveUpUnknownSend` in protocol/outcomes.ts. */
export function giveUpUnknownSend(send: SendOf): Transition<void> {
  return onSend(send, undefined, (state, known) => known.take(outcomes.giveUpUnknownSend(state, known.now)));
}

/**
 * Notes how far a text of ours has got. A report that names our id proves that the send happened, also before the
 * response to it has come.
 * @returns what recording the send did, if the report proved one of which that was not known
 */
export function noteReport(
  { id, sid, status, code }: DeliveryReport,
  to: string | null = null,
): Transition<outcomes.RecordedOutcome> {
  const note = (known: KnownStates): boolean => {
    const send = known.sendBySid(sid);
    if (send === undefined) return false;
    const isOtherAccepted = known.isOtherAccepted(send);
    const isOptedOut = known.optedOut.has(send.to);
    known.take(
      outcomes.noteDelivery(
        { send, text: known.textOf(send), isOtherAccepted, isOptedOut },
        { status, code },
        known.now,
      ),
    );
    return true;
  };
  return {
    about: { senders: to === null ? [] : [to], providerSids: [sid], ids: id === null ? [] : [id] },
    decide(known) {
      if (note(known) || id === null) return nothingNew;
      const recorded = recordAccepted({ id, to }, { sid, segments: null }).decide(known);
      note(known);
      return recorded;
    },
  };
}

function onSend<Result>(
  { id, to }: SendOf,
  nothing: Result,
  decide: (state: outcomes.SendState, known: KnownStates) => Result,
): Transition<Result> {
  return {
    about: { senders: to === null ? [] : [to], ids: [id] },
    decide(known) {
      const state = known.stateOf(id);
      return state === null ? nothing : decide(state, known);
    },
  };
}
