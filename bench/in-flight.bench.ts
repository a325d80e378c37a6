import { setTimeout as wait } from 'node:timers/promises';

import { startLoadFixture } from './load/fixture.ts';
import { describeMachine, residentMB } from './load/machine.ts';
import { createdCount, sendTexts } from './load/texts.ts';
import { inTurns, printTable } from './load/turns.ts';
import type { Bench } from './measure.ts';

/** Texts that arrive per second: more than can be answered. */
const perSecond = Number(process.env['IN_FLIGHT_RATE'] ?? 400);
/** Texts sent to a model that never answers. */
const waiting = Number(process.env['IN_FLIGHT_TEXTS'] ?? 2000);
const countsAfterMs = 6000;
const countsForMs = 10_000;
const modelSeconds = [2, 4] as const;

/**
 * How many answers per second one process gives with a model that takes 2 s and 4 s, and how many texts wait for a
 * model that never answers, with the memory that they take. `IN_FLIGHT_RATE` (400) texts arrive each second;
 * `IN_FLIGHT_TEXTS` (2000) arrive for the model that never answers.
 */
export const bench: Bench = async ({ postgresUrl }) => {
  console.log(describeMachine());
  const runs = modelSeconds.map((seconds) => [`model of ${seconds} s`, () => measure(postgresUrl, seconds)] as const);
  const medians = await inTurns<'answersPerSecond' | 'waiting' | 'memoryMB'>({
    ...Object.fromEntries(runs),
    'model that does not answer': () => fill(postgresUrl),
  });
  printTable(
    [`one process, ${perSecond} texts/s arrive`, 'answers/s', 'wait for the model', 'memory MB'],
    Object.entries(medians).map(([name, { answersPerSecond, waiting: open, memoryMB }]) => [
      name,
      answersPerSecond,
      open,
      memoryMB,
    ]),
  );
  return Object.entries(medians).flatMap(([name, { answersPerSecond, waiting: open, memoryMB }]) => [
    { what: `${name}: answers`, value: answersPerSecond, unit: 'texts/s' },
    { what: `${name}: in flight`, value: open, unit: 'texts' },
    { what: `${name}: memory then`, value: memoryMB, unit: 'MB' },
  ]);
};

async function measure(postgresUrl: string, seconds: number) {
  await using fixture = await startLoadFixture({ postgresUrl });
  const count = Math.ceil((perSecond * (countsAfterMs + countsForMs)) / 1000) + perSecond;
  await fixture.subscribers(count);
  await fixture.control('PUT', '/sandbox/faults', { perplexity: { latencyMs: seconds * 1000 } });
  await using product = await fixture.product();
  await sendTexts(fixture, { first: 0, count }, perSecond);
  await wait(countsAfterMs);
  const [before, beganAt] = [await createdCount(fixture), performance.now()];
  await wait(countsForMs);
  const [after, endedAt] = [await createdCount(fixture), performance.now()];
  return {
    answersPerSecond: ((after - before) * 1000) / (endedAt - beganAt),
    waiting: (await fixture.control<{ underWay: number }>('GET', '/sandbox/perplexity/calls')).underWay,
    memoryMB: residentMB(product.child.pid ?? 0),
  };
}

async function fill(postgresUrl: string) {
  await using fixture = await startLoadFixture({ postgresUrl });
  await fixture.subscribers(waiting);
  await fixture.control('PUT', '/sandbox/faults', { perplexity: { latencyMs: 110_000 } });
  await using product = await fixture.product();
  await sendTexts(fixture, { first: 0, count: waiting }, perSecond);
  await wait((waiting / perSecond) * 1000);
  // As many as the process takes: the number no longer grows.
  let open = -1;
  for (let before = -2; open !== before;) {
    await wait(5000);
    before = open;
    open = (await fixture.control<{ underWay: number }>('GET', '/sandbox/perplexity/calls')).underWay;
  }
  return { answersPerSecond: 0, waiting: open, memoryMB: residentMB(product.child.pid ?? 0) };
}
