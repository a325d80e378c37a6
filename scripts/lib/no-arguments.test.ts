import { spawnSync } from 'node:child_process';

import { expect, test } from 'vitest';

import { inProject } from './project.ts';

/** Runs a task under an environment in which it could not start. */
function run(task: string, ...given: string[]) {
  const command = [inProject('scripts/tasks', `${task}.ts`), ...given];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    env: { PATH: process.env['PATH'], DATA_DIR: '/dev/null', PORT: 'none' },
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}

test.for(['start', 'dev', 'build', 'doctor', 'backup', 'registration'])(
  'npm run %s explains itself, and does nothing with an argument that it does not take',
  (task) => {
    const usage = expect.stringMatching(new RegExp(`^Usage: npm (run )?${task} [^\n]+\\.\n$`));
    expect(run(task, '--help')).toEqual({ status: 0, stdout: usage, stderr: '' });
    expect(run(task, '--port=1')).toEqual({ status: 1, stdout: '', stderr: usage });
  },
);
