import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { z } from 'zod';

import { isInstalled } from '../scripts/bootstrap/installed.mjs';
import { npm } from '../scripts/bootstrap/run.mjs';

const exec = promisify(execFile);
/** The package's folder, with its own lock file. */
const folder = join(import.meta.dirname, 'lighthouse');

const runSchema = z.object({
  runtimeError: z.object({ message: z.string() }).optional(),
  environment: z.object({ benchmarkIndex: z.number() }),
  categories: z.record(z.string(), z.object({ score: z.number().nullable() })),
  audits: z.record(z.string(), z.object({ numericValue: z.number().optional() })),
});
export type LighthouseRun = z.infer<typeof runSchema>;

/** Lighthouse's JSON result for a URL. @throws Error if there is none */
export async function runLighthouse(url: string, flags: readonly string[]): Promise<LighthouseRun> {
  await installLighthouse();
  const program = join(folder, 'node_modules/lighthouse/cli/index.js');
  const args = [program, url, '--output=json', '--quiet', '--no-enable-error-reporting', ...flags];
  const { stdout } = await exec(process.execPath, args, { maxBuffer: 100 * 2 ** 20 });
  const run = runSchema.parse(JSON.parse(stdout));
  if (run.runtimeError) throw new Error(`Lighthouse gave no result for ${url}: ${run.runtimeError.message}`);
  return run;
}

async function installLighthouse(): Promise<void> {
  if (isInstalled(folder)) return;
  const code = await npm(folder, ['ci', '--ignore-scripts']);
  if (code !== 0) throw new Error(`Lighthouse could not be installed: npm ci ended with ${code}.`);
}

const settingsSchema = z.looseObject({
  settings: z.looseObject({ throttling: z.looseObject({ cpuSlowdownMultiplier: z.number() }) }),
});

/**
 * Sets the slowdown in the saved page load in `kept`, so that the same load can be audited for another processor.
 * Lighthouse only uses it in the simulation, yet refuses to audit with other settings than those of the load.
 */
export async function setKeptSlowdown(kept: string, slowdown: number): Promise<void> {
  const file = join(kept, 'artifacts.json');
  const load = settingsSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  load.settings.throttling.cpuSlowdownMultiplier = slowdown;
  await writeFile(file, JSON.stringify(load));
}
