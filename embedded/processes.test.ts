import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { expect, onTestFinished, test, vi } from 'vitest';

import { identifyProcess, isAlive, sendSignal, waitForEnd } from './processes.ts';
import { eventually, patienceMs } from './test-folder.ts';

test('a process is identified by its id, start time and command', () => {
  const self = identifyProcess(process.pid)!;
  expect(self.commandLine).toContain('node');
  expect(isAlive(self)).toBe(true);
  expect(isAlive({ ...self, startedAt: 'before' })).toBe(false);
});

test('an exited process counts as gone and receives no signal', async () => {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  const sleeper = await eventually(() => identifyProcess(child.pid!));
  expect(await waitForEnd(sleeper, 30)).toBe(false);
  sendSignal(sleeper, 'SIGKILL');
  await once(child, 'exit');
  expect(await waitForEnd(sleeper, patienceMs)).toBe(true);
  expect(() => sendSignal(sleeper, 'SIGKILL')).not.toThrow();
});

test('a wait for a process ends when its signal is aborted', async () => {
  const waiting = new AbortController();
  const self = identifyProcess(process.pid)!;
  const outcome = waitForEnd(self, 60_000, waiting.signal);
  waiting.abort();
  expect(await outcome).toBe(false);
});

test('a date that is set back does not prolong a wait for a process', async () => {
  const self = identifyProcess(process.pid)!;
  const date = vi.spyOn(Date, 'now').mockReturnValueOnce(Date.now()).mockReturnValue(0);
  onTestFinished(() => date.mockRestore());
  expect(await waitForEnd(self, 30)).toBe(false);
});

test('a zombie that its parent has not reaped counts as gone', async () => {
  // The shell becomes `sleep`, which never waits for the inherited child.
  const parent = spawn('/bin/sh', ['-c', 'sleep 0.05 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(line.toString());
  await eventually(() => identifyProcess(pid) === null);
  expect(() => process.kill(pid, 0)).not.toThrow();
  parent.kill('SIGKILL');
});
