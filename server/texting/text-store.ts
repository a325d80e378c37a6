import type { Doubt } from './doubts/reconcile.repo.ts';
import type { Lease, LeaseGate, Unanswered } from './queue.repo.ts';
import type { Bound } from './sending/bind.repo.ts';
import type { Intent, Sending } from './sending/sending.repo.ts';
import type { Facts, Settlement } from './taking-in/settle.ts';
import type { Arrival } from './taking-in/take-in.repo.ts';

/**
 * Where a text lives from its taking in to its end. It is the database, or this process's journal for texts that came
 * in while the database was away (database-outage.md); the path of a text is the same code for both.
 */
export interface TextStore {
  /** Step 2: texts to work on, oldest first; `fixed_replies`: only those that need no model. */
  lease(limit: number, which: 'all' | 'fixed_replies'): Promise<Lease[]>;
  /** The heartbeat. @returns the texts that are still this process's */
  renew(sids: string[]): Promise<Set<string>>;
  giveBack(sids: string[], waitMs: number): Promise<void>;
  /**
   * Step 4: the intent, on disk before anything goes out. @returns null when there is nothing to send; `busy` while it
   * must wait: for an earlier text of its phone, for another send to it, or for the phone's pace
   */
  openSend(lease: Lease, sending: Sending): Promise<Intent | 'busy' | null>;
  /** Whether `openSend` would no longer say `busy`. */
  mayGo(lease: Lease): Promise<boolean>;
  /** Ends a text without a reply. */
  close(lease: Lease, outcome: Unanswered): Promise<void>;
  /** Which of these texts this process may still work on; `isStopped`: only to find that its sender opted out. */
  openAmong(sids: string[]): Promise<{ readonly sid: string; readonly isStopped: boolean }[]>;
  /** Step 5, each as often as it is told: the carrier has it; refused it; it never left; it may have left. */
  accepted(id: string, sid: string, segments: number | null): Promise<Bound>;
  rejected(id: string, code: number): Promise<void>;
  notSent(id: string, waitMs: number): Promise<void>;
  unknown(id: string): Promise<void>;
  /** Step 6: sends whose process died become doubtful; those whose next look at the carrier is due; what is known. */
  takeOver(): Promise<void>;
  claimDoubts(limit: number): Promise<Doubt[]>;
  /** Whether `boundAmong` knows of every send, or others may have sent what the carrier lists. */
  readonly knowsAllSends: boolean;
  boundAmong(sids: string[]): Promise<Set<string>>;
  /** It provably did not go out. @returns whether the text was given up */
  concludeAbsent(id: string, attemptsMax: number): Promise<boolean>;
  /** Its time is over, and no one knows whether it went out: closed for good, never sent again. */
  giveUpDoubt(id: string): Promise<void>;
}

/** A delivery report. `id` is ours, where the report names it. */
export type DeliveryReport = {
  readonly id: string | null;
  readonly sid: string;
  readonly status: string;
  readonly code: number | null;
};

/** What stands in for the database while it is away, as far as texts are concerned (server/fallback). */
export interface StandIn {
  /** Texts that came in while the database was away. */
  readonly store: TextStore;
  /** The database is known to be away: it need not be asked. */
  isAway(): boolean;
  /** Tells of an error of the database, so that the next caller need not find out. */
  failed(error: unknown): void;
  /** Asks the database whether it is there, within some four seconds. @returns whether it is away */
  verdict(): Promise<boolean>;
  /** Whether a sender opted out, or in, by a text that is here and not in the database yet; null where it knows all. */
  pendingOptOut(sender: string): boolean | null;
  /** Whether this text was taken in here and is not in the database yet. */
  has(sid: string): boolean;
  /**
   * This text goes to the database: it is not taken in here for as long as the carrier may tell of it again.
   * @returns call it if the text is certainly not in the database
   */
  reserve(sid: string): () => void;
  /**
   * Takes a text in without the database: on disk when this returns.
   * @returns null when it was taken in before
   * @throws AppError `temporarily_unavailable` when that is not possible, so that the carrier tries again
   */
  takeIn(arrival: Arrival, decide: (facts: Facts) => Settlement | null): Settlement | null;
  /** Keeps what became of a send whose intent is in the database. */
  keepOutcome(outcome: { id: string; sid: string | null; segments: number | null; code: number | null }): void;
  /** Whether the intent of this send is here and not in the database. */
  hasSend(id: string): boolean;
  /** Keeps a delivery report until the database can take it; one for a send of ours here proves that it happened. */
  keepReport(report: DeliveryReport): void;
  /** What may be leased from the database now. */
  leaseGate(): LeaseGate;
  /** Whether texts that the carrier lists and the database lacks may be taken in: not while they may be in a journal. */
  maySweep(): boolean;
}
