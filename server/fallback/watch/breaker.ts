import type { Away } from '#server/platform/database-away.ts';

/** One refusal opens it, or so many silences within so long; so many good probes in a row close it. */
const silencesMax = 3;
const silenceWindowMs = 5000;
const goodProbesToClose = 3;

/**
 * Whether the database counts as away (database outage, "Detect"). A silence may be a moment of load, so it takes
 * several; and one good answer may come from a server that is about to fall over again, so it takes several too.
 */
export class Breaker {
  #isOpen = false;
  #silences: number[] = [];
  #goodProbes = 0;

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** A connection or a query failed at `nowMs` of a steady clock. @returns whether the breaker opened by it */
  failed(how: Away, nowMs: number): boolean {
    this.#goodProbes = 0;
    if (this.#isOpen) return false;
    this.#silences = this.#silences.filter((at) => nowMs - at < silenceWindowMs);
    if (how === 'silent') this.#silences.push(nowMs);
    this.#isOpen = how === 'gone' || this.#silences.length >= silencesMax;
    return this.#isOpen;
  }

  /** The database took a write. @returns whether the breaker closed by it */
  probed(): boolean {
    if (!this.#isOpen) return false;
    this.#goodProbes += 1;
    if (this.#goodProbes < goodProbesToClose) return false;
    this.#isOpen = false;
    this.#silences = [];
    this.#goodProbes = 0;
    return true;
  }
}
