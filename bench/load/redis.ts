import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '#server/testing/free-port.ts';
import { until } from '#server/testing/until.ts';

/** A Redis that writes each command to disk before it answers (`appendfsync always`). */
export type Redis = AsyncDisposable & { readonly port: number };

/** Starts Redis, or returns null where the machine has no `redis-server` (Debian: `apt-get install redis-server`). */
export async function startRedis(): Promise<Redis | null> {
  if (spawnSync('redis-server', ['--version']).status !== 0) return null;
  const folder = await mkdtemp(join(tmpdir(), 'askline-redis-'));
  const port = await freePort();
  const options = ['--port', String(port), '--dir', folder, '--save', '', '--appendonly', 'yes'];
  const child = spawn('redis-server', [...options, '--appendfsync', 'always', '--bind', '127.0.0.1'], {
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  await until('Redis to listen', () => isListening(port));
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true });
    },
  };
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  const [isOpen] = await Promise.race([
    once(socket, 'connect').then(() => [true]),
    once(socket, 'error').then(() => [false]),
  ]).catch(() => [false]);
  socket.destroy();
  return isOpen === true;
}
