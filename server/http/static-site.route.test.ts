import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { fastify, type FastifyInstance } from 'fastify';
import { afterAll, expect, test } from 'vitest';

import { siteRoutes } from './static-site.route.ts';
import { readStaticSite, type StaticSite } from './static-site.ts';

const scriptHash = "'sha256-abc='";

const sites = mkdtempSync(join(tmpdir(), 'askline-sites-'));
afterAll(() => rmSync(sites, { recursive: true }));

/** A small built site. */
function builtSite(): StaticSite {
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
  const site = readStaticSite(folder);
  if (!site) throw new Error('the site was not read');
  return site;
}

function serve(site: StaticSite): FastifyInstance {
  const app = fastify({ routerOptions: { caseSensitive: false, ignoreTrailingSlash: true } });
  const runtimeConfig = { stripePublishableKey: 'pk_test', paymentOrigins: ['https://checkout.stripe.com'] };
  app.register(siteRoutes(site, runtimeConfig, 'http://127.0.0.1:3000'));
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

test('a page at another name of this machine redirects to the one address, with its query', async () => {
  await using app = serve(builtSite());
  const elsewhere = await app.inject({ url: '/faq?a=b', headers: { host: 'localhost:3000' } });
  expect([elsewhere.statusCode, elsewhere.headers.location]).toEqual([307, 'http://127.0.0.1:3000/faq?a=b']);
  expect((await app.inject({ url: '/faq', headers: { host: '127.0.0.1:3000' } })).statusCode).toBe(200);
});

test('files that were compressed at build time are sent compressed', async () => {
  await using app = serve(builtSite());
  const page = await app.inject({ url: '/faq', headers: { 'accept-encoding': 'br, gzip' } });
  expect([page.headers['content-encoding'], page.body]).toEqual(['br', 'brotli']);
  expect(page.headers['vary']).toMatch(/accept-encoding/i);
});

test('hashed files are cached forever, other files for an hour, and files for the server are not served', async () => {
  await using app = serve(builtSite());
  expect((await app.inject('/assets/main-Ab1.js')).headers['cache-control']).toBe(
    'public, max-age=31536000, immutable',
  );
  expect((await app.inject('/robots.txt')).headers['cache-control']).toBe('public, max-age=3600');
  expect((await app.inject('/csp.json')).statusCode).toBe(404);
  expect((await app.inject('/routes.json')).statusCode).toBe(404);
  expect((await app.inject('/assets/..%2fcsp.json')).body).not.toContain('sha256');
  for (const way of ['..%2f..%2fx', '..%2fcsp.json', '%2e%2e/csp.json', '..%5ccsp.json', '%00', '.%2e%2fx']) {
    // The product's error handler turns both into a 404 (http/error-handler.ts).
    expect([400, 403, 404]).toContain((await app.inject(`/assets/${way}`)).statusCode);
  }
});

test('a page of another release gets its hashed files if they were kept, compressed or not', async () => {
  const site = builtSite();
  const kept = mkdtempSync(join(sites, 'kept-'));
  writeFileSync(join(kept, 'dashboard-Old.js'), 'older');
  writeFileSync(join(kept, 'dashboard-Old.js.br'), 'packed');
  writeFileSync(join(kept, 'main-Ab1.js'), 'not this one');
  await using app = serve({ ...site, assetsFolders: [...site.assetsFolders, kept] });
  const old = await app.inject('/assets/dashboard-Old.js');
  expect([old.statusCode, old.body, old.headers['cache-control']]).toEqual([
    200,
    'older',
    'public, max-age=31536000, immutable',
  ]);
  const packed = await app.inject({ url: '/assets/dashboard-Old.js', headers: { 'accept-encoding': 'br' } });
  expect([packed.headers['content-encoding'], packed.body]).toEqual(['br', 'packed']);
  expect((await app.inject('/assets/main-Ab1.js')).body).toBe('script');
  expect((await app.inject('/assets/dashboard-Gone.js')).statusCode).toBe(404);
});

test('the admin page is not cached and sends no referrer', async () => {
  await using app = serve(builtSite());
  const { headers } = await app.inject('/admin?token=x');
  expect([headers['cache-control'], headers['referrer-policy']]).toEqual(['no-store', 'no-referrer']);
});

test('old addresses redirect, and so does a form sent without JavaScript, unread', async () => {
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

test('an unknown page gets HTML with status 404, and an unknown call gets JSON', async () => {
  await using app = serve(builtSite());
  const page = await app.inject('/nowhere');
  expect([page.statusCode, page.body]).toEqual([404, '<title>404/</title>']);
  const call = await app.inject('/api/nowhere');
  expect([call.statusCode, call.json()]).toEqual([
    404,
    { code: 'not_found', message: 'There is nothing at this address.' },
  ]);
});

test('the page gets at run time what the build cannot know', async () => {
  await using app = serve(builtSite());
  expect((await app.inject('/runtime-config.json')).json()).toEqual({
    stripePublishableKey: 'pk_test',
    paymentOrigins: ['https://checkout.stripe.com'],
  });
});
