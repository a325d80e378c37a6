import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { takeLock } from './lock.mjs';

function emptyFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'askline-lock-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

/** A process that takes the lock `times` times, or, with 0, takes it and keeps it. Logs its actions to `diary`. */
function contender(folder: string, diary: string, times: number) {
  const script = `
    import { appendFileSync } from 'node:fs';
    import { takeLock } from ${JSON.stringify(new URL('lock.mjs', import.meta.url).href)};
    const [folder, diary, times] = process.argv.slice(1);
    for (let i = 0; i < (Number(times) || 1); i++) {
      const release = await takeLock(folder, () => undefined);
      appendFileSync(diary, 'in ' + process.pid + '\\n');
      if (times === '0') await new Promise((done) => setTimeout(done, 60_000));
      appendFileSync(diary, 'out ' + process.pid + '\\n');
      release();
    }`;
  return spawn(process.execPath, ['--input-type=module', '--eval', script, folder, diary, String(times)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

test('of many processes that repeatedly take the lock, one holds it at a time', async () => {
  using folder = emptyFolder();
  const diary = join(folder.path, 'diary');
  const processes = Array.from({ length: 4 }, () => contender(join(folder.path, 'lock'), diary, 5));
  await Promise.all(processes.map((child) => once(child, 'exit')));
  const lines = readFileSync(diary, 'utf8').trim().split('\n');
  expect(lines).toHaveLength(40);
  for (let i = 0; i < lines.length; i += 2) {
    expect(lines[i + 1]).toBe(lines[i]?.replace('in', 'out'));
  }
  expect(readdirSync(join(folder.path, 'lock'))).toEqual([String(20)]);
});

test('a killed holder no longer holds the lock', async () => {
  using folder = emptyFolder();
  const diary = join(folder.path, 'diary');
  appendFileSync(diary, '');
  const holder = contender(join(folder.path, 'lock'), diary, 0);
  await expect.poll(() => readFileSync(diary, 'utf8')).toContain('in ');
  let waits = 0;
  const waiting = takeLock(join(folder.path, 'lock'), () => (waits += 1));
  await expect.poll(() => waits).toBe(1);
  holder.kill('SIGKILL');
  (await waiting)();
  expect(waits).toBe(1);
});

test('the same process can take a released lock again', async () => {
  using folder = emptyFolder();
  for (let i = 0; i < 3; i++) (await takeLock(folder.path, () => expect.unreachable()))();
  expect(readdirSync(folder.path)).toEqual(['3']);
});
