import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

import { judgeFacts, MoveUnderWayError, readDatabaseFacts, requireFitness } from '#server/db/fitness.ts';
import { connectTo, emptyDatabase } from '#server/testing/database.ts';
import { processBundle } from '#server/testing/process-bundle.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

const options = {
  settings: { TEST_SPEED: '20', TWILIO_OPT_OUT_REPLIES: 'app' },
  sandbox: { SANDBOX_PERPLEXITY_MODE: 'echo' },
};

/** `npm run move` for the database of this app. @returns what it prints, with its errors */
async function move(app: TestApp, to: string, ...args: string[]): Promise<string> {
  const env = { ...app.settings, PATH: '', DATABASE_URL_NEXT: to };
  const command = [processBundle('server/app/move-command.ts'), ...args];
  // Not synchronously: the product and the sandbox are in this process.
  const run = promisify(execFile)(process.execPath, command, { cwd: tmpdir(), env });
  return run.then(
    ({ stdout }) => stdout,
    (error: unknown) => (error as { stdout: string; stderr: string }).stderr,
  );
}

/** A move in the middle of its copy, because the other database is slow to create its first table. */
async function startMove(app: TestApp, to: string): Promise<ChildProcess> {
  await using target = connectTo(to, 1);
  await target.pool.query(`
    create function wait_long() returns event_trigger language plpgsql as 'begin perform pg_sleep(120); end';
    create event trigger slow on ddl_command_start execute function wait_long()`);
  const env = { ...app.settings, PATH: '', DATABASE_URL_NEXT: to };
  const child = spawn(process.execPath, [processBundle('server/app/move-command.ts')], { cwd: tmpdir(), env });
  await until('the database to be only read', () => app.product.deps.outage.isUnavailable);
  await once(child.stdout, 'data');
  return child;
}

async function answersOne(app: TestApp): Promise<void> {
  await until('the running process to use the database', () => !app.product.deps.outage.isUnavailable);
  const phone = app.phone();
  await app.subscriber(phone);
  await app.text(phone, 'who painted the last one');
  expect(await app.finalReplies(phone, 1)).toHaveLength(1);
}

/** Texts without waiting until the database has them. */
async function send(app: TestApp, phone: string, body: string): Promise<void> {
  await app.sandbox('POST', `/sandbox/phones/${encodeURIComponent(phone)}/messages`, { to: '+12025550100', body });
}

test('a move under load loses no text, answers none twice, and forgets no STOP', async () => {
  await using app = await startTestApp(options);
  await using target = await emptyDatabase();
  const [asker, late, stopper] = [app.phone(), app.phone(), app.phone()];
  for (const phone of [asker, late, stopper]) await app.subscriber(phone);
  for (const phone of [asker, late]) await app.untilKnown(phone);
  const asked = new Map<string, number>();
  const ask = async (phone: string): Promise<void> => {
    const nth = (asked.get(phone) ?? 0) + 1;
    asked.set(phone, nth);
    await send(app, phone, `who painted number ${nth}`);
  };
  for (let count = 0; count < 3; count += 1) await ask(asker);
  const moving = move(app, target.url);
  await until('the database to be only read', () => app.product.deps.outage.isUnavailable);
  await ask(asker);
  await send(app, stopper, 'STOP');
  expect(await moving).toContain('Now set DATABASE_URL');
  await ask(late);
  await until('an answer without a database', async () => (await app.replies(late)).length === 1);
  await app.product.stop();
  expect(app.product.deps.outage.journal.size).toBeGreaterThan(0);
  // No process is there to receive it, as between stop and start.
  await ask(late);

  await using again = await app.another({ DATABASE_URL: target.url, PORT: app.settings['PORT'] ?? '' });
  const { pool } = again.product.deps;
  await ask(asker);
  await send(app, stopper, 'who painted nothing');
  await until('every text to be done there', async () => {
    const { rows } = await pool.query(`select 1 from inbound_texts where state = 'done'`);
    return rows.length === 9;
  });
  for (const phone of [asker, late]) {
    const numbers = (await app.replies(phone)).map((reply) => Number(/\d+/.exec(reply)?.[0]));
    expect(numbers.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: asked.get(phone) ?? 0 }, (_, nth) => nth + 1),
    );
  }
  // The confirmation of the opt-out, and nothing after it.
  expect(await app.replies(stopper)).toHaveLength(1);
  // The question after the STOP is received as one if it is faster than the replay of the STOP, which then suppresses it.
  const { rows } = await pool.query(
    `select case outcome when 'suppressed' then 'silent' else outcome end as outcome, count(*)
       from inbound_texts group by 1 order by 1`,
  );
  expect(rows).toEqual([
    { outcome: 'answered', count: 7 },
    { outcome: 'silent', count: 2 },
  ]);
  await expect(app.another()).rejects.toThrow('The database was moved to 127.0.0.1');
});

test('a failed move leaves the database as it was', async () => {
  await using app = await startTestApp(options);
  await using target = await emptyDatabase();
  await using there = connectTo(target.url, 1);
  await there.pool.query(`
    create function refuse() returns event_trigger language plpgsql as $$ begin raise 'full' using errcode = '53100'; end $$;
    create event trigger full_disk on ddl_command_start execute function refuse()`);
  expect(await move(app, target.url)).toContain('The disk of the database that is written to is full (53100).');
  await until('the running process to use it again', () => !app.product.deps.outage.isUnavailable);
  expect(await move(app, app.settings['DATABASE_URL'] ?? '')).toContain('Both addresses lead to the same database.');
  expect(await move(app, '')).toContain('DATABASE_URL_NEXT is not set.');
  const phone = app.phone();
  await app.subscriber(phone);
  await app.text(phone, 'who painted the last one');
  expect(await app.finalReplies(phone, 1)).toHaveLength(1);
});

test('after an undone move Askline uses the first database again', async () => {
  await using app = await startTestApp(options);
  await using target = await emptyDatabase();
  expect(await move(app, target.url)).toContain('Now set DATABASE_URL');
  expect(await move(app, target.url)).toContain('The database was moved to 127.0.0.1');
  expect(await move(app, target.url, '--undo')).toContain('This database is used again');
  await until('the running process to use it', () => !app.product.deps.outage.isUnavailable);
  const phone = app.phone();
  await app.subscriber(phone);
  await app.text(phone, 'who painted the first one');
  expect(await app.finalReplies(phone, 1)).toHaveLength(1);
});

test('after a stop or a lost terminal ends a move, Askline uses the database again', async () => {
  await using app = await startTestApp(options);
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    await using target = await emptyDatabase();
    const child = await startMove(app, target.url);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([1, null]);
    await answersOne(app);
  }
  await using source = connectTo(app.settings['DATABASE_URL'] ?? '', 1);
  expect(await readDatabaseFacts(source.pool)).toMatchObject({ isReadOnly: false, movingTo: null });
});

test('a killed move leaves a database that says so, and one command lets Askline use it again', async () => {
  await using app = await startTestApp(options);
  await using target = await emptyDatabase();
  const child = await startMove(app, target.url);
  child.kill('SIGKILL');
  await once(child, 'exit');
  {
    await using source = connectTo(app.settings['DATABASE_URL'] ?? '', 2);
    const [found] = judgeFacts(await readDatabaseFacts(source.pool), 10);
    expect(found?.problem).toContain('a move to 127.0.0.1');
    expect(found?.remedy).toContain('npm run move -- --undo');
    await expect(requireFitness(source.pool, 10)).rejects.toThrow(MoveUnderWayError);
  }
  expect(await move(app, target.url, '--undo')).toContain('This database is used again');
  await answersOne(app);
});
