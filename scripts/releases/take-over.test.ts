import { expect, test } from 'vitest';

import { takeOver, takeOverAgain } from './take-over.ts';

test('after a restart that failed, the processes that still answer are to be left alone, and the way back is named', async () => {
  const said: string[] = [];
  const settings = { host: '127.0.0.1', port: 1 };
  const { signal } = new AbortController();
  const say = (text: string) => void said.push(text);
  const to = { settings, preparedAt: null, command: 'exit 3', wayBack: 'npm run rollback -- one', signal, say };
  expect(await takeOver(to, '2026-11-22T12:00:00.000Z')).toBe(false);
  const told = said.join('\n');
  expect(told).toContain('RESTART_COMMAND ended with 3');
  expect(told).toMatch(/leave the others running/);
  expect(told).toContain('or return: npm run rollback -- one');
  expect(told).not.toContain('restart the processes yourself');
});

test('an update that is interrupted while it waits says what is switched to, and not that nothing answers', async () => {
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  const settings = { host: '127.0.0.1', port: 1 };
  const to = { settings, preparedAt: null, command: undefined, wayBack: null, signal: AbortSignal.abort(), say };
  expect(await takeOver(to, '2026-11-22T12:00:00.000Z')).toBe(false);
  expect(said).toEqual(['Stopped waiting. The release is switched to: whatever starts from now on runs it.']);
});

test('an update to what is switched to already restarts again, unless it answers', async () => {
  const said: string[] = [];
  const { signal } = new AbortController();
  const preparedAt = '2026-11-22T12:00:00.000Z';
  const say = (text: string) => void said.push(text);
  const to = { settings: { host: '127.0.0.1', port: 1 }, preparedAt, command: 'exit 3', wayBack: null, signal, say };
  expect(await takeOverAgain(to, '2026-11-21T12:00:00.000Z')).toBe(false);
  expect(said[0]).toBe('That release is switched to already, but another one answers at port 1.');
  expect(said).toContain(
    'RESTART_COMMAND ended with 3. The release is switched to: whatever starts from now on runs it.',
  );
  expect(said.join('\n')).not.toContain('npm run rollback');
  said.length = 0;
  expect(await takeOverAgain(to, undefined)).toBe(false);
  expect(said[0]).toContain('nothing answers at port 1');
  said.length = 0;
  expect(await takeOverAgain(to, preparedAt)).toBe(true);
  expect(said[0]).toBe('That is the release that runs already, at port 1.');
  expect(said[1]).toContain('exit 3');
});
