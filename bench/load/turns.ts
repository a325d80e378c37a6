/** How often each contestant is measured, three times by default: `BENCH_TURNS`. */
const turns = Number(process.env['BENCH_TURNS'] ?? 3);

/**
 * Measures each contestant once in each turn, so that other load on the machine falls on all of them.
 * @returns the median of each contestant's figures, by name and figure
 */
export async function inTurns<Figure extends string>(
  contestants: Readonly<Record<string, () => Promise<Record<Figure, number>>>>,
): Promise<Record<string, Record<Figure, number>>> {
  const results = new Map<string, Record<Figure, number>[]>();
  for (let turn = 1; turn <= turns; turn += 1) {
    for (const [name, measure] of Object.entries(contestants)) {
      const figures = await measure();
      results.set(name, [...(results.get(name) ?? []), figures]);
      console.log(`turn ${turn}, ${name}: ${describe(figures)}`);
    }
  }
  return Object.fromEntries([...results].map(([name, all]) => [name, medians(all)]));
}

function medians<Figure extends string>(all: readonly Record<Figure, number>[]): Record<Figure, number> {
  const names = Object.keys(all[0] ?? {}) as Figure[];
  const entries = names.map((name) => [name, median(all.map((figures) => figures[name]))] as const);
  return Object.fromEntries(entries) as Record<Figure, number>;
}

/** The median; of an even number of values the mean of the middle two; NaN of none. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length / 2;
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return (low + high) / 2;
}

/** The value below which this share of the values lies (nearest rank); NaN of none. */
export function percentile(share: number, values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

function describe(figures: Readonly<Record<string, number>>): string {
  return Object.entries(figures)
    .map(([name, value]) => `${name} ${Number(value.toPrecision(4))}`)
    .join(', ');
}

/** Prints rows under headings, aligned, as a table that can be pasted into docs/performance.md. */
export function printTable(headings: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const cells = [headings, ...rows.map((row) => row.map((cell) => (typeof cell === 'number' ? round(cell) : cell)))];
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const lines = cells.map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`);
  lines.splice(1, 0, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`);
  console.log(`\n${lines.join('\n')}\n`);
}

function round(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en');
}
