import type { Secret } from '#server/platform/secret.ts';

/** A reply that is ready to send. */
export type OutgoingReply = {
  readonly body: Secret;
  readonly encoding: 'gsm7' | 'ucs2';
  readonly segments: number;
};

type CachedPlaintext = {
  readonly since: number;
  checkedAt: number;
  question: Secret | null;
  reply: OutgoingReply | null;
};

/**
 * Holds the plaintext of questions and answers between the webhook and the carrier, in memory and nowhere else. It is
 * only a cache: a process that restarted, or evicted an old entry to stay within bounds, fetches the question from the
 * carrier by its id and asks the model again.
 */
export class PlaintextCache {
  readonly #texts = new Map<string, CachedPlaintext>();
  readonly #countMax: number;
  readonly #ageMaxMs: number;
  readonly #now: () => number;

  /** @param options `now`: a monotonic clock in milliseconds */
  constructor({ countMax = 20_000, ageMaxMs = 10 * 60_000, now = (): number => performance.now() } = {}) {
    this.#countMax = countMax;
    this.#ageMaxMs = ageMaxMs;
    this.#now = now;
  }

  keepQuestion(sid: string, question: Secret): void {
    this.#entry(sid).question = question;
  }

  keepReply(sid: string, reply: OutgoingReply): void {
    this.#entry(sid).reply = reply;
  }

  question(sid: string): Secret | null {
    return this.#texts.get(sid)?.question ?? null;
  }

  reply(sid: string): OutgoingReply | null {
    return this.#texts.get(sid)?.reply ?? null;
  }

  drop(sid: string): void {
    this.#texts.delete(sid);
  }

  /** Drops expired entries. Call it regularly, otherwise an idle process would keep its last entries. */
  dropOld(): void {
    const now = this.#now();
    for (const [sid, { since }] of this.#texts) {
      // A Map keeps insertion order, so the oldest entries come first.
      if (now - since < this.#ageMaxMs) return;
      this.#texts.delete(sid);
    }
  }

  /** Up to `limit` texts that were neither added nor checked within `ms`; marks them as checked. */
  uncheckedFor(ms: number, limit: number): string[] {
    const now = this.#now();
    const sids: string[] = [];
    for (const [sid, entry] of this.#texts) {
      if (sids.length === limit) break;
      if (now - entry.checkedAt < ms) continue;
      entry.checkedAt = now;
      sids.push(sid);
    }
    return sids;
  }

  get count(): number {
    return this.#texts.size;
  }

  #entry(sid: string): CachedPlaintext {
    this.dropOld();
    const now = this.#now();
    const entry = this.#texts.get(sid) ?? { since: now, checkedAt: now, question: null, reply: null };
    this.#texts.set(sid, entry);
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > this.#countMax && oldest !== undefined) this.#texts.delete(oldest);
    return entry;
  }
}
