import { startLoadFixture } from './load/fixture.ts';
import { describeMachine } from './load/machine.ts';
import { answerTimes, sendTexts, untilCreated } from './load/texts.ts';
import { inTurns, percentile, printTable } from './load/turns.ts';
import type { Bench } from './measure.ts';

const texts = Number(process.env['LATENCY_TEXTS'] ?? 200);
const warmUp = 100;
/** A text alone: the one before is answered long before the next. */
const perSecond = 10;
/** Extra ms of each commit. */
const commits = [0, 10, 30] as const;

/**
 * Time from a text's arrival at the carrier to the creation of the answer there, with an instant model: what a person waits
 * beyond the model. One process of the product, the sandbox in another, and commits as slow as on other disks.
 */
export const bench: Bench = async ({ postgresUrl }) => {
  console.log(describeMachine());
  const runs = commits.map((ms) => [`+${ms} ms a commit`, () => measure(postgresUrl, ms)] as const);
  const medians = await inTurns<'p50' | 'p95'>(Object.fromEntries(runs));
  printTable(
    ['text in to answer created', 'p50 ms', 'p95 ms'],
    Object.entries(medians).map(([name, { p50, p95 }]) => [name, p50, p95]),
  );
  return Object.entries(medians).flatMap(([name, { p50, p95 }]) => [
    { what: `text in to answer created, ${name}, p50`, value: p50, unit: 'ms' },
    { what: `text in to answer created, ${name}, p95`, value: p95, unit: 'ms' },
  ]);
};

async function measure(postgresUrl: string, commitMs: number): Promise<Record<'p50' | 'p95', number>> {
  await using stack = new AsyncDisposableStack();
  const fixture = stack.use(await startLoadFixture({ postgresUrl, commitMs }));
  await fixture.subscribers(warmUp + texts);
  stack.use(await fixture.product());
  await sendTexts(fixture, { first: 0, count: warmUp }, perSecond);
  await untilCreated(fixture, warmUp);
  const counted = { first: warmUp, count: texts };
  await sendTexts(fixture, counted, perSecond);
  await untilCreated(fixture, warmUp + texts);
  const times = await answerTimes(fixture, counted);
  return { p50: percentile(0.5, times), p95: percentile(0.95, times) };
}
