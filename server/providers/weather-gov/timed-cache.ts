/** Values that are kept for a while; the oldest ones go when there are too many. A failure is not kept. */
export class TimedCache<Value> {
  readonly #max: number;
  readonly #keptMs: number;
  readonly #entries = new Map<string, { readonly value: Value; readonly until: number }>();

  constructor(max: number, keptMs: number) {
    this.#max = max;
    this.#keptMs = keptMs;
  }

  /** The value of this key, read with `read` when it is not there or too old. */
  async get(key: string, read: () => Promise<Value>): Promise<Value> {
    const kept = this.#entries.get(key);
    if (kept !== undefined && performance.now() < kept.until) return kept.value;
    const value = await read();
    this.#entries.delete(key);
    this.#entries.set(key, { value, until: performance.now() + this.#keptMs });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#max) break;
      this.#entries.delete(oldest);
    }
    return value;
  }
}
