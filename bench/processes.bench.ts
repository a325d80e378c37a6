import { setTimeout as wait } from 'node:timers/promises';

import { startGateway } from '#server/testing/chaos/gateway.ts';
import { findPorts } from '#server/testing/chaos/workers.ts';

import { startLoadFixture } from './load/fixture.ts';
import { describeMachine, processorMs } from './load/machine.ts';
import { createdCount, sendTexts } from './load/texts.ts';
import { inTurns, printTable } from './load/turns.ts';
import type { Bench } from './measure.ts';

const counts = (process.env['PROCESSES'] ?? '1,2').split(',').map(Number);
const perSecond = Number(process.env['PROCESSES_RATE'] ?? 600);
const modelMs = 1000;
const countsAfterMs = 4000;
const countsForMs = 8000;

/**
 * How many answers per second one, two and more processes give on one database behind a load balancer, with a model
 * that takes 1 s, while more texts arrive. No process is pinned: where the processors are used up, more processes do
 * not help. `PROCESSES` (1,2) are the numbers of processes, `PROCESSES_RATE` (600) the texts per second.
 */
export const bench: Bench = async ({ postgresUrl }) => {
  console.log(describeMachine());
  const runs = counts.map(
    (count) => [count === 1 ? '1 process' : `${count} processes`, () => measure(postgresUrl, count)] as const,
  );
  const medians = await inTurns<'answersPerSecond' | 'coresUsed'>(Object.fromEntries(runs));
  printTable(
    [`on one database, ${perSecond} texts/s arrive`, 'answers/s', 'cores of the product'],
    Object.entries(medians).map(([name, { answersPerSecond, coresUsed }]) => [name, answersPerSecond, coresUsed]),
  );
  return Object.entries(medians).map(([name, { answersPerSecond }]) => ({
    what: `${name}: answers`,
    value: answersPerSecond,
    unit: 'texts/s',
  }));
};

async function measure(postgresUrl: string, count: number) {
  await using stack = new AsyncDisposableStack();
  const ports = await findPorts(count);
  const gateway = stack.use(await startGateway(ports));
  const fixture = stack.use(await startLoadFixture({ postgresUrl, publicUrl: gateway.url, isPinned: false }));
  const texts = Math.ceil((perSecond * (countsAfterMs + countsForMs)) / 1000) + perSecond;
  await fixture.subscribers(texts);
  await fixture.control('PUT', '/sandbox/faults', { perplexity: { latencyMs: modelMs } });
  const pids: number[] = [];
  for (const port of ports) {
    const product = stack.use(await fixture.product({ PORT: String(port) }));
    pids.push(product.child.pid ?? 0);
  }
  const processor = (): number => pids.reduce((sum, pid) => sum + processorMs(pid), 0);
  await sendTexts(fixture, { first: 0, count: texts }, perSecond);
  await wait(countsAfterMs);
  const began = { created: await createdCount(fixture), processor: processor(), at: performance.now() };
  await wait(countsForMs);
  const ms = performance.now() - began.at;
  return {
    answersPerSecond: (((await createdCount(fixture)) - began.created) * 1000) / ms,
    coresUsed: (processor() - began.processor) / ms,
  };
}
