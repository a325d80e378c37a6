import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

import { expect, onTestFinished, test } from 'vitest';

import { setInEnvFile } from './env-file.ts';

async function fileWith(text: string | null): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'askline-env-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, '.env');
  if (text !== null) await writeFile(path, text, { mode: 0o644 });
  return path;
}

test.each([
  ['A=1\nB=2\n', 'A=1\nB=new\n'],
  ['# says\n#B=example\nA=1\n', '# says\nB=new\nA=1\n'],
  ['#B=example\nB=old\n', '#B=example\nB=new\n'],
  ['A=1', 'A=1\nB=new\n'],
  [null, 'B=new\n'],
])('in %j a setting takes its place, and the rest stays', async (before, after) => {
  const path = await fileWith(before);
  await setInEnvFile(path, 'B', 'new');
  expect(await readFile(path, 'utf8')).toBe(after);
  expect(parseEnv(after)['B']).toBe('new');
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('a value that would be more than one line is refused, and the file stays', async () => {
  const path = await fileWith('A=1\n');
  await expect(setInEnvFile(path, 'A', '2\nB=3')).rejects.toThrow('cannot be written');
  expect(await readFile(path, 'utf8')).toBe('A=1\n');
});
