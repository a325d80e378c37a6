import { expect, test } from 'vitest';

import { startSandbox } from './sandbox.ts';

test('the sandbox listens on a free loopback port until it is closed', async () => {
  const sandbox = await startSandbox({ port: 0 });
  expect(sandbox.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await fetch(`${sandbox.url}/sandbox/faults`)).status).toBe(200);
  await sandbox.close();
  await expect(fetch(`${sandbox.url}/sandbox/faults`)).rejects.toThrow('fetch failed');
});

test('faults are set per vendor, kept for the others, and cleared together', async () => {
  await using sandbox = await startSandbox({ port: 0 });
  const put = (body: unknown) =>
    fetch(`${sandbox.url}/sandbox/faults`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await put({ twilio: { latencyMs: 5 } });
  const second = await put({ stripe: { hang: true } });
  expect(await second.json()).toEqual({ twilio: { latencyMs: 5 }, stripe: { hang: 1 } });
  const wrong = await put({ twilio: { errorRate: 7 } });
  expect([wrong.status, await wrong.json()]).toEqual([400, { message: expect.stringContaining('errorRate') }]);
  const cleared = await fetch(`${sandbox.url}/sandbox/faults`, { method: 'DELETE' });
  expect(await cleared.json()).toEqual({});
});
