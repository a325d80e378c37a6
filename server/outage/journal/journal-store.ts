import * as leases from '#server/texting/store/protocol/leases.ts';
import * as opening from '#server/texting/store/protocol/open-send.ts';
import * as outcomes from '#server/texting/store/protocol/outcomes.ts';
import { isOpen, type Send, type Step } from '#server/texting/store/protocol/states.ts';
import type { ConfirmedText, UnknownSend } from '#server/texting/store/protocol/unknown-sends.ts';
import type { Intent, Lease, Sending, SendRef, TextStore } from '#server/texting/store/text-store.ts';
import type { Timing } from '#server/texting/timing.ts';

import type { Journal } from './journal.repo.ts';
import { JournaledSends } from './journaled-sends.ts';
import {
  closedOperation,
  sendRecordOf,
  type HardStops,
  receivedOperation,
  type JournaledText,
  leaseOf,
  reopenText,
  openText,
  sendOperation,
  sendOf,
} from './journaled-text.ts';
import { JournaledTexts } from './journaled-texts.ts';
import type { Operation, ReceivedText, TextClosed } from './operations.ts';
import { OutageSenderState } from './outage-sender-state.ts';

type Deps = {
  readonly journal: Journal;
  readonly stops: HardStops;
  readonly timing: Timing;
  readonly isUnavailable: () => boolean;
};

/** Only this process works on its journal, so a lease is a mark in memory without an end. */
const owner = 'this process';

/**
 * Texts received while the database is unavailable, until the database has them. The functions of the protocol decide on
 * the state in memory, and their changes are on disk before they take effect: an intent before its send.
 */
export class JournalStore implements TextStore {
  readonly senderState = new OutageSenderState();
  readonly #journal: Journal;
  readonly #stops: HardStops;
  readonly #isUnavailable: () => boolean;
  readonly #now = Date.now;
  readonly #texts = new JournaledTexts();
  /** Every text in the journal, finished or not. */
  readonly #sids = new Set<string>();
  readonly #sends: JournaledSends;

  constructor({ journal, stops, timing, isUnavailable }: Deps) {
    this.#isUnavailable = isUnavailable;
    this.#journal = journal;
    this.#stops = stops;
    this.#sends = new JournaledSends(timing);
    this.#load();
  }

  has(sid: string): boolean {
    return this.#sids.has(sid);
  }

  send(id: string): Send | undefined {
    return this.#sends.get(id);
  }

  /** Senders with a text that is not finished. */
  get busySenders(): string[] {
    return [...new Set(this.#texts.allOpen().map(({ text }) => text.sender))];
  }

  /** Stores a received text with its decision. On disk when this returns. */
  add(body: ReceivedText): void {
    this.#journal.write([receivedOperation(body)]);
    this.#sids.add(body.sid);
    const text = openText(body);
    if (text) this.#texts.add(text);
  }

  /** Whether this text is not finished, and its answer not late. */
  isUnderWay(sid: string, now: Date): boolean {
    return (this.#texts.open(sid)?.text.answerBy ?? 0) > now.getTime();
  }

  /** Whether this process is not working on this text, so that the database may take it over. */
  isIdle(sid: string): boolean {
    const text = this.#texts.open(sid)?.text;
    return text?.state === 'sending' ? !this.#sends.isBeingTried(sid) : (text?.leaseOwner ?? null) === null;
  }

  /** This process was frozen since then (Unix milliseconds): another may have received the last texts before. */
  noteFreeze(since: number): void {
    this.#texts.hold(since);
  }

  /** The database takes these texts over: they are not worked on here any longer. */
  handOff(sids: Iterable<string>): void {
    this.#texts.handOff(sids);
  }

  /** The database has these operations. */
  forget(operations: Iterable<Operation>): void {
    for (const { id } of operations) {
      this.#sids.delete(id);
      this.#texts.forget(id);
      this.#sends.forget(id);
    }
    if (this.#journal.size === 0) {
      this.#sends.clear();
      this.senderState.clear();
    }
  }

  /** Nothing once the database is back: it may know more of a text than this process, which was cut off or dead. */
  async lease(limit: number, which: 'all' | 'fixed_replies'): Promise<Lease[]> {
    if (!this.#isUnavailable()) return [];
    const now = this.#now();
    const filter = { now, notBefore: null, busySenders: [], isFixedOnly: which === 'fixed_replies' };
    const next = this.#texts.allOpen().filter(({ text, isHeld }) => !isHeld && leases.mayLease(text, filter));
    return next.slice(0, limit).map(({ text }) => leaseOf(this.#texts.set(leases.lease(text, owner, Infinity)), now));
  }

  async renew(sids: string[]): Promise<Set<string>> {
    return new Set(sids.filter((sid) => this.#texts.open(sid) !== null));
  }

  async release(sids: string[], waitMs: number): Promise<void> {
    for (const sid of sids) {
      // The work on it stopped between intent and outcome, so its send becomes unknown.
      for (const { id } of this.#sends.ofText(sid)) this.#leave(id);
      const text = this.#texts.open(sid)?.text;
      if (text?.state === 'received') this.#texts.set(leases.release(text, waitMs === 0 ? null : this.#now() + waitMs));
    }
  }

  async openAmong(sids: string[]): Promise<{ readonly sid: string; readonly isStopped: boolean }[]> {
    return sids.flatMap((sid) => {
      if (this.#texts.isFinished(sid)) return [];
      const one = this.#texts.open(sid);
      return [{ sid, isStopped: one !== null && opening.isStopped(one.text, this.#sendFacts(one)) }];
    });
  }

  async openSend({ sid, fence }: Lease, sending: Sending): Promise<Intent | 'busy' | null> {
    const openedAtMs = performance.now();
    const one = this.#texts.open(sid);
    if (one === null) return null;
    const opened = this.#take(opening.openSend(one.text, { fence, owner }, sending, this.#sendFacts(one)));
    if (opened === null || opened === 'busy') return opened;
    return { id: opened.id, from: opened.from, to: opened.to, openedAtMs };
  }

  async mayGo({ sid, fence }: Lease): Promise<boolean> {
    const one = this.#texts.open(sid);
    return one === null || opening.mayGo(one.text, { fence, owner }, this.#sendFacts(one));
  }

  async close({ sid, fence }: Lease, outcome: TextClosed['outcome']): Promise<void> {
    const text = this.#texts.open(sid)?.text;
    if (text) this.#take(opening.close(text, fence, outcome, this.#now()));
  }

  async accepted({ id }: SendRef, sid: string, segments: number | null) {
    const nothing = { isNew: false, isDuplicate: false };
    return this.#record(id, nothing, (state, now) => outcomes.accepted(state, { sid, segments }, now));
  }

  async rejected({ id }: SendRef, code: number): Promise<void> {
    // `isOptedOut` is true here, so that no opt-out is noted: 21610 records it when the database replays this.
    this.#record(id, undefined, (state, now) => outcomes.rejected(state, code, true, now));
  }

  async notSent({ id }: SendRef, waitMs: number): Promise<void> {
    this.#record(id, undefined, (state, now) => outcomes.notSent(state, waitMs, now));
  }

  async unknown({ id }: SendRef): Promise<void> {
    this.#leave(id);
  }

  /** Nothing to take over: the open intents of a dead process became unknown when its journal was loaded. */
  async takeOver(): Promise<void> {}

  async claimUnknownSends(limit: number): Promise<UnknownSend[]> {
    return this.#sends.claimUnknownSends(limit, (sid) => this.#texts.open(sid)?.text, this.#now());
  }

  /** False: earlier sends, and those of other processes, are only in the database. */
  async knowsAllSends(): Promise<boolean> {
    return false;
  }

  async recordedAmong(sids: string[]): Promise<Set<string>> {
    return this.#sends.recordedAmong(sids);
  }

  async confirmedLately(): Promise<ConfirmedText[]> {
    return this.#sends.confirmedLately(this.#now());
  }

  async concludeNotCreated({ id }: SendRef, attemptsMax: number): Promise<boolean> {
    return this.#record(id, false, (state, now) => outcomes.concludeNotCreated(state, attemptsMax, now));
  }

  async giveUpUnknownSend({ id }: SendRef): Promise<void> {
    this.#record(id, undefined, outcomes.giveUpUnknownSend);
  }

  /** Notes the carrier's id of a send in the database: no look-up may take it for a send of the journal. */
  noteRecorded(sid: string): void {
    this.#sends.noteRecorded(sid);
  }

  /** Records that it is not known whether this send happened; changes only an open intent. */
  #leave(id: string): void {
    this.#record(id, undefined, (state, now) => outcomes.unknown(state, this.#sends.firstCheckMs, now));
  }

  /** @returns the result of the transition, or `nothing` where there is no such send */
  #record<T>(id: string, nothing: T, transition: (state: outcomes.SendState, now: number) => Step<T>): T {
    const send = this.#sends.get(id);
    if (send === undefined) return nothing;
    return this.#take(transition({ send, text: this.#texts.get(send.sid ?? '') }, this.#now()));
  }

  #sendFacts({ text, phoneId }: JournaledText): opening.SendFacts {
    const { sid, sender, serviceNumber } = text;
    const others = this.#texts.openOf(sender).map((one) => one.text);
    return {
      now: this.#now(),
      isOptedOut: this.#stops.isOptedOut(sender),
      hasChangedHands: phoneId !== null && !this.#stops.isStillOwned(sender, phoneId),
      departedAt: null, // such a text is dropped when it is replayed
      lateApologyAt: this.senderState.lateApologyAt(sender),
      openTexts: others.filter((other) => other.sid !== sid && other.serviceNumber === serviceNumber),
      openSends: this.#sends.toPhone(sender).filter((send) => isOpen(send) && send.from === serviceNumber),
      ownSends: this.#sends.ofText(sid),
    };
  }

  /** Applies a transition's changes: first on disk, then in memory. */
  #take<Result>({ result, changes = {} }: Step<Result>): Result {
    const { text, send, opened, apologizedLateTo } = changes;
    const now = this.#now();
    const written: Operation[] = opened === undefined ? [] : [sendOperation(sendRecordOf(opened, now))];
    // Only a text that ended without an accepted or rejected send needs an entry of its own.
    const isTold = send?.state === 'accepted' || send?.state === 'rejected';
    if (text?.state === 'done' && !isTold) written.push(closedOperation(text, now));
    const changed = send === undefined ? [] : [sendOperation(sendRecordOf(send, now))];
    if (written.length + changed.length > 0) this.#journal.write(written, changed);
    for (const one of [opened, send]) if (one !== undefined) this.#sends.keep(one);
    if (text !== undefined) this.#texts.set(text);
    if (isTold) this.#texts.finish(send.sid ?? '', text ?? null);
    if (apologizedLateTo !== undefined) this.senderState.apologizedLate(apologizedLateTo, new Date(now));
    return result;
  }

  /** After a restart: restores everything, but an open intent becomes unknown (only in memory on a full disk). */
  #load(): void {
    const newestAt = this.#journal.figures().newestAt ?? 0;
    for (const entry of this.#journal.entries()) {
      switch (entry.type) {
        case 'inbound.insert': {
          this.#sids.add(entry.body.sid);
          const text = entry.isHandedOff ? null : reopenText(entry.body, newestAt);
          if (text) this.#texts.add(text);
          break;
        }
        case 'outbound.intent':
        case 'outbound.result':
          this.#restore(sendOf(entry.body));
          break;
        case 'query.failed':
          this.#texts.finish(entry.body.sid, null);
          break;
        case 'outbound.bound':
        case 'status.callback':
          this.#sends.noteRecorded('sid' in entry.body ? entry.body.sid : (entry.body.providerSid ?? ''));
      }
    }
    for (const send of this.#sends.values()) {
      if (send.state !== 'intent') continue;
      try {
        this.#leave(send.id);
      } catch {
        this.#sends.keep({ ...send, state: 'unknown', unknownAt: this.#now() });
      }
    }
  }

  #restore(send: Send): void {
    this.#sends.keep(send);
    if (send.state === 'accepted' || send.state === 'rejected') return this.#texts.finish(send.sid ?? '', null);
    const text = this.#texts.open(send.sid ?? '')?.text;
    if (!text) return;
    const attempts = Math.max(text.attempts, send.attempt);
    this.#texts.set({ ...text, attempts, state: send.state === 'absent' ? text.state : 'sending' });
  }
}
