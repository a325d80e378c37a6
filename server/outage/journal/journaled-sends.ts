import type { Send, Text } from '#server/texting/store/protocol/states.ts';
import {
  confirmedLately,
  describeUnknown,
  nextCheckAt,
  type ConfirmedText,
  type UnknownSend,
} from '#server/texting/store/protocol/unknown-sends.ts';
import type { Timing } from '#server/texting/timing.ts';

import { KeysBy } from './keys-by.ts';

/** How often an unknown send has been looked up, and when the next look is due. */
type Checking = { readonly checks: number; readonly nextAt: number };

/** The sends of journaled texts, from the intent to the outcome. */
export class JournaledSends {
  readonly #timing: Timing;
  readonly #sends = new Map<string, Send>();
  readonly #byText = new KeysBy();
  readonly #byPhone = new KeysBy();
  readonly #checking = new Map<string, Checking>();
  /** The carrier's ids of known sends: no look-up may take one for another send's. */
  readonly #recorded = new Set<string>();

  constructor(timing: Timing) {
    this.#timing = timing;
  }

  /** How long after a send became unknown it is looked up first, in ms. */
  get firstCheckMs(): number {
    return this.#timing.checksMs[0] ?? 0;
  }

  get(id: string): Send | undefined {
    return this.#sends.get(id);
  }

  values(): Send[] {
    return [...this.#sends.values()];
  }

  /** The sends of one text. */
  ofText(sid: string): Send[] {
    return this.#all(this.#byText.get(sid));
  }

  /** The sends to one phone. */
  toPhone(to: string): Send[] {
    return this.#all(this.#byPhone.get(to));
  }

  #all(ids: readonly string[]): Send[] {
    return ids.flatMap((id) => this.#sends.get(id) ?? []);
  }

  /** Stores a send as it is now. */
  keep(send: Send): void {
    const { id, sid, to, state, unknownAt, providerSid } = send;
    this.#sends.set(id, send);
    this.#byPhone.add(to, id);
    if (sid !== null) this.#byText.add(sid, id);
    if (providerSid !== null) this.#recorded.add(providerSid);
    if (state !== 'unknown') this.#checking.delete(id);
    else this.#checking.set(id, { checks: 0, nextAt: (unknownAt ?? 0) + this.firstCheckMs });
  }

  /** Whether a send of this text is in progress. */
  isBeingTried(sid: string): boolean {
    return this.ofText(sid).some(({ state }) => state === 'intent');
  }

  /** Sends whose next look at the carrier is due; `textOf` gives the text while it is still here. */
  claimUnknownSends(limit: number, textOf: (sid: string) => Text | undefined, now: number): UnknownSend[] {
    const due = [...this.#checking].filter(([, { nextAt }]) => nextAt <= now).slice(0, limit);
    return due.flatMap(([id, { checks }]) => {
      const send = this.#sends.get(id);
      const text = textOf(send?.sid ?? '');
      if (send?.state !== 'unknown' || text === undefined) {
        this.#checking.delete(id);
        return [];
      }
      const nextAt = nextCheckAt(send, checks + 1, this.#timing, now);
      this.#checking.set(id, { checks: checks + 1, nextAt });
      return [describeUnknown({ send, text }, this.toPhone(send.to), this.#timing.quietPeriodMs, now)];
    });
  }

  recordedAmong(sids: readonly string[]): Set<string> {
    return new Set(sids.filter((sid) => this.#recorded.has(sid)));
  }

  /** The last texts that the carrier confirmed, to at most three phones, before the quiet period. */
  confirmedLately(now: number): ConfirmedText[] {
    return confirmedLately(this.#sends.values(), this.#timing.quietPeriodMs, now);
  }

  /** Notes the carrier's id of a send that is not in the journal. */
  noteRecorded(sid: string): void {
    this.#recorded.add(sid);
  }

  /** The database has this send. */
  forget(id: string): void {
    const send = this.#sends.get(id);
    if (send !== undefined) this.#byPhone.delete(send.to, id);
    this.#byText.delete(send?.sid ?? '', id);
    this.#sends.delete(id);
    this.#checking.delete(id);
  }

  /** The database has all sends. */
  clear(): void {
    this.#recorded.clear();
  }
}
