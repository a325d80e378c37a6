/**
 * How many recent sends of this process to remember, so that an interim delivery report for one of them needs no query.
 * About 2 MB.
 */
const rememberedMax = 10_000;

/** The sends whose outcome this process has written, or is writing, by our id. */
export class OutcomesHere {
  readonly #written = new Set<string>();
  readonly #writing = new Map<string, Promise<unknown>>();

  /** Notes an outcome that is being written. @returns what `writing` does, and throws what it throws */
  async note<T>(id: string, writing: Promise<T>): Promise<T> {
    this.#writing.set(id, writing);
    try {
      const result = await writing;
      this.#remember(id);
      return result;
    } finally {
      this.#writing.delete(id);
    }
  }

  /** Whether an outcome of this send is on disk; waits for one that is being written. */
  async has(id: string): Promise<boolean> {
    await this.#writing.get(id)?.catch(() => undefined);
    return this.#written.has(id);
  }

  #remember(id: string): void {
    this.#written.add(id);
    const [oldest] = this.#written;
    if (this.#written.size > rememberedMax && oldest !== undefined) this.#written.delete(oldest);
  }
}
