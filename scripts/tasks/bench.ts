/** `npm run bench`, or `npm run bench -- NAME`: runs the benchmarks one by one, then prints their figures. */
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';

import { formatMeasure, isWithin } from '../../bench/measure.ts';
import type { BenchResult } from '../bench-one.ts';
import { buildWeb } from '../lib/builds.ts';
import { heading } from '../lib/checks.ts';
import { inProject, root } from '../lib/project.ts';
import { runOnce } from '../lib/run-once.ts';
import { listenForStop } from '../lib/stopping.ts';

const { asked } = listenForStop();
const filters = process.argv.slice(2);
const files = globSync('bench/*.bench.ts', { cwd: root })
  .toSorted()
  .filter((file) => filters.length === 0 || filters.some((part) => file.includes(part)));
const rows: string[] = [];
let isPassed = files.length > 0;

if (isPassed) await buildWeb(asked);
for (const file of files) {
  if (asked.aborted) break;
  const name = basename(file, '.bench.ts');
  heading(name);
  const { code, seconds } = await runOnce([process.execPath, inProject('scripts/bench-one.ts'), file], {
    signal: asked,
    show: true,
  });
  if (code === 0) rows.push(...describe(name));
  else rows.push(`  ${name}: FAILED after ${seconds.toFixed(0)} s`);
  isPassed &&= code === 0;
}
console.log(
  files.length > 0 ? ['', ...rows, '', 'Written to bench/results/.'].join('\n') : 'There is no such benchmark.',
);
process.exitCode = isPassed && !asked.aborted ? 0 : 1;
if (process.connected) process.disconnect();

function describe(name: string): string[] {
  const { measures } = JSON.parse(readFileSync(inProject('bench/results', `${name}.json`), 'utf8')) as BenchResult;
  return measures.map((measure) => {
    const bound = measure.atMost ?? measure.atLeast;
    const limit = bound === undefined ? '' : ` (${measure.atMost === undefined ? 'at least' : 'at most'} ${bound})`;
    isPassed &&= isWithin(measure);
    const verdict = isWithin(measure) ? '' : '  MISSED';
    return `  ${name.padEnd(16)}${measure.what.padEnd(44)}${formatMeasure(measure).padStart(16)}${limit}${verdict}`;
  });
}
