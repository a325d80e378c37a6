/** `node scripts/bench-one.ts bench/NAME.bench.ts`: runs one benchmark and writes bench/results/NAME.json. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import { openDatabase } from '#embedded/open-database.ts';

import type { Bench, Measure } from '../bench/measure.ts';
import { inCache, inProject, root } from './lib/project.ts';

/** The contents of bench/results/NAME.json, for later comparison. */
export type BenchResult = {
  readonly name: string;
  readonly at: string;
  readonly commit: string;
  readonly machine: string;
  readonly measures: readonly Measure[];
};

const file = process.argv[2] ?? '';
const name = basename(file, '.bench.ts');
const { bench } = (await import(pathToFileURL(resolve(root, file)).href)) as { bench: Bench };

await using database = await openDatabase({ folder: inCache('bench-postgres'), lingerMs: 10_000 });
const result: BenchResult = {
  name,
  at: new Date().toISOString(),
  commit: commit(),
  machine: `${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
  measures: await bench({ postgresUrl: database.adminUrl() }),
};
mkdirSync(inProject('bench/results'), { recursive: true });
writeFileSync(inProject('bench/results', `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}
