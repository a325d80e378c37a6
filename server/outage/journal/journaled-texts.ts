import { release } from '#server/texting/store/protocol/leases.ts';
import type { Text } from '#server/texting/store/protocol/states.ts';

import { type JournaledText, wasAcknowledged } from './journaled-text.ts';
import { KeysBy } from './keys-by.ts';

/** The texts of the journal: those that are not finished, and how the others ended. */
export class JournaledTexts {
  /** In the order of their arrival. */
  readonly #open = new Map<string, JournaledText>();
  readonly #openBySender = new KeysBy();
  /** How they ended; null where that is not known here. */
  readonly #finished = new Map<string, Text | null>();

  /** @returns null for one that is finished, or was handed off to the database */
  open(sid: string): JournaledText | null {
    return this.#open.get(sid) ?? null;
  }

  allOpen(): JournaledText[] {
    return [...this.#open.values()];
  }

  /** The texts of one phone that are not finished, in the order of their arrival. */
  openOf(sender: string): JournaledText[] {
    return this.#openBySender.get(sender).flatMap((sid) => this.#open.get(sid) ?? []);
  }

  isFinished(sid: string): boolean {
    return this.#finished.has(sid);
  }

  /** A text as it is or ended; null where that is not known. */
  get(sid: string): Text | null {
    return this.#open.get(sid)?.text ?? this.#finished.get(sid) ?? null;
  }

  add(one: JournaledText): void {
    this.#open.set(one.text.sid, one);
    this.#openBySender.add(one.text.sender, one.text.sid);
  }

  /** A text as it is now. */
  set(text: Text): Text {
    const one = this.#open.get(text.sid);
    if (text.state === 'done') this.finish(text.sid, text);
    else if (one !== undefined) this.#open.set(text.sid, { ...one, text });
    return text;
  }

  finish(sid: string, text: Text | null): void {
    this.#close(sid);
    this.#finished.set(sid, text ?? this.#finished.get(sid) ?? null);
  }

  /** Holds the last texts before a freeze (since then, Unix milliseconds): another process may have received them too. */
  hold(since: number): void {
    for (const [sid, { text, ...rest }] of this.#open) {
      if (wasAcknowledged(text, since) || text.receivedAt > since) continue;
      this.#open.set(sid, { ...rest, text: text.state === 'received' ? release(text, null) : text, isHeld: true });
    }
  }

  /** The database works on these now. */
  handOff(sids: Iterable<string>): void {
    for (const sid of sids) this.#close(sid);
  }

  #close(sid: string): void {
    const one = this.#open.get(sid);
    if (one === undefined) return;
    this.#open.delete(sid);
    this.#openBySender.delete(one.text.sender, sid);
  }

  /** The database has all of it. */
  forget(sid: string): void {
    this.#finished.delete(sid);
  }
}
