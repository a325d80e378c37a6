import { inCache } from '../scripts/lib/project.ts';
import { openCountingDatabase, readDatabaseFigures } from './load/database-figures.ts';
import { type LoadFixture, startLoadFixture } from './load/fixture.ts';
import { describeMachine, processorMs } from './load/machine.ts';
import { sendTexts, untilCreated, untilRedacted } from './load/texts.ts';
import { inTurns, printTable } from './load/turns.ts';
import type { Bench } from './measure.ts';

const texts = Number(process.env['COST_TEXTS'] ?? 3000);
/**
 * Texts before those that count: V8 compiles hot code only after a few thousand, as it has in a process that runs for a
 * while.
 */
const warmUp = Number(process.env['COST_WARM_UP'] ?? 3000);

const figures = ['productMs', 'sandboxMs', 'commits', 'statements', 'walBytes'] as const;
type Cost = Record<(typeof figures)[number], number>;
const headings = ['product ms', 'sandbox ms', 'commits', 'statements', 'log bytes'];

/**
 * What an answered text costs from its webhook to its delivery reports: processor time of the product (user and system)
 * and of the sandbox, commits, statements and write-ahead log. In the second line the carrier sends no reports, so it
 * is the text alone; the last one adds the redaction of both copies. What the idle product does meanwhile is measured
 * first and subtracted. `COST_TEXTS` (3000) is the number of texts, `COST_WARM_UP` (3000) that of the earlier ones,
 * which do not count.
 */
export const bench: Bench = async () => {
  await using database = await openCountingDatabase(inCache('bench-counting-postgres'));
  console.log(describeMachine());
  const run = { postgresUrl: database.adminUrl(), count: texts, perSecond: 10_000, redacts: false, reports: true };
  const alone = { ...run, perSecond: 10, count: Math.min(texts, 300) };
  const medians = await inTurns<keyof Cost>({
    'alone, 10 a second': () => measure(alone),
    'alone, without reports': () => measure({ ...alone, reports: false }),
    'under load, all concurrently': () => measure(run),
    'under load, with redaction': () => measure({ ...run, redacts: true }),
  });
  printTable(
    ['a text', ...headings],
    Object.entries(medians).map(([name, cost]) => [name, ...figures.map((figure) => cost[figure])]),
  );
  return Object.entries(medians).flatMap(([name, cost]) =>
    figures.map((figure, nth) => ({ what: `${name}: ${headings[nth]}`, value: cost[figure], unit: 'a text' })),
  );
};

/** A remembered answer keeps its copies for ten minutes. */
const atOnce = { CARRIER_REDACTION: 'on', MEMORY_MINUTES: '0' };

type Run = {
  readonly postgresUrl: string;
  readonly count: number;
  readonly perSecond: number;
  readonly redacts: boolean;
  /** Whether the carrier sends delivery reports. */
  readonly reports: boolean;
};

async function measure({ postgresUrl, count, perSecond, redacts, reports }: Run): Promise<Cost> {
  await using fixture = await startLoadFixture({ postgresUrl });
  await fixture.pool.query('create extension if not exists pg_stat_statements');
  await fixture.subscribers(warmUp + count);
  if (!reports) await fixture.control('PUT', '/sandbox/faults', { twilio: { callbackLoss: 1 } });
  await using product = await fixture.product(redacts ? atOnce : { CARRIER_REDACTION: 'off' });
  const pid = product.child.pid ?? 0;
  await sendTexts(fixture, { first: 0, count: warmUp }, 10_000);
  await untilDone(fixture, warmUp, redacts);

  const [began, beganAt] = [await read(fixture, pid), performance.now()];
  const idle = await read(fixture, pid);
  const idleFor = performance.now() - beganAt;
  const loadedAt = performance.now();
  await sendTexts(fixture, { first: warmUp, count }, perSecond);
  await untilDone(fixture, warmUp + count, redacts);
  const loaded = await read(fixture, pid);
  const share = (performance.now() - loadedAt) / idleFor;
  const costs = figures.map((figure) => {
    const background = (idle[figure] - began[figure]) * share;
    return [figure, (loaded[figure] - idle[figure] - background) / count] as const;
  });
  return Object.fromEntries(costs) as Cost;
}

/** Delivery reports come within the time that reading the figures takes. */
async function untilDone(fixture: LoadFixture, count: number, redacts: boolean): Promise<void> {
  await untilCreated(fixture, count, 300_000);
  const redacted = redacts ? await untilRedacted(fixture, 2 * count, 600_000) : [];
  if (redacts && redacted.length < 2 * count) throw new Error(`${redacted.length} of ${2 * count} copies are redacted`);
}

async function read(fixture: LoadFixture, pid: number): Promise<Cost> {
  const database = await readDatabaseFigures(fixture);
  return { ...database, productMs: processorMs(pid), sandboxMs: processorMs(fixture.sandboxPid) };
}
