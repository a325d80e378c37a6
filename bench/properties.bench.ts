import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Bench } from './measure.ts';

const root = join(import.meta.dirname, '..');
const rounds = Number(process.env['PROPERTIES_ROUNDS'] ?? 20);
const randomSeed = (): number => Math.floor(Math.random() * 2 ** 31);

/**
 * Runs the tests with generated cases again and again, each round with new cases: `npm test` has the same ones in every
 * run. `PROPERTIES_ROUNDS` (20), and `PROPERTIES_SEED` for one round with the seed that a failure prints.
 */
export const bench: Bench = async () => {
  const files = globSync('{contract,server,sandbox,web,scripts}/**/*.test.{ts,tsx}', { cwd: root }).filter((file) =>
    /from '(?:fast-check|(?:\.|#server)\/testing\/seed\.ts)'/.test(readFileSync(join(root, file), 'utf8')),
  );
  const given = process.env['PROPERTIES_SEED'];
  const seeds = given === undefined ? Array.from({ length: rounds }, randomSeed) : [Number(given)];
  const failed: number[] = [];
  for (const seed of seeds) {
    if (!(await passes(files, seed))) failed.push(seed);
  }
  for (const seed of failed) console.log(`  PROPERTIES_SEED=${seed} npm run bench -- properties`);
  return [
    { what: 'files with generated cases', value: files.length, unit: 'files', atLeast: 1 },
    { what: 'rounds', value: seeds.length, unit: 'rounds' },
    { what: 'rounds with a counterexample', value: failed.length, unit: 'rounds', atMost: 0 },
  ];
};

async function passes(files: readonly string[], seed: number): Promise<boolean> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const child = spawn(process.execPath, [vitest, 'run', '--project=unit', '--reporter=dot', ...files], {
    cwd: root,
    env: { ...process.env, TEST_SEED: String(seed) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code === 0;
}
