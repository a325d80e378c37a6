/**
 * What a benchmark is: `bench/NAME.bench.ts` exports `bench`, and `npm run bench` runs each in a process of its own,
 * one after the other. A file needs no more than `export const bench: Bench = async ({ postgresUrl }) => [ … ];`
 */
export type Bench = (context: BenchContext) => Promise<Measure[]>;

export type BenchContext = {
  /** A PostgreSQL as in production (fsync on), as superuser, at its database `postgres`: make one of your own, drop it. */
  readonly postgresUrl: string;
};

/** One figure. With a bound, a figure beyond it fails the run. */
export type Measure = {
  readonly what: string;
  readonly value: number;
  /** 'ms', 'texts/s', 'kB', … */
  readonly unit: string;
  readonly atMost?: number;
  readonly atLeast?: number;
};

/** Whether the figure keeps its bound; one without a bound always does. */
export function isWithin({ value, atMost, atLeast }: Measure): boolean {
  return value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY);
}

/** Three significant digits: more than these figures can claim. */
export function formatMeasure({ value, unit }: Measure): string {
  return `${Number(value.toPrecision(3)).toLocaleString('en')} ${unit}`;
}
