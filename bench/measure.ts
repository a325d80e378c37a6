/**
 * A benchmark: `bench/NAME.bench.ts` exports `bench`, and `npm run bench` runs each in its own process, in turn. The
 * minimum is `export const bench: Bench = async ({ postgresUrl }) => [ … ];`
 */
export type Bench = (context: BenchContext) => Promise<Measure[]>;

export type BenchContext = {
  /** Superuser URL of a PostgreSQL as in production (fsync on). Create a separate database and drop it afterwards. */
  readonly postgresUrl: string;
};

/** One figure. A figure beyond its bound fails the run. */
export type Measure = {
  readonly what: string;
  readonly value: number;
  /** 'ms', 'texts/s', 'kB', … */
  readonly unit: string;
  readonly atMost?: number;
  readonly atLeast?: number;
};

/** Whether the figure is within its bounds; always true without bounds. */
export function isWithin({ value, atMost, atLeast }: Measure): boolean {
  return value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY);
}

/** Three significant digits. */
export function formatMeasure({ value, unit }: Measure): string {
  return `${Number(value.toPrecision(3)).toLocaleString('en')} ${unit}`;
}
