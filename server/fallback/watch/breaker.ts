const goodProbesToClose = 3;

/**
 * Whether the database counts as away (database outage, "Detect"). Evidence opens it at once; one good answer may come
 * from a server that is about to fall over again, so it takes several in a row to close it.
 */
export class Breaker {
  #isOpen = false;
  #goodProbes = 0;

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** There is evidence that the database is away. @returns whether the breaker opened by it */
  failed(): boolean {
    this.#goodProbes = 0;
    const isNew = !this.#isOpen;
    this.#isOpen = true;
    return isNew;
  }

  /** The database took a write. @returns whether the breaker closed by it */
  probed(): boolean {
    if (!this.#isOpen) return false;
    this.#goodProbes += 1;
    if (this.#goodProbes < goodProbesToClose) return false;
    this.#isOpen = false;
    this.#goodProbes = 0;
    return true;
  }
}
