export type CircuitRules = {
  /** So many failures within the window open the circuit. */
  readonly failuresMax: number;
  readonly windowMs: number;
  /** While open, one call is let through this often, to see whether the other side is back. */
  readonly probeEveryMs: number;
};

/**
 * Keeps callers from waiting for somebody who is known to be away (answer protocol 2.9). The clock comes from outside:
 * milliseconds that never run backwards.
 */
export class Circuit {
  readonly #rules: CircuitRules;
  readonly #now: () => number;
  #failures: number[] = [];
  #openSince: number | null = null;
  #probedAt = 0;

  constructor(rules: CircuitRules, now: () => number) {
    this.#rules = rules;
    this.#now = now;
  }

  get isOpen(): boolean {
    return this.#openSince !== null;
  }

  /** Whether a call may be made now. While open, a yes is the probe, so whoever asks must make the call. */
  mayCall(): boolean {
    if (this.#openSince === null) return true;
    const now = this.#now();
    if (now - this.#probedAt < this.#rules.probeEveryMs) return false;
    this.#probedAt = now;
    return true;
  }

  succeeded(): void {
    this.#failures = [];
    this.#openSince = null;
  }

  failed(): void {
    const now = this.#now();
    this.#failures = [...this.#failures, now].filter((at) => now - at < this.#rules.windowMs);
    if (this.#openSince !== null || this.#failures.length < this.#rules.failuresMax) return;
    this.#openSince = now;
    this.#probedAt = now;
  }
}
