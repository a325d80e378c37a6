const goodProbesToClose = 3;

/**
 * Whether the database counts as unavailable (docs/reference/outage.md#detection). One proof opens the breaker immediately; a
 * single success may come from a server that is about to fail again, so several in a row are needed to close it.
 */
export class Breaker {
  #isOpen = false;
  #goodProbes = 0;

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Records proof that the database is unavailable. @returns whether this opened the breaker */
  recordFailure(): boolean {
    this.#goodProbes = 0;
    const isNew = !this.#isOpen;
    this.#isOpen = true;
    return isNew;
  }

  /** Records a successful write. @returns whether this closed the breaker */
  recordSuccess(): boolean {
    if (!this.#isOpen) return false;
    this.#goodProbes += 1;
    if (this.#goodProbes < goodProbesToClose) return false;
    this.#isOpen = false;
    this.#goodProbes = 0;
    return true;
  }
}
