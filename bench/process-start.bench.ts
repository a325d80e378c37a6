import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { startLoadFixture } from './load/fixture.ts';
import { describeMachine, processorMs, residentMB } from './load/machine.ts';
import { inTurns, printTable } from './load/turns.ts';
import type { Bench } from './measure.ts';

const idleForMs = 10_000;

type Figures = Record<'startMs' | 'processorMs' | 'idleMB' | 'idlePercent', number>;

/**
 * From the start of a process until it is ready for traffic, without and with Node's compile cache, on a database that is up
 * to date; then the memory and the share of one core that it takes without traffic.
 */
export const bench: Bench = async ({ postgresUrl }) => {
  console.log(describeMachine());
  await using cache = await mkdtempDisposable(join(tmpdir(), 'askline-compile-'));
  const warm = (): Promise<Figures> => measure(postgresUrl, cache.path);
  await warm(); // fills the cache
  const medians = await inTurns<keyof Figures>({
    async cold() {
      await using empty = await mkdtempDisposable(join(tmpdir(), 'askline-compile-'));
      return await measure(postgresUrl, empty.path);
    },
    warm,
  });
  printTable(
    ['start', 'ready after ms', 'processor ms', 'memory after 10 s, MB', '% of a core, idle'],
    Object.entries(medians).map(([name, it]) => [name, it.startMs, it.processorMs, it.idleMB, it.idlePercent]),
  );
  return Object.entries(medians).flatMap(([name, it]) => [
    { what: `${name} start: ready after`, value: it.startMs, unit: 'ms' },
    { what: `${name} start: memory after 10 s`, value: it.idleMB, unit: 'MB' },
    { what: `${name} start: processor when idle`, value: it.idlePercent, unit: '% of a core' },
  ]);
};

async function measure(postgresUrl: string, compileCache: string): Promise<Figures> {
  await using fixture = await startLoadFixture({ postgresUrl, isPinned: false });
  const beganAt = performance.now();
  await using product = await fixture.product({ NODE_COMPILE_CACHE: compileCache });
  const startMs = performance.now() - beganAt;
  const pid = product.child.pid ?? 0;
  const processor = processorMs(pid);
  await wait(idleForMs);
  return {
    startMs,
    processorMs: processor,
    idleMB: residentMB(pid),
    idlePercent: ((processorMs(pid) - processor) / idleForMs) * 100,
  };
}
