import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import { connectTo, emptyDatabase, testDatabase } from '#server/testing/database.ts';
import { addSubscriber } from '#server/testing/subscriber.ts';

/** Runs the command as `npm run customers` does. @returns its exit code and output */
async function customersCommand(DATABASE_URL: string, ...args: string[]) {
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'askline-test-'));
  const child = spawn(process.execPath, [join(import.meta.dirname, 'customers-command.ts'), ...args], {
    cwd: tmpdir(),
    env: { PATH: '', NODE_ENV: 'test', DATABASE_URL, DATA_DIR },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: child.exitCode, out, error: error.trim() };
}

test('the command lists the customers of a service number, in any usual notation', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db } = connection;
  await db
    .insertInto('service_numbers')
    .values([{ number: '+12025550100' }, { number: '+12025550101' }])
    .execute();
  await addSubscriber(db, { phone: '+12025550141', serviceNumber: '+12025550100' });
  await addSubscriber(db, { phone: '+12025550142', serviceNumber: '+12025550101' });
  const run = (...args: string[]) => customersCommand(database.url, ...args);
  const [listed, unknown] = await Promise.all([
    run('list', '--service-number', '(202) 555-0101', '--paying'),
    run('list', '--service-number', '(202) 555-0199'),
  ]);
  expect(listed).toMatchObject({ code: 0, error: '' });
  expect(listed.out).toMatch(
    /^"name","email","phone","service_number"\r\n"","[^"]+","\(202\) 555-0142","\(202\) 555-0101"\r\n$/,
  );
  expect(unknown).toMatchObject({ code: 1, out: '' });
  expect(unknown.error).toContain('(202) 555-0100, (202) 555-0101');
  const audit = await db.selectFrom('admin_audit').select(['actor', 'outcome']).execute();
  expect(audit).toEqual(['begun', 'done'].map((outcome) => ({ actor: 'command', outcome })));
});

test('a mistake or an unavailable database is reported on standard error, never in the list', async () => {
  await using empty = await emptyDatabase();
  const unavailable = 'postgres://askline@127.0.0.1:1/askline';
  const [usage, option, failed, unused] = await Promise.all([
    customersCommand(unavailable),
    customersCommand(unavailable, 'list', '--payng'),
    customersCommand(unavailable, 'list'),
    customersCommand(empty.url, 'list'),
  ]);
  for (const { error } of [usage, option]) expect(error).toMatch(/^Usage: npm run --silent customers -- list/);
  expect(failed.error).toBe('The database cannot be reached. Check DATABASE_URL, and that the server runs.');
  expect(unused.error).toBe('This database has no accounts yet. Is it the one that Askline runs with?');
  for (const { code, out } of [usage, option, failed, unused]) expect([code, out]).toEqual([1, '']);
});
