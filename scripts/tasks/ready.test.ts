import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

/** Runs the command with these settings. @returns its exit code */
async function waitFor(port: string, settings: Record<string, string>): Promise<number | null> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'ready.ts'), port], {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: 'ignore',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

test.each([
  [{ HOST: '127.0.0.2', MAINPID: String(process.pid) }],
  [{ ROLE: 'worker', MONITORING_HOST: '127.0.0.2', HOST: '127.0.0.3' }],
  [{ ROLE: 'web', HOST: '127.0.0.2', MONITORING_HOST: '127.0.0.3' }],
])('systemd waits for a process where it listens, until it accepts traffic: %o', async (settings) => {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    response.writeHead(asked < 3 || request.url !== '/readyz' ? 503 : 200).end();
  });
  onTestFinished(() => void server.close());
  server.listen(0, '127.0.0.2');
  await once(server, 'listening');
  expect(await waitFor(String((server.address() as AddressInfo).port), settings)).toBe(0);
  expect(asked).toBe(3);
});

test('no one waits for a process that has died', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  expect(await waitFor('1', { HOST: '127.0.0.2', MAINPID: String(pid) })).toBe(1);
});

test.each(['', 'x', '0', '65536'])('a port that is none is refused: %j', async (port) => {
  expect(await waitFor(port, {})).toBe(2);
});
