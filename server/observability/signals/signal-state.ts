import type { FigureName, Figures } from './figures.ts';
import type { SignalEvent } from './signal-lines.ts';
import { type SignalCode, signalCodes, signals } from './signals.ts';

const minuteMs = 60_000;

/**
 * Which signals fire in this process, from figures and events; the same rules as the generated ones for Prometheus. All
 * times are milliseconds of one clock that only moves forward.
 */
export class SignalState {
  /** Since when the figure of a rule has been at its limit. */
  readonly #since = new Map<SignalCode, number>();
  /** The latest events of a signal by their subject, as many as its rule needs. */
  readonly #events = new Map<SignalCode, Map<string, number[]>>();

  /** Notes an event of a signal. */
  occurred({ code, subject }: SignalEvent, now: number): void {
    const { rule } = signals[code];
    if (rule.kind !== 'event') return;
    const bySubject = this.#events.get(code) ?? new Map<string, number[]>();
    this.#events.set(code, bySubject);
    bySubject.set(subject, [...(bySubject.get(subject) ?? []), now].slice(-rule.atLeast));
  }

  /** Takes a reading of the figures. @returns the signals that fire, in the order of the list */
  look(figures: Figures, now: number): SignalCode[] {
    return signalCodes.filter((code) => {
      const { rule } = signals[code];
      if (rule.kind !== 'figure') return this.isFiringEvent(code, now);
      return this.#hasLasted(code, { isHigh: isHigh(figures, rule), forMs: rule.forMinutes * minuteMs, now });
    });
  }

  /** Whether a signal fires because of its events. */
  isFiringEvent(code: SignalCode, now: number): boolean {
    const { rule } = signals[code];
    if (rule.kind !== 'event') return false;
    const since = now - rule.minutes * minuteMs;
    const counts = [...(this.#events.get(code)?.values() ?? [])].map(
      (times) => times.filter((at) => at > since).length,
    );
    return counts.some((count) => count >= rule.atLeast);
  }

  #hasLasted(code: SignalCode, { isHigh, forMs, now }: { isHigh: boolean; forMs: number; now: number }): boolean {
    if (!isHigh) {
      this.#since.delete(code);
      return false;
    }
    const since = this.#since.get(code) ?? now;
    this.#since.set(code, since);
    return now - since >= forMs;
  }
}

function isHigh(figures: Figures, { figure, atLeast }: { figure: FigureName; atLeast: number }): boolean {
  const value = figures[figure];
  return value !== null && value >= atLeast;
}
