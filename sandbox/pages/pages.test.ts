import { expect, test } from 'vitest';

import { startTestSandbox } from '../testing/start.ts';

test.each([
  ['/', 'text/html'],
  ['/phone', 'text/html'],
  ['/sandbox/assets/look.css', 'text/css'],
  ['/sandbox/assets/handset.css', 'text/css'],
  ['/sandbox/assets/phone.js', 'text/javascript'],
  ['/sandbox/assets/segments.js', 'text/javascript'],
  ['/sandbox/assets/figtree.woff2', 'font/woff2'],
])('%s is served as %s', async (path, type) => {
  await using sandbox = await startTestSandbox();
  const response = await fetch(`${sandbox.url}${path}`);
  expect([response.status, response.headers.get('content-type')?.split(';')[0]]).toEqual([200, type]);
});

test('every script and stylesheet of a page exists', async () => {
  await using sandbox = await startTestSandbox();
  for (const path of ['/', '/phone']) {
    const markup = await (await fetch(`${sandbox.url}${path}`)).text();
    const files = [...markup.matchAll(/(?:src|href)="(\/sandbox\/assets\/[^"]+)"/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(3);
    for (const file of files) expect((await fetch(`${sandbox.url}${file}`)).status).toBe(200);
  }
});

test('pages run only their own scripts, and other sites cannot frame them', async () => {
  await using sandbox = await startTestSandbox();
  const response = await fetch(`${sandbox.url}/phone`);
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self'");
  expect(policy).toContain("frame-ancestors 'self'");
  expect(await response.text()).not.toMatch(/<script(?![^>]*src=)|style="/);
});
