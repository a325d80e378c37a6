import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { testDatabase } from '#server/testing/database.ts';
import { type FuzzReport, runFuzz } from '#server/testing/fuzz/run-fuzz.ts';
import { phoneTexts } from '#server/testing/phone-texts.ts';
import { startProcessFixture } from '#server/testing/process-fixture.ts';
import { spawnProductProcess } from '#server/testing/product-process.ts';
import { testPhone } from '#server/testing/test-app.ts';

import type { Bench, Measure } from './measure.ts';

const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 100_000);
const webhooks = Number(process.env['FUZZ_WEBHOOKS'] ?? 20_000);
const operatorToken = 'the-token-of-the-fuzzing-operator';
/**
 * Limits of memory growth from the second quarter of a run, when memory is stable, to the last: of live objects (the
 * minimum of a quarter, right after garbage collection) and of resident memory, which varies in large steps.
 */
const heapGrowthMaxPercent = 20;
const residentGrowthMaxPercent = 35;

type Memory = { readonly heap: number; readonly resident: number };

/** Raises limits that would otherwise hide most of the code. */
const settings = {
  TRUST_PROXY: 'loopback',
  ADMIN_TOKEN: operatorToken,
  DEMO_PER_DAY: '1000000',
  LIMIT_CODES_PER_HOUR: '1000000',
  LIMIT_CODES_PER_EXCHANGE_HOUR: '1000000',
  ANSWER_DEADLINE_MS: '600000',
};

/**
 * Sends requests and signed webhooks, generated from the API documentation, to a process of the whole product: valid,
 * almost valid and hostile ones. None may get a 5xx, hang, or find its contents in a refusal or in the log, and memory
 * must stay flat. `FUZZ_REQUESTS` (100,000), `FUZZ_WEBHOOKS` (20,000) and `FUZZ_SEED` (random).
 */
export const bench: Bench = async ({ postgresUrl }) => {
  const folder = mkdtempSync(join(tmpdir(), 'askline-fuzz-'));
  const logFile = join(folder, 'process.log');
  console.log(`seed ${seed}, log in ${folder}, removed on success`);
  const began = performance.now();
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase(postgresUrl));
  const fixture = stack.use(
    await startProcessFixture({ databaseUrl: database.url, speed: 1, sandbox: { SANDBOX_PERPLEXITY_MODE: 'offline' } }),
  );
  const smtp = new URL(fixture.sandbox.context.addresses.smtp ?? '').port;
  const product = stack.use(
    spawnProductProcess({ ...fixture.settings, ...settings, SANDBOX_SMTP_PORT: smtp }, { logFile }),
  );
  await product.ready;
  const url = fixture.settings['PUBLIC_URL'] ?? '';
  const sizes: Memory[] = [];
  const report = await runFuzz(
    { seed, requests, webhooks, atOnce: 16, people: 12, hangMs: 40_000 },
    {
      place: { url, phone: testPhone, replies: (phone) => phoneTexts(fixture, phone) },
      operatorToken,
      async onProgress(done, faults) {
        const memory = await memoryOf(url);
        sizes.push(memory);
        const seconds = Math.round((performance.now() - began) / 1000);
        if (done % 5000 === 0) console.log(`${seconds} s: ${done} sent, ${faults} faults, ${memory.resident} MB`);
      },
    },
  );
  const isAlive = product.isAlive();
  product.kill('SIGTERM');
  const { code } = await product.died();
  const faults = [
    ...report.faults,
    ...(isAlive && code === 0 ? [] : [`the process ended: alive ${isAlive}, code ${code}`]),
    ...(readFileSync(logFile, 'latin1').toLowerCase().includes(report.tag) ? ['the log holds what was sent'] : []),
  ];
  for (const fault of faults) console.log(`FAULT: ${fault}`);
  if (faults.length === 0) rmSync(folder, { recursive: true });
  else {
    console.log(`Log in ${folder}. To repeat:`);
    console.log(`  FUZZ_SEED=${seed} FUZZ_REQUESTS=${requests} FUZZ_WEBHOOKS=${webhooks} npm run bench -- fuzz`);
  }
  return measuresOf(report, faults, sizes, (performance.now() - began) / 1000);
};

function measuresOf(
  { statuses, slowestMs }: FuzzReport,
  faults: readonly string[],
  sizes: readonly Memory[],
  seconds: number,
): Measure[] {
  const count = (from: number): number =>
    Object.entries(statuses).reduce((sum, [status, times]) => sum + (Number(status[0]) === from ? times : 0), 0);
  const heap = [1, 3].map((nth) => Math.min(...quarter(sizes, nth).map((memory) => memory.heap)));
  const resident = [1, 3].map((nth) => median(quarter(sizes, nth).map((memory) => memory.resident)));
  return [
    { what: 'answers', value: Object.values(statuses).reduce((sum, times) => sum + times, 0), unit: 'answers' },
    { what: 'kinds of faults', value: faults.length, unit: 'kinds', atMost: 0 },
    ...[2, 3, 4].map((from) => ({ what: `answered ${from}xx`, value: count(from), unit: 'answers' })),
    { what: 'of these 429', value: statuses['429'] ?? 0, unit: 'answers' },
    { what: 'answered 5xx in the end', value: count(5), unit: 'answers', atMost: 0 },
    { what: 'no answer', value: statuses['hung'] ?? 0, unit: 'requests', atMost: 0 },
    { what: 'slowest answer', value: slowestMs, unit: 'ms' },
    ...memoryMeasures('live objects', heap, heapGrowthMaxPercent),
    ...memoryMeasures('memory', resident, residentGrowthMaxPercent),
    { what: 'time', value: seconds, unit: 's' },
  ];
}

/** Empty for a run that is too short to measure memory. */
function memoryMeasures(what: string, [warm = 0, end = 0]: readonly number[], growthMax: number): Measure[] {
  if (requests + webhooks < 40_000) return [];
  return [
    { what: `${what}, second quarter`, value: warm, unit: 'MB' },
    { what: `${what}, last quarter`, value: end, unit: 'MB' },
    { what: `${what}, growth`, value: (end / warm - 1) * 100, unit: '%', atMost: growthMax },
  ];
}

/** In MB, from the process's metrics. */
async function memoryOf(url: string): Promise<Memory> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const read = (name: string): number =>
    Math.round(Number(new RegExp(`^askline_${name} (\\S+)$`, 'm').exec(metrics)?.[1]) / 2 ** 20);
  return { heap: read('nodejs_heap_size_used_bytes'), resident: read('process_resident_memory_bytes') };
}

function quarter<T>(values: readonly T[], nth: number): T[] {
  return values.slice(Math.floor((values.length * nth) / 4), Math.ceil((values.length * (nth + 1)) / 4));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
