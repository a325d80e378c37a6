import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

/** A relay and its task, which records what it receives. The task ends on a message, on disconnect, or with `exitCode` on its first signal. */
async function startRelay(exitCode = 0) {
  const folder = mkdtempSync(join(tmpdir(), 'askline relay-'));
  const diary = join(folder, 'diary');
  writeFileSync(diary, '');
  writeFileSync(
    join(folder, 'task.mjs'),
    `import { appendFileSync } from 'node:fs';
    const note = (word) => appendFileSync(${JSON.stringify(diary)}, word + '\\n');
    for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => {
      note(name);
      if (process.argv[2] === 'once') process.exit(${exitCode});
    });
    process.on('message', (message) => { note(message); process.exit(0); });
    process.on('disconnect', () => { note('alone'); process.exit(0); });
    note('started');`,
  );
  const relayUrl = JSON.stringify(new URL('relay.mjs', import.meta.url).href);
  const script = `import { relay } from ${relayUrl};
    process.exitCode = await relay(process.argv[1], process.execPath, ['task.mjs', ...process.argv.slice(2)]);`;
  const child = spawn(
    process.execPath,
    ['--input-type=module', '--eval', script, folder, exitCode === 0 ? 'twice' : 'once'],
    {
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  const read = (): string[] => readFileSync(diary, 'utf8').trim().split('\n');
  await expect.poll(read).toContain('started');
  return { child, read, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

test('a Ctrl-C from the terminal and again from npm reaches the task once, and so does the next one', async () => {
  using relay = await startRelay();
  process.kill(-relay.child.pid!, 'SIGINT');
  relay.child.kill('SIGINT');
  await expect.poll(relay.read).toContain('SIGTERM');
  const ended = once(relay.child, 'exit');
  // Further signals have no effect until the interval that counts as one request is over.
  // The repetition stops after that: an exiting process has no handlers any more.
  const insist = setInterval(() => relay.read().length < 3 && relay.child.kill('SIGTERM'), 20);
  expect(await ended).toEqual([0, null]);
  clearInterval(insist);
  expect(relay.read()).toEqual(['started', 'SIGTERM', 'stop now']);
});

test("the task's exit code is the relay's", async () => {
  using relay = await startRelay(7);
  relay.child.kill('SIGTERM');
  expect(await once(relay.child, 'exit')).toEqual([7, null]);
});

test('a task learns that its relay was killed', async () => {
  using relay = await startRelay();
  process.kill(-relay.child.pid!, 'SIGKILL');
  await expect.poll(relay.read).toContain('alone');
});
