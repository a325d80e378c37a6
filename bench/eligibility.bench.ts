import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import pg from 'pg';

import { createLog } from '#server/observability/log.ts';
import { Eligibility } from '#server/outage/eligibility/eligibility.ts';
import { Journal } from '#server/outage/journal/journal.repo.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';
import { until } from '#server/testing/until.ts';
import { phoneHash } from '#server/texting/store/phone-hash.ts';

import type { Bench, Measure } from './measure.ts';

const subscribers = Number(process.env['SUBSCRIBERS'] ?? 20_000);
const changes = 1000;

const fill = [
  `insert into service_numbers (number) values ('+12025550100')`,
  `insert into users (id, name, email, service_number)
   select md5('u' || n)::uuid, 'Sam', 'sam' || n || '@askline.example', '+12025550100'
     from generate_series(1, ${subscribers}) as n`,
  `insert into phone_numbers (user_id, number, verified_at)
   select md5('u' || n)::uuid, '+1' || (2020000000 + n::bigint * 977), now() from generate_series(1, ${subscribers}) as n`,
  `insert into subscriptions (id, user_id, plan_id, status, answers_until, created_at)
   select 'sub_' || n, md5('u' || n)::uuid, 'monthly', 'active', now() + n % 30 * interval '1 day', now()
     from generate_series(1, ${subscribers}) as n`,
  `insert into opt_outs (phone_key, opted_out, changed_at, source)
   select '+1' || (2020000000 + n::bigint * 9770), n % 5 <> 0, now(), 'text' from generate_series(1, ${subscribers / 10}) as n`,
];

/**
 * The eligibility snapshot at `SUBSCRIBERS` subscribers (20,000 by default): what reading everything costs, the first
 * time and again, what following changes costs, and what is on disk.
 */
export const bench: Bench = async ({ postgresUrl }) => {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await testDatabase(postgresUrl));
  const { pool } = stack.use(connectTo(url));
  const client = new pg.Client(url);
  // It is still open if filling fails, and the database is then dropped under it.
  client.on('error', () => undefined);
  await client.connect();
  // The notifications of the rows that fill the tables are of no use, and take longer than the rows.
  for (const state of ['disable', 'enable']) {
    for (const table of ['phone_numbers', 'subscriptions', 'opt_outs']) {
      await client.query(`alter table ${table} ${state} trigger user`);
    }
    if (state === 'disable') for (const statement of fill) await client.query(statement);
  }
  await client.query('vacuum analyze');
  await client.end();

  const folder = mkdtempSync(join(tmpdir(), 'askline-eligibility-'));
  stack.defer(() => rmSync(folder, { recursive: true }));
  const { log } = createLog('silent');
  const limits = { opsMax: 1000, bytesMax: 1_048_576 };
  const journal = Journal.open(folder, limits, log);
  let onListening = (): void => undefined;
  let onNotify = (_key: string): void => undefined;
  const eligibility = new Eligibility({
    pool,
    journal,
    phoneHash: phoneHash('a key of the benchmark'),
    log,
    listener: { isListening: true, on: (_channel, handler) => void ({ onListening, onNotify } = handler) },
  });
  const memory = process.memoryUsage.rss();
  const readAll = () =>
    measured(async () => {
      const from = Date.now();
      onListening();
      await until('a complete read', () => Number(journal.note('eligibility_current_at')) >= from, {
        timeoutMs: 600_000,
      });
    });
  const first = await readAll();
  const again = await readAll();
  const numbers = Array.from({ length: changes }, (_, nth) => `+1${2_020_000_000 + (nth + 1) * 977}`);
  const changed = await measured(async () => {
    await pool.query(
      `update subscriptions set answers_until = now() + interval '99 days'
        where user_id in (select user_id from phone_numbers where number = any($1))`,
      [numbers],
    );
    for (const number of numbers) onNotify(number);
    const last = numbers.at(-1) ?? '';
    const late = Date.now() + 98 * 86_400_000;
    await until('the changes', () => +(eligibility.find(last)?.subscription?.answersUntil ?? 0) > late, {
      timeoutMs: 60_000,
    });
  });
  const began = performance.now();
  for (const number of numbers) eligibility.find(number);
  const found = ((performance.now() - began) / changes) * 1000;
  const held = process.memoryUsage.rss() - memory;
  await eligibility.stop();
  journal.close();
  const opening = performance.now();
  Journal.open(folder, limits, log).close();
  const opened = performance.now() - opening;
  return [
    ...describe('first complete read', first),
    ...describe('complete read, nothing changed', again),
    ...describe(`${changes} changes`, changed),
    { what: 'look-up of a phone', value: found, unit: 'µs' },
    { what: 'opening the file', value: opened, unit: 'ms' },
    { what: 'on disk', value: statSync(join(folder, 'journal-0.sqlite')).size / 1e6, unit: 'MB', atMost: 100 },
    { what: 'memory gained while reading', value: held / 1e6, unit: 'MB' },
  ];
};

type Cost = { readonly ms: number; readonly cpuMs: number; readonly writtenMb: number };

async function measured(act: () => Promise<void>): Promise<Cost> {
  const [began, cpu, written] = [performance.now(), process.cpuUsage(), bytesWritten()];
  await act();
  const { user, system } = process.cpuUsage(cpu);
  return {
    ms: performance.now() - began,
    cpuMs: (user + system) / 1000,
    writtenMb: (bytesWritten() - written) / 1e6,
  };
}

/** What this process has written to disks, by Linux's count; NaN elsewhere. */
function bytesWritten(): number {
  try {
    return Number(/^wchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
  } catch {
    return Number.NaN;
  }
}

function describe(what: string, { ms, cpuMs, writtenMb }: Cost): Measure[] {
  return [
    { what: `${what}: time`, value: ms, unit: 'ms' },
    { what: `${what}: processor time`, value: cpuMs, unit: 'ms' },
    { what: `${what}: written`, value: writtenMb, unit: 'MB' },
  ];
}
