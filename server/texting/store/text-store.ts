import type { Language } from '#contract/language.ts';

import type { ReplyDecision, ReplyKind, SenderState } from '../rules/decide-reply.ts';
import type * as opening from './protocol/open-send.ts';
import type { RecordedOutcome } from './protocol/outcomes.ts';
import type { ConfirmedText, UnknownSend } from './protocol/unknown-sends.ts';

/** A text that reached us, without its words. */
export type InboundMessage = {
  readonly sid: string;
  /** The keyed hash of `sid`, which outlives an account (forgotten_texts.text_key). */
  readonly sidHash: string;
  readonly sender: string;
  /** The keyed hash of `sender`, which outlives an account (opt_outs.phone_key). */
  readonly senderHash: string;
  readonly serviceNumber: string;
  /** Identifies a repeated question (rules/keywords/question-tag.ts); null for other texts. */
  readonly questionTag: number | null;
  /** Whether it is a MORE text. */
  readonly asksMore: boolean;
};

/** A text that this process may work on until its lease ends; `fence` tells this lease from an earlier one. */
export type Lease = {
  readonly sid: string;
  readonly fence: number;
  readonly sender: string;
  readonly serviceNumber: string;
  readonly reply: ReplyKind;
  /** Of the reply; in a model's answer, only of what we add to it. */
  readonly language: Language;
  /** It may refer to the text before it, and the next one to it. */
  readonly hasMemory: boolean;
  readonly attempts: number;
  /** Age and time left at the moment of leasing, by the database's clock. */
  readonly ageMs: number;
  readonly timeLeftMs: number;
  /** How long its reply must still wait for the pace of its phone; the answer may be made before. */
  readonly mayGoInMs: number;
};

/**
 * After an outage, earlier texts may also be in the journal of another process. They wait until the journals have been
 * replayed. `startedAt` is the start of the database server that this process knows: after a later start there was an
 * outage that it does not know of yet.
 */
export type LeaseGate = {
  readonly notBefore: Date | null;
  readonly startedAt: Date | null;
  /** Senders with an unfinished text in the journal: theirs are answered in order. */
  readonly busySenders: readonly string[];
};

/** An open send: the intent is on disk, and no one else may send to this phone until it is closed. */
export type Intent = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** By `performance.now()`, and not later than the intent could be read by others: its age counts from here. */
  readonly openedAtMs: number;
};

/** An open send, by our id, and the phone that it goes to. */
export type SendRef = Pick<Intent, 'id' | 'to'>;

/** A reply that is about to be sent; `senderHash`: of the phone that it goes to (phone-hash.ts). */
export type Sending = opening.Sending & { readonly senderHash: string };

/**
 * Where a text is kept from its receipt to its end: the database, or this process's journal for texts received while the
 * database is unavailable (docs/reference/outage.md). The path of a text is the same code for both.
 */
export interface TextStore {
  /** Leases texts, oldest first; `fixed_replies`: only those that need no model. */
  lease(limit: number, which: 'all' | 'fixed_replies'): Promise<Lease[]>;
  /** The heartbeat. @returns the texts that are still this process's */
  renew(sids: string[]): Promise<Set<string>>;
  release(sids: string[], waitMs: number): Promise<void>;
  /**
   * Opens a send: the intent is on disk before anything goes out. @returns null when there is nothing to send; `busy`
   * while it must wait: for an earlier text of its phone, for another send to it, or for the phone's pace
   */
  openSend(lease: Lease, sending: Sending): Promise<Intent | 'busy' | null>;
  /** Whether `openSend` would no longer say `busy`. */
  mayGo(lease: Lease): Promise<boolean>;
  /** Ends a text without a reply. */
  close(lease: Lease, outcome: opening.Unanswered): Promise<void>;
  /** Which of these texts this process may still work on; `isStopped`: only to find that its sender opted out. */
  openAmong(sids: string[]): Promise<{ readonly sid: string; readonly isStopped: boolean }[]>;
  /** Idempotent: the carrier accepted the send; refused it; it was not sent; it is unknown whether it was. */
  accepted(send: SendRef, sid: string, segments: number | null): Promise<RecordedOutcome>;
  rejected(send: SendRef, code: number): Promise<void>;
  notSent(send: SendRef, waitMs: number): Promise<void>;
  unknown(send: SendRef): Promise<void>;
  /** Makes the sends of dead processes unknown; claims the unknown sends whose next look-up is due. */
  takeOver(): Promise<void>;
  claimUnknownSends(limit: number): Promise<UnknownSend[]>;
  /**
   * Waits until `recordedAmong` knows of every send that the carrier can have listed before this call, a few seconds at
   * most. @returns false if that is not sure: another store may have sent what is listed
   */
  knowsAllSends(): Promise<boolean>;
  /** Which of these texts at the carrier are known to be the outcome of a send. */
  recordedAmong(sids: string[]): Promise<Set<string>>;
  /** The last texts that the carrier confirmed, to at most three phones; not those of the last minute, which a list may lack. */
  confirmedLately(): Promise<ConfirmedText[]>;
  /** The carrier provably did not create it. @returns whether the text ends, because its attempts are used up */
  concludeNotCreated(send: SendRef, attemptsMax: number): Promise<boolean>;
  /** Its text's time is over while the send is unknown: closes it as `unresolved`, and never sends it again. */
  giveUpUnknownSend(send: SendRef): Promise<void>;
}

/** A proactive text as it is about to be sent; `toHash`: of the phone that it goes to (phone-hash.ts). */
export type ProactiveSend = Parameters<typeof opening.openProactive>[0] & { readonly toHash: string };
/** `gone`: no account has the number any more. */
export type ProactiveOpened = 'open' | 'opted_out' | 'busy' | 'gone';

/** The store in the database, which also has what no journal takes. */
export interface DatabaseStore extends TextStore {
  openProactive(text: ProactiveSend): Promise<ProactiveOpened>;
  /**
   * Takes a delivery report in. Only one that is final, or that proves a send whose outcome is not known, is written.
   * @param to the phone that it is about, as far as the report says
   * @returns what recording the send did, if the report proved one
   */
  noteReport(report: DeliveryReport, to: string | null): Promise<RecordedOutcome>;
}

/** A delivery report. `id` is ours, where the report names it. */
export type DeliveryReport = {
  readonly id: string | null;
  readonly sid: string;
  readonly status: string;
  readonly code: number | null;
};

/** What the path of a text needs while the database is unavailable (server/outage). */
export interface OutageStore {
  /** The texts of the journal. */
  readonly store: TextStore;
  /** Whether the database is known to be unavailable. */
  isUnavailable(): boolean;
  /** Reports a database error. */
  reportFailure(error: unknown): void;
  /** Probes the database for up to about four seconds. @returns whether it is unavailable */
  probe(): Promise<boolean>;
  /** Whether a sender opted out (or in) by a text that the database does not have yet; null without such a text. */
  pendingOptOut(sender: string): boolean | null;
  /** Whether this text is in the journal and not in the database yet. */
  has(sid: string): boolean;
  /**
   * Reserves these texts for the database: no journal of this machine receives them while the carrier may repeat their
   * webhooks.
   * @returns the release of each, to be called when the text is certainly not in the database; null for a text that a
   *   neighbor's journal may have: the carrier has to retry
   */
  reserve(sids: readonly string[]): readonly ((() => void) | null)[];
  /**
   * Receives a text without the database: on disk when this returns.
   * @returns null when `decide` does, so that nothing is stored
   * @throws AppError `temporarily_unavailable` when that is not possible, so that the carrier retries
   */
  receive(message: InboundMessage, decide: (senderState: SenderState) => ReplyDecision | null): ReplyDecision | null;
  /** Journals the outcome of a send whose intent is in the database. */
  keepOutcome(outcome: { id: string; sid: string | null; segments: number | null; code: number | null }): void;
  /** Whether the intent of this send is in the journal and not in the database. */
  hasSend(id: string): boolean;
  /** Journals a delivery report; one for a send of the journal also proves that the send happened. */
  keepReport(report: DeliveryReport): void;
  /** What may be leased from the database now. */
  leaseGate(): LeaseGate;
  /**
   * Waits, a few seconds at most, until the journals of all processes have been empty at a moment after this call. @returns
   * whether they were
   */
  untilJournalsDrained(): Promise<boolean>;
  /** Whether no journal can hold a text that the database lacks: one that the carrier lists was missed. */
  areJournalsReplayed(): boolean;
}
