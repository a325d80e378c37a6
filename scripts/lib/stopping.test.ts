import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

const moduleUrl = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href);

/** A relay, its task that runs a service, and the service, which drains until `may-end` exists; all note what they receive. */
async function startTree() {
  const folder = mkdtempSync(join(tmpdir(), 'askline-stopping-'));
  const diary = join(folder, 'diary');
  writeFileSync(diary, '');
  const noting = `import { appendFileSync, existsSync } from 'node:fs';
    const note = (word) => appendFileSync(${JSON.stringify(diary)}, word + '\\n');`;
  writeFileSync(
    join(folder, 'service.mjs'),
    `${noting}
    process.on('SIGTERM', () => {
      note('drains');
      setInterval(() => existsSync(${JSON.stringify(join(folder, 'may-end'))}) && (note('drained'), process.exit(0)), 20);
    });
    process.on('message', (message) => { note(message); process.exit(1); });
    note('service ' + process.pid);
    process.send('ready');`,
  );
  writeFileSync(
    join(folder, 'task.mjs'),
    `${noting}
    import { startService } from ${moduleUrl('service.ts')};
    import { aborted, listenForStop } from ${moduleUrl('stopping.ts')};
    const { asked, insisted } = listenForStop();
    const options = { name: 'It', command: [process.argv[2]], env: () => process.env, stopMs: 30_000 };
    process.on('SIGTERM', () => note('task signaled'));
    const service = await startService(options, asked);
    note('task ' + process.pid);
    await aborted(asked);
    await service.stop(insisted);
    note(insisted.aborted ? 'immediately' : 'in order');
    process.disconnect();`,
  );
  const script = `import { relay } from ${moduleUrl('../bootstrap/relay.mjs')};
    process.exitCode = await relay(process.argv[1], process.execPath, ['task.mjs', process.argv[1] + '/service.mjs']);`;
  const relay = spawn(process.execPath, ['--input-type=module', '--eval', script, folder], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const read = (): string[] => readFileSync(diary, 'utf8').trim().split('\n');
  await expect.poll(() => read().length).toBe(2);
  const [service = 0, task = 0] = read().map((line) => Number(line.split(' ')[1]));
  const pids = { relay: relay.pid ?? 0, task, service };
  return {
    relay,
    read: () => read().slice(2),
    signal: (who: 'relay' | 'task' | 'service') => process.kill(pids[who], 'SIGTERM'),
    count: (line: string) => read().filter((one) => one === line).length,
    mayEnd: () => writeFileSync(join(folder, 'may-end'), ''),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

test('a signal to each process of the tree is one request: the service drains to its end', async () => {
  using tree = await startTree();
  const ended = once(tree.relay, 'exit');
  tree.signal('relay');
  await expect.poll(() => tree.count('drains')).toBe(1);
  tree.signal('task');
  tree.signal('service');
  await expect.poll(() => [tree.count('task signaled'), tree.count('drains')]).toEqual([2, 2]);
  tree.mayEnd();
  expect(await ended).toEqual([0, null]);
  expect(tree.read().slice(-2)).toEqual(['drained', 'in order']);
  expect(tree.count('stop now')).toBe(0);
});

test('a second request ends a service that drains immediately', async () => {
  using tree = await startTree();
  const ended = once(tree.relay, 'exit');
  tree.relay.kill('SIGTERM');
  await expect.poll(tree.read).toContain('drains');
  // Signals within half a second are the same request.
  const insist = setInterval(() => tree.count('stop now') === 0 && tree.relay.kill('SIGTERM'), 50);
  await ended;
  clearInterval(insist);
  expect(tree.read().filter((line) => line !== 'task signaled')).toEqual(['drains', 'stop now', 'immediately']);
});
