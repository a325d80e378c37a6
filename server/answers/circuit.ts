export type CircuitRules = {
  /** Older calls no longer count. */
  readonly windowMs: number;
  /** Only the latest calls count, so that an hour of good answers does not hide a minute of failures. */
  readonly callsMax: number;
  /** With fewer calls than this the circuit stays closed: the share would be random. */
  readonly callsMin: number;
  /** The share of failures at which it opens, from 0 to 1. */
  readonly failedShare: number;
  /** While open, one call is let through this often, to check whether the other side is back. */
  readonly probeEveryMs: number;
};

type Call = { readonly at: number; readonly isFailure: boolean };

/**
 * A circuit breaker for a failing server: it opens when too large a share of the latest calls failed,
 * and a probe that succeeds closes it. The clock comes from outside: milliseconds that never run backwards.
 */
export class Circuit {
  readonly #rules: CircuitRules;
  readonly #now: () => number;
  #calls: Call[] = [];
  #isOpen = false;
  #probeAt = 0;

  constructor(rules: CircuitRules, now: () => number) {
    this.#rules = rules;
    this.#now = now;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether a call may be made now. While open, true is the probe: the caller must make the call. */
  mayCall(): boolean {
    if (!this.#isOpen) return true;
    const now = this.#now();
    if (now < this.#probeAt) return false;
    this.#probeAt = now + this.#rules.probeEveryMs;
    return true;
  }

  succeeded(): void {
    if (this.#isOpen) this.#calls = [];
    this.#isOpen = false;
    this.#note(false);
  }

  /** @param retryAfterMs the pause that the other side asked for: while open, no probe goes out earlier */
  failed(retryAfterMs = 0): void {
    this.#note(true);
    const { callsMin, failedShare, probeEveryMs } = this.#rules;
    const failures = this.#calls.filter(({ isFailure }) => isFailure).length;
    const opens = !this.#isOpen && this.#calls.length >= callsMin && failures >= failedShare * this.#calls.length;
    if (opens) this.#isOpen = true;
    else if (!this.#isOpen) return;
    this.#probeAt = Math.max(this.#probeAt, this.#now() + Math.max(opens ? probeEveryMs : 0, retryAfterMs));
  }

  #note(isFailure: boolean): void {
    const { windowMs, callsMax } = this.#rules;
    const at = this.#now();
    this.#calls = [...this.#calls, { at, isFailure }].filter((call) => at - call.at < windowMs).slice(-callsMax);
  }
}
