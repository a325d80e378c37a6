import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { testDatabase } from '#server/testing/database.ts';
import { freePort } from '#server/testing/free-port.ts';

import { buildServer, builtServer, buildWeb } from '../lib/builds.ts';
import { startService } from '../lib/service.ts';

test('the built server finds migrations, pages and its brand, and answers', async () => {
  const never = new AbortController().signal;
  await Promise.all([buildWeb(never), buildServer(never)]);
  await using database = await testDatabase();
  await using stack = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'askline-built-'));
  stack.defer(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'brand.json'), JSON.stringify({ name: 'Hearth' }));
  const port = await freePort();
  const running = await startService(
    {
      name: 'The server',
      command: [builtServer, '--database-follows'],
      env: { ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'silent', PORT: String(port), DATA_DIR: folder },
      message: () => Promise.resolve({ databaseUrl: database.url }),
      stopMs: 30_000,
    },
    never,
  );
  stack.defer(() => running.stop(never));
  const answers = ['/readyz', '/api/docs', '/'].map(async (path) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`);
    const isBranded = (await response.text()).includes('Hearth');
    return [path, response.status, isBranded] as const;
  });
  expect(await Promise.all(answers)).toEqual([
    ['/readyz', 200, false],
    ['/api/docs', 200, true],
    ['/', 200, true],
  ]);
  const licenses = await (await fetch(`http://127.0.0.1:${port}/licenses.txt`)).text();
  for (const part of ['react-dom', '@fontsource-variable/figtree', 'SIL OPEN FONT LICENSE']) {
    expect(licenses).toContain(part);
  }
});
