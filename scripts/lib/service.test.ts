import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test, vi } from 'vitest';

import { startService } from './service.ts';

const never = new AbortController().signal;

beforeAll(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterAll(() => void vi.restoreAllMocks());

/** A service that runs `code` and can `note` words, which the test reads back. */
function service(code: string) {
  const folder = mkdtempSync(join(tmpdir(), 'askline-service-'));
  const diary = join(folder, 'diary');
  const file = join(folder, 'service.mjs');
  writeFileSync(diary, '');
  writeFileSync(
    file,
    `import { appendFileSync } from 'node:fs';
    const note = (word) => appendFileSync(${JSON.stringify(diary)}, word + '\\n');
    const stay = setInterval(() => undefined, 60_000);
    ${code}`,
  );
  return {
    options: { name: 'The service', command: [file], env: process.env, stopMs: 5000 },
    read: (): string[] => readFileSync(diary, 'utf8').split('\n').slice(0, -1),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

const READY = `note('pid ' + process.pid); process.send('ready');`;
const ORDERLY = `process.on('SIGTERM', () => { note('drained'); process.exit(0); });`;

test('a service that dies is restarted, and one that is stopped is not', async () => {
  using fixture = service(`${ORDERLY} ${READY}`);
  const running = await startService(fixture.options, never);
  process.kill(Number(fixture.read()[0]?.slice(4)), 'SIGKILL');
  await expect.poll(fixture.read).toHaveLength(2);
  await running.stop(never);
  expect(fixture.read().at(-1)).toBe('drained');
  expect(fixture.read()).toHaveLength(3);
});

test('a restart first shuts the service down in order', async () => {
  using fixture = service(`${ORDERLY} ${READY}`);
  const running = await startService(fixture.options, never);
  running.restart();
  await expect.poll(fixture.read).toHaveLength(3);
  expect(fixture.read().map((line) => line.split(' ')[0])).toEqual(['pid', 'drained', 'pid']);
  await running.stop(never);
});

test('a service that exits before it is ready is not restarted', async () => {
  using fixture = service(`note('came'); process.exit(1);`);
  await expect(startService(fixture.options, never)).rejects.toThrow('The service could not start.');
  expect(fixture.read()).toEqual(['came']);
});

test('a second stop request sends a draining service a message, then kills it', async () => {
  using fixture = service(`process.on('SIGTERM', () => note('deaf')); process.on('message', note); ${READY}`);
  const running = await startService(fixture.options, never);
  const insisted = new AbortController();
  const stopping = running.stop(insisted.signal);
  await expect.poll(fixture.read).toContain('deaf');
  insisted.abort();
  await stopping;
  expect(fixture.read().slice(1)).toEqual(['deaf', 'stop now']);
  expect(() => process.kill(Number(fixture.read()[0]?.slice(4)), 0)).toThrow('ESRCH');
});

test('a service learns that its launcher has exited', async () => {
  using fixture = service(
    `process.on('disconnect', () => { note('alone'); process.exit(0); }); ${READY} process.disconnect();`,
  );
  const running = await startService(fixture.options, never);
  await expect.poll(fixture.read).toContain('alone');
  await running.stop(never);
});

test('each start of a service is told what it waits for', async () => {
  using fixture = service(
    `${ORDERLY} process.on('message', ({ text }) => { note(text); note('pid ' + process.pid); process.send('ready'); });`,
  );
  let starts = 0;
  const message = () => Promise.resolve({ text: `start ${(starts += 1)}` });
  const running = await startService({ ...fixture.options, message }, never);
  running.restart();
  await expect.poll(fixture.read).toContain('start 2');
  await running.stop(never);
  expect(fixture.read().filter((line) => line.startsWith('start'))).toEqual(['start 1', 'start 2']);
});

test('a service whose message fails is ended, and its start fails for that reason', async () => {
  using fixture = service(`note('pid ' + process.pid); process.on('message', () => undefined);`);
  const message = async (): Promise<object> => {
    await expect.poll(fixture.read).toHaveLength(1);
    throw new Error('the database did not start');
  };
  await expect(startService({ ...fixture.options, message }, never)).rejects.toThrow('the database did not start');
  const pid = Number(fixture.read()[0]?.slice(4));
  await expect.poll(() => isThere(pid)).toBe(false);
});

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
