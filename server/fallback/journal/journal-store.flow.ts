import type { Doubt } from '#server/texting/doubts/reconcile.repo.ts';
import type { Lease } from '#server/texting/queue.repo.ts';
import type { Intent, Sending } from '#server/texting/sending/sending.repo.ts';
import type { TextStore } from '#server/texting/text-store.ts';
import type { Timing } from '#server/texting/timing.ts';

import type { Journal } from './journal.repo.ts';
import { isOpen, JournalledSends } from './journalled-sends.flow.ts';
import {
  type HardStops,
  insertOf,
  intentFor,
  isStopped,
  leaseOf,
  mustWait,
  nextToAnswer,
  openAmong,
  openAgain,
  openText,
  type OpenText,
  wasAcknowledged,
} from './journalled-text.ts';
import type { Operation, Send, TextClosed, TextTakenIn } from './operations.ts';
import { SenderMemory } from './sender-memory.ts';

type Parts = {
  readonly journal: Journal;
  readonly stops: HardStops;
  readonly timing: Timing;
  readonly isAway: () => boolean;
};

/**
 * Texts that came in while the database was away, from their taking in until the database has them. The same protocol
 * with the journal as its database: an intent is on disk before a send, and what a dead process may have sent is looked
 * up before anything else goes to that phone. Only this process works on them, so a lease is a mark in memory.
 */
export class JournalStore implements TextStore {
  /** The database has the others, of the last minutes and of other processes. */
  readonly knowsAllSends = false;
  readonly memory = new SenderMemory();
  readonly #journal: Journal;
  readonly #stops: HardStops;
  readonly #isAway: () => boolean;
  readonly #now = Date.now;
  /** Texts that are not finished, oldest first as they came. */
  readonly #texts = new Map<string, OpenText>();
  /** Every text in the journal, finished or not. */
  readonly #sids = new Set<string>();
  readonly #finished = new Set<string>();
  readonly #sends: JournalledSends;
  openAmong = async (sids: string[]) => openAmong(sids, this.#texts, this.#finished, this.#stops);

  constructor({ journal, stops, timing, isAway }: Parts) {
    this.#isAway = isAway;
    this.#journal = journal;
    this.#stops = stops;
    this.#sends = new JournalledSends(journal, timing);
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
    return [...new Set([...this.#texts.values()].map(({ sender }) => sender))];
  }

  /** Takes a settled text in. On disk when this returns. */
  add(body: TextTakenIn): void {
    this.#journal.write([insertOf(body)]);
    this.#sids.add(body.sid);
    const text = openText(body);
    if (text) this.#texts.set(text.sid, text);
  }

  /** Whether the journal knows how this text ended, or that a send of it is open. */
  isSpokenFor(sid: string): boolean {
    return this.#finished.has(sid) || this.#sends.hasOpen(sid);
  }

  /** Whether this text is not finished, and its answer not late. */
  isUnderWay(sid: string, now: Date): boolean {
    return (this.#texts.get(sid)?.answerBy ?? 0) > now.getTime();
  }

  /** Whether no one is working on this text here, so that the database may take it over. */
  isIdle(sid: string): boolean {
    const text = this.#texts.get(sid);
    if (!text?.sending) return !text?.isLeased;
    return this.#sends.get(text.sending)?.state === 'unknown';
  }

  /** This process slept since then (Unix milliseconds): the last texts before may be another's by now. */
  slept(since: number): void {
    for (const text of this.#texts.values()) {
      if (wasAcknowledged(text, since) || text.receivedAt > since) continue;
      text.isHeld = true;
      if (text.sending === null) text.isLeased = false;
    }
  }

  /** The database takes these texts over: no more work on them here. */
  handOver(sids: Iterable<string>): void {
    for (const sid of sids) this.#texts.delete(sid);
  }

  /** The database has these operations. */
  forget(operations: Iterable<Operation>): void {
    for (const { id } of operations) {
      this.#sids.delete(id);
      this.#finished.delete(id);
      this.#sends.forget(id);
    }
    if (this.#journal.size === 0) {
      this.#sends.clear();
      this.memory.clear();
    }
  }

  /** Nothing once the database is back: it may know more of a text than this process, which was cut off or dead. */
  async lease(limit: number, which: 'all' | 'fixed_replies'): Promise<Lease[]> {
    if (!this.#isAway()) return [];
    const now = this.#now();
    const next = nextToAnswer(this.#texts.values(), which, now);
    return next.slice(0, limit).map((text) => leaseOf(text, now));
  }

  async renew(sids: string[]): Promise<Set<string>> {
    return new Set(sids.filter((sid) => this.#texts.has(sid)));
  }

  async giveBack(sids: string[], waitMs: number): Promise<void> {
    for (const text of sids.flatMap((sid) => this.#texts.get(sid) ?? [])) {
      // Whoever worked on it stopped between intent and outcome: what became of the send is in doubt.
      if (text.sending !== null) await this.unknown(text.sending);
      text.isLeased = false;
      text.restUntil = this.#now() + waitMs;
    }
  }

  async openSend({ sid, fence }: Lease, sending: Sending): Promise<Intent | 'busy' | null> {
    const openedAtMs = performance.now();
    const text = this.#texts.get(sid);
    if (!text?.isLeased || text.fence !== fence || text.sending !== null) return null;
    const now = this.#now();
    if (isStopped(text, this.#stops)) {
      this.#end(text, 'suppressed');
      return null;
    }
    if (this.#mustWait(text)) return 'busy';
    if (sending.isLate && !text.isApologyDue && !this.memory.mayApologiseLate(text.sender, new Date(now))) {
      this.#end(text, 'failed');
      return null;
    }
    text.isApologyDue ||= sending.isLate;
    const send = intentFor(text, sending, now);
    this.#sends.open(send);
    text.attempts += 1;
    text.sending = send.id;
    return { id: send.id, from: send.from, to: send.to, openedAtMs };
  }

  async mayGo({ sid }: Lease): Promise<boolean> {
    const text = this.#texts.get(sid);
    return !text || !this.#mustWait(text);
  }

  async close({ sid }: Lease, outcome: TextClosed['outcome']): Promise<void> {
    const text = this.#texts.get(sid);
    if (text && text.sending === null) this.#end(text, outcome);
  }

  async accepted(id: string, sid: string, segments: number | null) {
    const before = this.#sends.get(id);
    const isNew = before !== undefined && before.state !== 'accepted' && before.state !== 'rejected';
    if (isNew) {
      this.#sends.settle(before, { state: 'accepted', providerSid: sid, segments: segments ?? before.segments });
      this.#finish(before.sid);
    }
    // Bound after it was taken for absent: the text may have had its reply by another send.
    return { isNew, isDuplicate: isNew && before.state === 'absent' && this.#sends.hasOther(before) };
  }

  async rejected(id: string, code: number): Promise<void> {
    const before = this.#sends.get(id);
    if (!before || !isOpen(before)) return;
    this.#sends.settle(before, { state: 'rejected', code });
    this.#finish(before.sid);
  }

  async notSent(id: string, waitMs: number): Promise<void> {
    const before = this.#sends.get(id);
    if (before?.state !== 'intent') return;
    this.#sends.settle(before, { state: 'absent' });
    this.#backToQueue(before, waitMs, -1);
  }

  async unknown(id: string): Promise<void> {
    const before = this.#sends.get(id);
    if (before?.state !== 'intent') return;
    this.#sends.settle(before, { state: 'unknown', unknownAt: this.#now() });
  }

  /** Nothing to take over: what a dead process left became doubtful when its journal was read. */
  async takeOver(): Promise<void> {}

  async claimDoubts(limit: number): Promise<Doubt[]> {
    return this.#sends.claimDoubts(limit, (sid) => this.#texts.get(sid));
  }

  async boundAmong(sids: string[]): Promise<Set<string>> {
    return this.#sends.boundAmong(sids);
  }

  async concludeAbsent(id: string, attemptsMax: number): Promise<boolean> {
    const before = this.#sends.get(id);
    if (before?.state !== 'unknown') return false;
    const text = this.#texts.get(before.sid);
    this.#sends.settle(before, { state: 'absent' });
    const isGivenUp = text !== undefined && text.attempts >= attemptsMax;
    if (isGivenUp) this.#end(text, 'failed');
    else this.#backToQueue(before, 0, 0);
    return isGivenUp;
  }

  async giveUpDoubt(id: string): Promise<void> {
    const text = this.#texts.get(this.#sends.giveUp(id) ?? '');
    if (text) this.#end(text, 'failed');
  }

  /** The carrier's id of a send of the database: no look-up may take it for one of these. */
  noteBound(sid: string): void {
    this.#sends.noteBound(sid);
  }

  #mustWait(text: OpenText): boolean {
    return mustWait(text, this.#texts.values(), this.#sends.openPairs(), this.#now());
  }

  #end(text: OpenText, outcome: TextClosed['outcome']): void {
    const { sid } = text;
    this.#journal.write([
      { type: 'query.failed', id: `${sid}:closed`, key: sid, at: this.#now(), body: { sid, outcome } },
    ]);
    this.#finish(sid);
  }

  #finish(sid: string): void {
    this.#texts.delete(sid);
    this.#finished.add(sid);
  }

  #backToQueue({ sid, id }: Send, waitMs: number, attempts: number): void {
    const text = this.#texts.get(sid);
    if (text?.sending !== id) return;
    const restUntil = this.#now() + waitMs;
    Object.assign(text, { sending: null, isLeased: false, attempts: text.attempts + attempts, restUntil });
  }

  /** After a restart: everything as it was, except that no one knows what became of an open intent. */
  #load(): void {
    const newestAt = this.#journal.figures().newestAt ?? 0;
    for (const line of this.#journal.lines()) {
      switch (line.type) {
        case 'inbound.insert': {
          this.#sids.add(line.body.sid);
          const text = line.isHanded ? null : openAgain(line.body, newestAt);
          if (text) this.#texts.set(text.sid, text);
          break;
        }
        case 'outbound.intent':
        case 'outbound.result':
          this.#restore(line.body);
          break;
        case 'query.failed':
          this.#finish(line.body.sid);
          break;
        case 'outbound.bound':
        case 'status.callback':
          this.#sends.noteBound('sid' in line.body ? line.body.sid : (line.body.providerSid ?? ''));
      }
    }
  }

  #restore(send: Send): void {
    this.#sends.restore(send);
    if (send.state === 'accepted' || send.state === 'rejected') this.#finish(send.sid);
    const text = this.#texts.get(send.sid);
    if (!text) return;
    text.attempts = Math.max(text.attempts, send.attempt);
    if (send.state !== 'absent') text.sending = send.id;
  }
}
