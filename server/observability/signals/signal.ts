import type { Lamp } from '#contract/admin-desk.ts';

import type { MetricName } from './signal-metrics.ts';

/**
 * When a signal calls for a person. `metric`: a metric (signal-metrics.ts) has been at least `atLeast` for so many minutes.
 * `event`: at least so many log lines with all fields of one of `lines` within so many minutes, in one process; with
 * `countedBy` so many of one value of that field, which each of `lines` names.
 * `raised`: the code that finds a single case raises it, with the case as its scope. `absent`: no process reports; only
 * Prometheus and the heartbeat can tell.
 */
type Rule =
  | { readonly kind: 'metric'; readonly metric: MetricName; readonly atLeast: number; readonly forMinutes: number }
  | {
      readonly kind: 'event';
      readonly lines: readonly LineFields[];
      readonly atLeast: number;
      readonly minutes: number;
      readonly countedBy?: string;
    }
  | { readonly kind: 'raised' }
  | { readonly kind: 'absent' };

/** Fields of a log line, each with the value that it must have. */
type LineFields = Readonly<Record<string, string>>;

/**
 * A state or an event that needs a person. `critical`: texts are not answered, a promise is broken, or the operator is
 * blind; sent on every channel, again every hour. `warning`: can wait for working hours; sent again every day, and not
 * by text.
 */
export type Signal = {
  readonly severity: 'critical' | 'warning';
  /** What happened, in plain ASCII: it also goes out as a text. */
  readonly sentence: string;
  /** What to do about it. */
  readonly remedy: string;
  readonly rule: Rule;
  /** The lamp of the operator's desk that it lights, if any. */
  readonly lamp?: Lamp;
  /** What it says about the answers, for the first word of the desk; nothing if they are not affected. */
  readonly answers?: 'slow' | 'not_answering';
};

/** A part of the list: codes of at most 30 characters, each with its signal. */
export type SignalGroup = Readonly<Record<string, Signal>>;

/** A log line that needs a person the first time that it is written. */
export function onLine(...lines: readonly LineFields[]): Rule {
  return { kind: 'event', lines, atLeast: 1, minutes: 15 };
}
