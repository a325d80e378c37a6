type Entry<Value> = { readonly value: Value; readonly readAt: Moment };
type Moment = { readonly running: number; readonly wall: number };

/** Values that are kept for a while; the oldest ones go when there are too many. A failure is not kept. */
export class TimedCache<Value> {
  readonly #max: number;
  readonly #keptMs: number;
  readonly #entries = new Map<string, Entry<Value>>();

  constructor(max: number, keptMs: number) {
    this.#max = max;
    this.#keptMs = keptMs;
  }

  /** The value of this key, read with `read` when it is not there or too old. */
  async get(key: string, read: () => Promise<Value>): Promise<Value> {
    const kept = this.#entries.get(key);
    if (kept !== undefined && ageMs(kept.readAt) < this.#keptMs) return kept.value;
    const value = await read();
    this.#entries.delete(key);
    this.#entries.set(key, { value, readAt: present() });
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#max) break;
      this.#entries.delete(oldest);
    }
    return value;
  }
}

const present = (): Moment => ({ running: performance.now(), wall: Date.now() });

/** By the clock that says more: one stands still while the machine is suspended, the other may be set back. */
function ageMs({ running, wall }: Moment): number {
  const now = present();
  return Math.max(now.running - running, now.wall - wall);
}
