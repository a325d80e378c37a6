import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { freePort } from '#server/testing/free-port.ts';

import { inProject, root } from './project.ts';

/** The site of development in front of a server that says what reached it. */
async function startDevSite() {
  const server = createServer(({ method, url, headers }, response) => {
    response.end(JSON.stringify({ method, url, host: headers.host, client: headers['x-forwarded-for'] }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const folder = mkdtempSync(join(tmpdir(), 'askline-dev-'));
  const host = `127.0.0.1:${await freePort()}`;
  const env = {
    PATH: process.env['PATH'],
    DATA_DIR: folder,
    PORT: host.split(':')[1],
    PUBLIC_URL: `http://${host}`,
    SERVER_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  };
  const site = spawn(process.execPath, [inProject('scripts/dev-site.ts')], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [first] = (await Promise.race([once(site, 'message'), once(site, 'exit')])) as unknown[];
  expect(first).toBe('ready');
  return {
    host,
    call: (path: string, method = 'GET') =>
      fetch(`http://${host}${path}`, { method, redirect: 'manual', headers: { accept: 'text/html' } }),
    async [Symbol.asyncDispose]() {
      const ended = once(site, 'exit');
      site.disconnect();
      await ended;
      server.close();
      rmSync(folder, { recursive: true });
    },
  };
}

test('the site of npm run dev renders pages from their sources, and leaves every other request to the server', async () => {
  await using site = await startDevSite();
  const faq = await site.call('/faq');
  const page = await faq.text();
  expect(faq.status).toBe(200);
  for (const part of ['<h1', '/@vite/client', 'src="/web/main.tsx"', '"name":"Askline"']) expect(page).toContain(part);
  expect((await site.call('/nothing')).status).toBe(404);
  expect(await (await site.call('/web/site/faq-page.tsx')).text()).toContain('import.meta.hot');
  expect((await site.call('/favicon.svg')).headers.get('content-type')).toContain('svg');
  for (const [method, path] of [
    ['GET', '/api/status?a=b'],
    ['GET', '/api-docs'],
    ['POST', '/webhooks/twilio/messages'],
    ['POST', '/login'],
  ] as const) {
    const got = await (await site.call(path, method)).json();
    expect(got).toEqual({ method, url: path, host: site.host, client: '127.0.0.1' });
  }
});
