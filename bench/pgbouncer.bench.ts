import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { chooseUser } from '#embedded/system-user.ts';
import { runOutages } from '#server/testing/chaos/run-outages.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';
import { freePort } from '#server/testing/free-port.ts';

import { giveTo, spawnService, systemPath } from './load/spawn-service.ts';
import type { Bench, Measure } from './measure.ts';

const seconds = Number(process.env['PGBOUNCER_SECONDS'] ?? 30);
const file = join(import.meta.dirname, '../deploy/pgbouncer/pgbouncer.ini');

/**
 * `deploy/pgbouncer/pgbouncer.ini` between two processes and the database: `PGBOUNCER_SECONDS` (30) of 20 texts a second,
 * then PgBouncer is killed and started again. Nothing is measured where it is not installed.
 */
export const bench: Bench = async ({ postgresUrl }) => {
  if (spawnSync('pgbouncer', ['--version'], { env: { PATH: systemPath } }).error) {
    console.log('Not installed. Debian: apt-get install pgbouncer');
    return [];
  }
  const folder = mkdtempSync(join(tmpdir(), 'askline-pgbouncer-'));
  const measures = await measure(postgresUrl, folder);
  rmSync(folder, { recursive: true });
  return measures;
};

async function measure(postgresUrl: string, folder: string): Promise<Measure[]> {
  await using database = await testDatabase(postgresUrl);
  const direct = new URL(database.url);
  const name = direct.pathname.slice(1);
  await using admin = connectTo(database.url, 1);
  // In production these are set on the role; the superuser of the benches has other databases.
  await admin.pool.query(`alter database ${name} set statement_timeout = '2500ms'`);
  await admin.pool.query(`alter database ${name} set idle_in_transaction_session_timeout = '20s'`);

  const user = chooseUser(folder);
  giveTo(user, folder);
  const [port, config, users] = [await freePort(), join(folder, 'pgbouncer.ini'), join(folder, 'userlist.txt')];
  const text = readFileSync(file, 'utf8')
    .replace('host=127.0.0.1 port=5432 dbname=askline', `host=${direct.hostname} port=${direct.port} dbname=${name}`)
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('/etc/pgbouncer/userlist.txt', users);
  writeFileSync(config, text);
  writeFileSync(users, `"${decodeURIComponent(direct.username)}" "${decodeURIComponent(direct.password)}"\n`);
  giveTo(user, users, 0o600);
  const start = (): AsyncDisposable => spawnService(['pgbouncer', config], { user, log: join(folder, 'log') });
  let pooler = start();
  await using stack = new AsyncDisposableStack();
  stack.defer(() => pooler[Symbol.asyncDispose]());
  const pooled = new URL(direct);
  pooled.host = `127.0.0.1:${port}`;
  pooled.pathname = '/askline';
  const { verdict, killCounts, answerMs } = await runOutages({
    databaseUrl: pooled.href,
    processes: 2,
    outages: 2,
    rate: 20,
    people: 400,
    speed: 1,
    folder,
    waitsForReturn: true,
    doneMaxMs: 300_000,
    async takeAway(nth) {
      if (nth === 0) return wait(seconds * 1000);
      await pooler[Symbol.asyncDispose]();
      pooler = start();
    },
  });
  for (const fault of [...verdict.violations, ...killCounts.unexpected]) console.log(`FAULT: ${fault}`);
  const inTime = answerMs.filter((ms) => ms <= 15_000).length / verdict.texts;
  return [
    { what: 'texts', value: verdict.texts, unit: 'texts' },
    { what: 'lost', value: verdict.lost, unit: 'texts', atMost: 0 },
    { what: 'answered twice', value: verdict.duplicates, unit: 'texts', atMost: 0 },
    { what: 'faults in records and counters', value: verdict.violations.length, unit: 'faults', atMost: 0 },
    { what: 'answered within 15 s', value: inTime * 100, unit: '%' },
  ];
}
