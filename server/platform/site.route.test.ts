import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, expect, test } from 'vitest';

import { siteRoutes } from './site.route.ts';
import { readSite, type Site } from './site.ts';

const scriptHash = "'sha256-abc='";

const sites = mkdtempSync(join(tmpdir(), 'askline-sites-'));
afterAll(() => rmSync(sites, { recursive: true }));

/** A site as the build leaves it, in small. */
function builtSite(): Site {
  const folder = mkdtempSync(join(sites, 'site-'));
  const put = (path: string, content: string): void => {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  put('routes.json', JSON.stringify({ pages: ['/', '/faq', '/admin'], redirects: { '/privacy-policy': '/privacy' } }));
  put('csp.json', JSON.stringify({ scriptHashes: [scriptHash] }));
  for (const page of ['', 'faq/', 'admin/', '404/']) put(`${page}index.html`, `<title>${page}</title>`);
  put('faq/index.html.br', 'brotli');
  put('assets/main-Ab1.js', 'script');
  put('robots.txt', 'robots');
  const site = readSite(folder);
  if (!site) throw new Error('the site was not read');
  return site;
}

function serve(site: Site): FastifyInstance {
  const app = fastify({ routerOptions: { caseSensitive: false, ignoreTrailingSlash: true } });
  app.register(siteRoutes(site, { stripePublishableKey: 'pk_test', paymentOrigins: ['https://checkout.stripe.com'] }));
  return app;
}

test('a page is complete HTML in any case and with a slash, revalidated, under the policy of its scripts', async () => {
  await using app = serve(builtSite());
  for (const url of ['/faq', '/FAQ', '/faq/', '/faq?from=mail']) {
    const page = await app.inject({ url });
    expect([page.statusCode, page.headers['cache-control'], page.headers['content-type']]).toEqual([
      200,
      'no-cache',
      'text/html; charset=utf-8',
    ]);
    expect(page.headers['content-security-policy']).toContain(`script-src 'self' ${scriptHash};`);
    expect(page.headers['etag']).toBeDefined();
  }
});

test('what was compressed at the build goes out compressed', async () => {
  await using app = serve(builtSite());
  const page = await app.inject({ url: '/faq', headers: { 'accept-encoding': 'br, gzip' } });
  expect([page.headers['content-encoding'], page.body]).toEqual(['br', 'brotli']);
  expect(page.headers['vary']).toMatch(/accept-encoding/i);
});

test('hashed files are kept for ever, other files for an hour, and what the build wrote for the server stays here', async () => {
  await using app = serve(builtSite());
  expect((await app.inject('/assets/main-Ab1.js')).headers['cache-control']).toBe(
    'public, max-age=31536000, immutable',
  );
  expect((await app.inject('/robots.txt')).headers['cache-control']).toBe('public, max-age=3600');
  expect((await app.inject('/csp.json')).statusCode).toBe(404);
  expect((await app.inject('/routes.json')).statusCode).toBe(404);
  expect((await app.inject('/assets/..%2fcsp.json')).body).not.toContain('sha256');
  for (const way of ['..%2f..%2fx', '..%2fcsp.json', '%2e%2e/csp.json', '..%5ccsp.json', '%00', '.%2e%2fx']) {
    // The product's own error handler makes a 404 of both (platform/error-handler.ts).
    expect([400, 403, 404]).toContain((await app.inject(`/assets/${way}`)).statusCode);
  }
});

test('the admin page is not kept and tells nobody where it was', async () => {
  await using app = serve(builtSite());
  const { headers } = await app.inject('/admin?token=x');
  expect([headers['cache-control'], headers['referrer-policy']]).toEqual(['no-store', 'no-referrer']);
});

test('old addresses lead on, and a form sent without JavaScript comes back unread', async () => {
  await using app = serve(builtSite());
  const moved = await app.inject('/Privacy-Policy');
  expect([moved.statusCode, moved.headers.location]).toEqual([308, '/privacy']);
  const sent = await app.inject({
    method: 'POST',
    url: '/faq',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'password=Secret123!',
  });
  expect([sent.statusCode, sent.headers.location]).toEqual([303, '/faq']);
});

test('a wrong turn gets the page with status 404, and a program gets JSON', async () => {
  await using app = serve(builtSite());
  const page = await app.inject('/nowhere');
  expect([page.statusCode, page.body]).toEqual([404, '<title>404/</title>']);
  const call = await app.inject('/api/nowhere');
  expect([call.statusCode, call.json()]).toEqual([
    404,
    { code: 'not_found', message: 'There is nothing at this address.' },
  ]);
});

test('the page learns at run time what the build cannot know', async () => {
  await using app = serve(builtSite());
  expect((await app.inject('/runtime-config.json')).json()).toEqual({
    stripePublishableKey: 'pk_test',
    paymentOrigins: ['https://checkout.stripe.com'],
  });
});
