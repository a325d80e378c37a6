import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openDatabase } from '#embedded/open-database.ts';

import type { Bench } from './measure.ts';

/** The time that the embedded database adds to the first start, to a later start, and to a stop. */
export const bench: Bench = async () => {
  const base = mkdtempSync(join(tmpdir(), 'askline-bench-'));
  chmodSync(base, 0o755);
  const folder = join(base, 'postgres');
  try {
    const first = await timed(() => openDatabase({ folder }));
    await first.outcome.close();
    const later = await timed(() => openDatabase({ folder }));
    const stop = await timed(() => later.outcome.close());
    return [
      { what: 'first start, with initdb', value: first.ms, unit: 'ms', atMost: 15_000 },
      { what: 'later start', value: later.ms, unit: 'ms', atMost: 3000 },
      { what: 'stop, confirmed', value: stop.ms, unit: 'ms', atMost: 3000 },
    ];
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
};

async function timed<T>(act: () => Promise<T>): Promise<{ outcome: T; ms: number }> {
  const began = performance.now();
  const outcome = await act();
  return { outcome, ms: performance.now() - began };
}
