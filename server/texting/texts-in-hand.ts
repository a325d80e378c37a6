import type { Secret } from '#server/platform/secret.ts';

/** A reply that is ready to go, until the carrier has it. */
export type ReadyReply = {
  readonly body: Secret;
  readonly encoding: 'gsm7' | 'ucs2';
  readonly segments: number;
};

type InHand = { readonly since: number; question: Secret | null; reply: ReadyReply | null };

/**
 * The words of texts between the webhook and the carrier: the only place where they are, and it is memory. Nothing
 * depends on it: a process that lost it, or dropped an old entry to stay within bounds, fetches the question again
 * by its id and asks again.
 */
export class TextsInHand {
  readonly #texts = new Map<string, InHand>();
  readonly #countMax: number;
  readonly #ageMaxMs: number;

  constructor({ countMax = 20_000, ageMaxMs = 10 * 60_000 } = {}) {
    this.#countMax = countMax;
    this.#ageMaxMs = ageMaxMs;
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

  get count(): number {
    return this.#texts.size;
  }

  #entry(sid: string): InHand {
    const now = performance.now();
    // A Map keeps the order of insertion: the oldest entries are the first.
    for (const [oldest, { since }] of this.#texts) {
      if (this.#texts.size < this.#countMax && now - since < this.#ageMaxMs) break;
      this.#texts.delete(oldest);
    }
    const entry = this.#texts.get(sid) ?? { since: now, question: null, reply: null };
    this.#texts.set(sid, entry);
    return entry;
  }
}
