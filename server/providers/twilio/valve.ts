/** The first pause after a refusal, and the longest; each further refusal doubles it. */
const firstPauseMs = 1000;
const longestPauseMs = 4000;

/**
 * Limits concurrent calls: half as many after a refusal, one more after each success (AIMD, as TCP does it). After
 * several refusals in a row it closes for a pause that doubles; then a single call probes. Times are in ms on one
 * steady clock.
 */
export class Valve {
  readonly #max: number;
  #limit: number;
  #underWay = 0;
  #refusals = 0;
  #pauseMs = 0;
  #closedUntil = 0;

  /** @param atFirst the limit before any call was served */
  constructor(max: number, atFirst = max) {
    this.#max = max;
    this.#limit = atFirst;
  }

  /** Whether one more call may go now. */
  isOpen(now: number): boolean {
    return now >= this.#closedUntil && this.#underWay < this.#limit;
  }

  /** For how long it stays closed; 0 when it is open, or waits only for a call to end. */
  closedForMs(now: number): number {
    return Math.max(0, this.#closedUntil - now);
  }

  enter(): void {
    this.#underWay += 1;
  }

  leave(): void {
    this.#underWay -= 1;
  }

  /** A call was served. */
  served(now: number): void {
    // A reply to a call from before the pause says nothing about now.
    if (now < this.#closedUntil) return;
    this.#refusals = 0;
    this.#pauseMs = 0;
    this.#limit = Math.min(this.#max, this.#limit + 1);
  }

  /**
   * A call was refused, or not answered.
   * @param refusalsMax this many in a row close it
   * @param leastMs the shortest pause, where the carrier asks for one
   * @returns whether that closed it
   */
  refused(now: number, refusalsMax: number, leastMs = 0): boolean {
    // Of many concurrent calls, the first refused one closes it.
    if (now < this.#closedUntil) return false;
    this.#refusals += 1;
    this.#limit = Math.max(1, Math.floor(Math.min(this.#limit, this.#underWay) / 2));
    if (this.#refusals < refusalsMax) return false;
    this.#pauseMs = Math.min(longestPauseMs, Math.max(firstPauseMs, this.#pauseMs * 2));
    this.#closedUntil = now + Math.max(this.#pauseMs, leastMs);
    this.#limit = 1;
    return true;
  }
}
