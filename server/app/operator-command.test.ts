import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import { connectTo, testDatabase } from '#server/testing/database.ts';

/** Runs the command as `npm run operator` does. @returns its exit code and output */
async function operatorCommand(env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'operator-command.ts'), ...args], {
    cwd: tmpdir(),
    env: { PATH: '', NODE_ENV: 'test', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { code: child.exitCode, out: out.trim(), error: error.trim() };
}

test('the command adds, lists, resets and disables operators, and prints secrets once', async () => {
  await using database = await testDatabase();
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'askline-test-'));
  const run = (...args: string[]) => operatorCommand({ DATABASE_URL: database.url, DATA_DIR }, ...args);
  const passwordIn = (said: string) => /Password +(\S{24})/.exec(said)?.[1];
  const added = await run('add', 'Ann');
  expect(added).toMatchObject({ code: 0, error: '' });
  expect(added.out).toMatch(/otpauth:\/\/totp\/\w+:ann\?/);
  await using connection = connectTo(database.url);
  const { rows } = await connection.pool.query('select password_hash as hash from operators');
  // A real process hashes at the real cost, unlike a product within this one.
  expect(rows).toEqual([{ hash: expect.stringContaining('$argon2id$v=19$m=19456,t=2,p=1$') }]);
  const taken = await run('add', 'ann');
  expect(taken).toMatchObject({ code: 1, out: '' });
  expect(taken.error).toContain('npm run operator -- reset ann');
  const reset = await run('reset', 'ann');
  expect(passwordIn(reset.out)).toBeDefined();
  expect(passwordIn(reset.out)).not.toBe(passwordIn(added.out));
  expect((await run('disable', 'ann')).code).toBe(0);
  const listed = await run('list');
  expect(listed.out).toMatch(/^ann +added .* disabled /);
  expect(listed.out).not.toContain(String(passwordIn(reset.out)));
});

test('a failing command says why in a sentence, without a stack trace', async () => {
  const DATABASE_URL = 'postgres://askline@127.0.0.1:1/askline';
  const env = { DATABASE_URL, DATA_DIR: await mkdtemp(join(tmpdir(), 'askline-test-')) };
  const [usage, away] = await Promise.all([operatorCommand(env), operatorCommand(env, 'list')]);
  expect(usage.error).toMatch(/^Usage: npm run operator -- add NAME/);
  expect(away.error).toBe('The database cannot be reached. Check DATABASE_URL, and that the server runs.');
  for (const { code, out } of [usage, away]) expect([code, out]).toEqual([1, '']);
});
