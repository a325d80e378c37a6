import type { SignalEvent } from './signal-lines.ts';
import type { MetricName, SignalReadings } from './signal-metrics.ts';
import { type SignalCode, signalCodes, signals } from './signals.ts';

const minuteMs = 60_000;

/**
 * Which signals fire in this process, from metrics and events; the same rules as the generated ones for Prometheus. All
 * times are milliseconds of one clock that only moves forward.
 */
export class SignalState {
  /** Since when the metric of a rule has been at its limit. */
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

  /** Takes a reading of the metrics. @returns the signals that fire, in the order of the list */
  check(readings: SignalReadings, now: number): SignalCode[] {
    return signalCodes.filter((code) => {
      const { rule } = signals[code];
      if (rule.kind !== 'metric') return this.isFiringEvent(code, now);
      return this.#hasLasted(code, { isHigh: isHigh(readings, rule), forMs: rule.forMinutes * minuteMs, now });
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

function isHigh(readings: SignalReadings, { metric, atLeast }: { metric: MetricName; atLeast: number }): boolean {
  const value = readings[metric];
  return value !== null && value >= atLeast;
}
