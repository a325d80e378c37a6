import type { Doubt } from '#server/texting/doubts/reconcile.repo.ts';
import type { Timing } from '#server/texting/timing.ts';

import type { Journal } from './journal.repo.ts';
import { sendOf } from './journalled-text.ts';
import type { Send } from './operations.ts';

/** How often a doubtful send has been looked up, and when the next look is due. */
type Checking = { checks: number; nextAt: number };

/** The sends of journalled texts: one line each in the journal, from the intent to what became of it. */
export class JournalledSends {
  readonly #journal: Journal;
  readonly #timing: Timing;
  readonly #now = Date.now;
  readonly #sends = new Map<string, Send>();
  /** The texts with an open send. */
  readonly #open = new Set<string>();
  readonly #checking = new Map<string, Checking>();
  /** The carrier's ids of what is known to have gone out: no look-up may take one for another send's. */
  readonly #bound = new Set<string>();

  constructor(journal: Journal, timing: Timing) {
    this.#journal = journal;
    this.#timing = timing;
  }

  get(id: string): Send | undefined {
    return this.#sends.get(id);
  }

  /** Between which numbers a send is open that others must wait for; `key` is `from to`. */
  openPairs(): Set<string> {
    const open = [...this.#sends.values()].filter((send) => isOpen(send) && send.purpose !== 'crisis');
    return new Set(open.map(({ from, to }) => `${from} ${to}`));
  }

  /** The intent. On disk when this returns. */
  open(send: Send): void {
    this.#journal.write([sendOf(send)]);
    this.#keep(send);
  }

  /** What became of it. On disk when this returns. */
  settle(before: Send, change: Partial<Send>): void {
    const after: Send = { ...before, ...change, at: this.#now() };
    this.#journal.write([], [sendOf(after)]);
    this.#keep(after);
    if (after.providerSid !== null) this.#bound.add(after.providerSid);
    if (after.state === 'unknown') this.#check(after);
    else this.#checking.delete(after.id);
  }

  /** Closes a doubt for good: never sent again. @returns its text, or null where it is no doubt any more */
  giveUp(id: string): string | null {
    const send = this.#sends.get(id);
    if (send?.state !== 'unknown') return null;
    this.settle(send, { state: 'unresolved' });
    return send.sid;
  }

  /** A send as the journal has it after a restart. No one knows what became of an open intent. */
  restore(send: Send): void {
    this.#keep(send);
    if (send.providerSid !== null) this.#bound.add(send.providerSid);
    if (send.state === 'intent') this.settle(send, { state: 'unknown', unknownAt: this.#now() });
    else if (send.state === 'unknown') this.#check(send);
  }

  /** Whether it is not known what became of a send of this text. */
  hasOpen(sid: string): boolean {
    return this.#open.has(sid);
  }

  /** Whether another send of the same text went out. */
  hasOther({ id, sid }: Send): boolean {
    return [...this.#sends.values()].some(
      (other) => other.sid === sid && other.id !== id && other.state === 'accepted',
    );
  }

  /** Sends whose next look at the carrier is due; `textOf` gives the text while it is still here. */
  claimDoubts(limit: number, textOf: (sid: string) => { readonly answerBy: number } | undefined): Doubt[] {
    const now = this.#now();
    const due = [...this.#checking].filter(([, { nextAt }]) => nextAt <= now).slice(0, limit);
    return due.flatMap(([id, checking]) => {
      const send = this.#sends.get(id);
      const text = send && textOf(send.sid);
      if (send?.state === 'unknown' && text) return [this.#doubt(send, text, checking, now)];
      this.#checking.delete(id);
      return [];
    });
  }

  boundAmong(sids: readonly string[]): Set<string> {
    return new Set(sids.filter((sid) => this.#bound.has(sid)));
  }

  /** The carrier's id of a send that is not one of these. */
  noteBound(sid: string): void {
    this.#bound.add(sid);
  }

  /** The database has it. */
  forget(id: string): void {
    this.#open.delete(this.#sends.get(id)?.sid ?? '');
    this.#sends.delete(id);
    this.#checking.delete(id);
  }

  /** The database has them all. */
  clear(): void {
    this.#bound.clear();
  }

  #keep(send: Send): void {
    this.#sends.set(send.id, send);
    if (isOpen(send)) this.#open.add(send.sid);
    else this.#open.delete(send.sid);
  }

  #doubt(send: Send, { answerBy }: { readonly answerBy: number }, checking: Checking, now: number): Doubt {
    const { checksMs, checkAgainMs, settleMs } = this.#timing;
    const since = send.unknownAt ?? now;
    checking.checks += 1;
    const next = checksMs[checking.checks];
    checking.nextAt = next === undefined ? now + checkAgainMs : since + next;
    const known = this.#newestAccepted(send);
    return {
      id: send.id,
      from: send.from,
      to: send.to,
      attempt: send.attempt,
      ageMs: now - send.intentAt,
      settledMs: now - since,
      isOverdue: now > Math.max(answerBy, since + settleMs),
      isCrisis: send.purpose === 'crisis',
      knownSid: known?.providerSid ?? null,
      knownAgeMs: known === undefined ? null : now - known.intentAt,
      rivalAgesMs: this.#rivals(send, known).map(({ intentAt }) => now - intentAt),
    };
  }

  /** Other sends of the pair that the list may show and that are not known to be there (doubts/match-send.ts). */
  #rivals({ id, from, to }: Send, known: Send | undefined): Send[] {
    return [...this.#sends.values()].filter(
      (send) =>
        send.id !== id &&
        send.from === from &&
        send.to === to &&
        send.purpose !== 'crisis' &&
        send.intentAt > (known?.intentAt ?? 0) &&
        (isOpen(send) || send.state === 'unresolved' || (send.state === 'absent' && send.unknownAt !== null)),
    );
  }

  /** The last of the pair before this one that the carrier confirmed. */
  #newestAccepted({ from, to, intentAt }: Send): Send | undefined {
    const accepted = [...this.#sends.values()].filter(
      (send) => send.from === from && send.to === to && send.state === 'accepted' && send.at < intentAt,
    );
    return accepted.toSorted((a, b) => b.intentAt - a.intentAt)[0];
  }

  #check({ id, unknownAt }: Send): void {
    this.#checking.set(id, { checks: 0, nextAt: (unknownAt ?? this.#now()) + (this.#timing.checksMs[0] ?? 0) });
  }
}

/** Whether it is not known what became of it. */
export function isOpen({ state }: Send): boolean {
  return state === 'intent' || state === 'unknown';
}
