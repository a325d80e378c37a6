import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { testDatabase } from '#server/testing/database.ts';
import { type FuzzReport, runFuzz } from '#server/testing/fuzz/run-fuzz.ts';
import { phoneTexts } from '#server/testing/phone-texts.ts';
import { spawnProductProcess } from '#server/testing/product-process.ts';
import { setStage } from '#server/testing/stage.ts';
import { testPhone } from '#server/testing/test-app.ts';

import type { Bench, Measure } from './measure.ts';

const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 100_000);
const webhooks = Number(process.env['FUZZ_WEBHOOKS'] ?? 20_000);
const operatorToken = 'the-token-of-the-fuzzing-operator';
/** What a process may hold more at the end than halfway: its memory has found its size by then. */
const growthMaxPercent = 15;

/** So that what costs money or keeps attackers out does not hide most of the code. */
const settings = {
  TRUST_PROXY: 'loopback',
  ADMIN_TOKEN: operatorToken,
  DEMO_PER_DAY: '1000000',
  LIMIT_CODES_PER_HOUR: '1000000',
  LIMIT_CODES_PER_EXCHANGE_HOUR: '1000000',
  ANSWER_DEADLINE_MS: '600000',
};

/**
 * A process of the whole product, and requests and signed webhooks without end from its own documentation: as they
 * should be, nearly so, and hostile. None may get a 5xx, hang, or find its words in a refusal or in the log; and memory
 * stays flat. `FUZZ_REQUESTS` (100,000), `FUZZ_WEBHOOKS` (20,000) and `FUZZ_SEED` (by chance).
 */
export const bench: Bench = async ({ postgresUrl }) => {
  const folder = mkdtempSync(join(tmpdir(), 'askline-fuzz-'));
  const logFile = join(folder, 'process.log');
  console.log(`seed ${seed}, log in ${folder} until it ends well`);
  const began = performance.now();
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase(postgresUrl));
  const stage = stack.use(await setStage({ databaseUrl: database.url, speed: 1 }));
  const smtp = new URL(stage.sandbox.context.addresses.smtp ?? '').port;
  const product = stack.use(
    spawnProductProcess({ ...stage.settings, ...settings, SANDBOX_SMTP_PORT: smtp }, { logFile }),
  );
  await product.ready;
  const url = stage.settings['PUBLIC_URL'] ?? '';
  const sizes: number[] = [];
  const report = await runFuzz(
    { seed, requests, webhooks, atOnce: 16, people: 12, hangMs: 40_000 },
    {
      place: { url, phone: testPhone, replies: (phone) => phoneTexts(stage, phone) },
      operatorToken,
      onProgress(done, faults) {
        sizes.push(residentMegabytes(product.child.pid ?? 0));
        const seconds = Math.round((performance.now() - began) / 1000);
        if (done % 5000 === 0) console.log(`${seconds} s: ${done} sent, ${faults} faults, ${sizes.at(-1)} MB`);
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
    console.log(`Log in ${folder}. Once more:`);
    console.log(`  FUZZ_SEED=${seed} FUZZ_REQUESTS=${requests} FUZZ_WEBHOOKS=${webhooks} npm run bench -- fuzz`);
  }
  return measuresOf(report, faults, sizes, (performance.now() - began) / 1000);
};

function measuresOf(
  { statuses, slowestMs }: FuzzReport,
  faults: readonly string[],
  sizes: readonly number[],
  seconds: number,
): Measure[] {
  const count = (from: number): number =>
    Object.entries(statuses).reduce((sum, [status, times]) => sum + (Number(status[0]) === from ? times : 0), 0);
  const [warm, end] = [median(quarter(sizes, 1)), median(quarter(sizes, 3))];
  return [
    { what: 'answers', value: Object.values(statuses).reduce((sum, times) => sum + times, 0), unit: 'answers' },
    { what: 'kinds of faults', value: faults.length, unit: 'kinds', atMost: 0 },
    ...[2, 3, 4].map((from) => ({ what: `answered ${from}xx`, value: count(from), unit: 'answers' })),
    { what: 'of these 429', value: statuses['429'] ?? 0, unit: 'answers' },
    { what: 'answered 5xx in the end', value: count(5), unit: 'answers', atMost: 0 },
    { what: 'no answer', value: statuses['hung'] ?? 0, unit: 'requests', atMost: 0 },
    { what: 'slowest answer', value: slowestMs, unit: 'ms' },
    { what: 'memory, second quarter', value: warm, unit: 'MB' },
    { what: 'memory, last quarter', value: end, unit: 'MB' },
    // A run too short to have quarters says nothing of memory.
    ...(sizes.length < 40
      ? []
      : [{ what: 'growth', value: (end / warm - 1) * 100, unit: '%', atMost: growthMaxPercent }]),
    { what: 'time', value: seconds, unit: 's' },
  ];
}

/** In MB; `ps` is on every system that Askline runs on. */
function residentMegabytes(pid: number): number {
  const kilobytes = Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' }));
  return Math.round(kilobytes / 1024);
}

function quarter(values: readonly number[], nth: number): number[] {
  return values.slice(Math.floor((values.length * nth) / 4), Math.ceil((values.length * (nth + 1)) / 4));
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
