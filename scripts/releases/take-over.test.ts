import { expect, test } from 'vitest';

import { takeOver } from './take-over.ts';

test('after a restart that failed, the processes that still answer are to be left alone, and the way back is named', async () => {
  const said: string[] = [];
  const settings = { host: '127.0.0.1', port: 1 };
  const { signal } = new AbortController();
  const to = { settings, preparedAt: null, command: 'exit 3', signal, say: (text: string) => void said.push(text) };
  expect(await takeOver(to, '2026-11-22T12:00:00.000Z')).toBe(false);
  const told = said.join('\n');
  expect(told).toContain('RESTART_COMMAND ended with 3');
  expect(told).toMatch(/leave the others running/);
  expect(told).toContain('npm run rollback');
  expect(told).not.toContain('restart the processes yourself');
});
