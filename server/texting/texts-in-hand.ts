import type { Secret } from '#server/platform/secret.ts';

/** A reply that is ready to go, until the carrier has it. */
export type ReadyReply = {
  readonly body: Secret;
  readonly encoding: 'gsm7' | 'ucs2';
  readonly segments: number;
};

type InHand = { readonly since: number; lookedAt: number; question: Secret | null; reply: ReadyReply | null };

/**
 * The words of texts between the webhook and the carrier: the only place where they are, and it is memory. Nothing
 * depends on it: a process that lost it, or dropped an old entry to stay within bounds, fetches the question again
 * by its id and asks again.
 */
export class TextsInHand {
  readonly #texts = new Map<string, InHand>();
  readonly #countMax: number;
  readonly #ageMaxMs: number;
  readonly #now: () => number;

  /** @param options `now`: milliseconds that never run backwards */
  constructor({ countMax = 20_000, ageMaxMs = 10 * 60_000, now = (): number => performance.now() } = {}) {
    this.#countMax = countMax;
    this.#ageMaxMs = ageMaxMs;
    this.#now = now;
  }

  keepQuestion(sid: string, question: Secret): void {
    this.#entry(sid).question = question;
  }

  keepReply(sid: string, reply: ReadyReply): void {
    this.#entry(sid).reply = reply;
  }

  question(sid: string): Secret | null {
    return this.#texts.get(sid)?.question ?? null;
  }

  reply(sid: string): ReadyReply | null {
    return this.#texts.get(sid)?.reply ?? null;
  }

  drop(sid: string): void {
    this.#texts.delete(sid);
  }

  /** Drops what is too old to be of use. Call it now and then: on its own, a process at rest would keep its last words. */
  dropOld(): void {
    const now = this.#now();
    for (const [sid, { since }] of this.#texts) {
      // A Map keeps the order of insertion: the oldest entries are the first.
      if (now - since < this.#ageMaxMs) return;
      this.#texts.delete(sid);
    }
  }

  /** Up to `limit` texts that were neither kept nor looked at within `ms`; they count as looked at from now on. */
  unlookedFor(ms: number, limit: number): string[] {
    const now = this.#now();
    const sids: string[] = [];
    for (const [sid, entry] of this.#texts) {
      if (sids.length === limit) break;
      if (now - entry.lookedAt < ms) continue;
      entry.lookedAt = now;
      sids.push(sid);
    }
    return sids;
  }

  get count(): number {
    return this.#texts.size;
  }

  #entry(sid: string): InHand {
    this.dropOld();
    const now = this.#now();
    const entry = this.#texts.get(sid) ?? { since: now, lookedAt: now, question: null, reply: null };
    this.#texts.set(sid, entry);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > this.#countMax && oldest !== undefined) this.#texts.delete(oldest);
    return entry;
  }
}
