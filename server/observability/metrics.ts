import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The metrics of this process for Prometheus. Labels are codes and names, never phone numbers. */
export type Metrics = ReturnType<typeof createMetrics>;

/** Records durations while timing is on. */
export type Timer<Label extends string> = {
  /** Records a duration in milliseconds. */
  note(labels: Record<Label, string>, tookMs: number): void;
};

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 15, 30];

/** @param isTiming the admin's toggle `performance`: while it is off nothing is timed */
export function createMetrics(isTiming: () => boolean) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'askline_' });

  function timer<Label extends string>(name: string, help: string, labelNames: Label[]): Timer<Label> {
    const histogram = new Histogram<string>({ name, help, labelNames, buckets: seconds, registers: [registry] });
    return {
      note(labels, tookMs) {
        if (isTiming()) histogram.observe(labels, tookMs / 1000);
      },
    };
  }

  return {
    registry,
    requestSeconds: timer('askline_request_seconds', 'One call or webhook', ['route', 'status']),
    modelSeconds: timer('askline_model_seconds', 'One try at a model', ['outcome', 'provider']),
    sendSeconds: timer('askline_send_seconds', 'One send to the carrier', ['outcome']),
    /** A figure that is read at each scrape; NaN while it is not known. */
    gauge(name: string, help: string, read: () => number | Promise<number>): void {
      // prom-client calls `collect` with the gauge as `this`, which is what it hands out too.
      const gauge: Gauge = new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          gauge.set(await read());
        },
      });
    },
    /** A number of events in this process; 0 from the start. */
    counter(name: string, help: string): { inc(by?: number): void } {
      return new Counter({ name, help, registers: [registry] });
    },
    /** A number of events for each of these subjects; 0 from the start. */
    counterBySubject(name: string, help: string, subjects: readonly string[]): { inc(subject: string): void } {
      const counter = new Counter({ name, help, labelNames: ['subject'], registers: [registry] });
      for (const subject of subjects) counter.inc({ subject }, 0);
      return { inc: (subject) => counter.inc({ subject }) };
    },
  };
}

/** Measures every call of `work`; the label is its outcome. */
export function timed<Args extends unknown[], T>(
  timer: Timer<'outcome'>,
  work: (...args: Args) => Promise<T>,
  outcomeOf: (result: T) => string,
): (...args: Args) => Promise<T> {
  return async function (...args) {
    const began = performance.now();
    try {
      const result = await work(...args);
      timer.note({ outcome: outcomeOf(result) }, performance.now() - began);
      return result;
    } catch (error) {
      timer.note({ outcome: 'failed' }, performance.now() - began);
      throw error;
    }
  };
}
