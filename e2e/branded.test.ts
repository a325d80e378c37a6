import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';

import { expect } from 'vitest';

import { defaultBrand } from '#contract/default-brand.ts';
import {
  type BrandedProduct,
  defaultWords,
  hearth,
  hearthSecondModel,
  startBrandedProduct,
} from '#server/testing/branded/hearth.ts';
import { type CaughtMail, type PhoneText, testPhone } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import { visitor as apiVisitor } from '#server/testing/visitor.ts';

import { test } from './test.ts';
import { newVisitor } from './visitor.ts';

const site = resolve(import.meta.dirname, '../dist/web');

/** The default brand's words in a text, with what is around them. */
function foreignIn(name: string, text: string): string[] {
  const found = defaultWords.exec(text);
  return found === null ? [] : [`${name}: ${text.slice(Math.max(0, found.index - 40), found.index + 40)}`];
}

async function textsOn({ fixture }: BrandedProduct, phone: string): Promise<string[]> {
  const path = `/sandbox/phones/${encodeURIComponent(phone)}/messages`;
  const texts = await fixture.control<PhoneText[]>('GET', path);
  return texts.filter(({ direction }) => direction === 'from_service').map(({ body }) => body);
}

/** Sends a text and waits for its reply. */
async function ask(product: BrandedProduct, phone: string, body: string): Promise<string> {
  const before = (await textsOn(product, phone)).length;
  await product.fixture.text(phone, body);
  return until(`the reply to ${body}`, async () => (await textsOn(product, phone))[before]);
}

/** Every path that is served: pages, lists, pictures, code, calls and documents. */
async function pathsOf({ url }: BrandedProduct): Promise<string[]> {
  const routes = JSON.parse(await readFile(join(site, 'routes.json'), 'utf8')) as { pages: string[] };
  const assets = await readdir(join(site, 'assets'));
  const hidden = ['/csp.json', '/routes.json', '/render/worker.js', '/render/entry-server.js', '/render/manifest.json'];
  for (const path of hidden) expect((await fetch(url + path)).status).toBe(404);
  return [
    ...routes.pages,
    '/no-such-page',
    '/robots.txt',
    '/sitemap.xml',
    '/favicon.svg',
    '/runtime-config.json',
    '/api/docs',
    '/api/version',
    '/api/subscription/plans',
    ...assets.filter((name) => !/\.(?:br|gz|woff2)$/.test(name)).map((name) => `/assets/${name}`),
  ];
}

test('under another brand no page, text, email, document or file says the default', async ({ browser }) => {
  await using product = await startBrandedProduct();
  const { url, fixture } = product;
  const { host } = new URL(fixture.settings['PUBLIC_URL'] ?? '');

  // Everything that is served, as it is and compressed.
  const served = await Promise.all(
    (await pathsOf(product)).map(async (path) => {
      const response = await fetch(url + path);
      return { path, text: await response.text() };
    }),
  );
  expect(served.flatMap(({ path, text }) => foreignIn(path, text))).toEqual([]);
  const textAt = (path: string): string => served.find((one) => one.path === path)?.text ?? '';
  expect(textAt('/')).toContain(`<link rel="canonical" href="http://${host}/">`);
  expect(textAt('/')).not.toContain('og:image');
  expect((await fetch(`${url}/og.png`)).status).toBe(404);
  expect(textAt('/sitemap.xml')).toContain(`<loc>http://${host}/faq</loc>`);
  expect(textAt('/robots.txt')).toContain(`Sitemap: http://${host}/sitemap.xml`);
  expect(JSON.parse(textAt('/api/docs'))).toMatchObject({
    info: { title: 'Hearth' },
    servers: [{ url: `http://${host}` }],
  });
  for (const words of [hearth.company, hearth.address, hearth.governingLaw, hearth.termsUpdated, '$4.50', '$43.20']) {
    expect(textAt('/terms')).toContain(words);
  }
  expect(textAt('/faq')).toContain('saves 20%');
  expect(textAt('/privacy')).toContain('overwritten after 14 days.');
  // The pages name both answer providers, because both are on.
  for (const path of ['/privacy', '/faq']) {
    for (const provider of ['Perplexity', hearthSecondModel]) expect(textAt(path)).toContain(provider);
  }

  // What texts and emails say.
  const phone = testPhone();
  const place = { url, phone: testPhone, replies: (number: string) => textsOn(product, number) };
  const visitor = apiVisitor(place);
  const { email, userId } = await visitor.join({ phoneNumber: phone, email: 'ann@reader.test', name: 'Ann' });
  expect(userId).not.toBe('');
  const texts: string[] = [];
  // Not the carrier's own keywords, which it answers.
  for (const body of ['need help', 'weather 60614', 'stop texting me', 'opt me back in']) {
    texts.push(await ask(product, phone, body));
  }
  texts.push(await ask(product, testPhone(), 'who are you?'), ...(await textsOn(product, phone)));
  expect(texts.flatMap((text) => foreignIn('text', text))).toEqual([]);
  expect(texts[0]).toContain(`Hearth: AI answers by text. Help: ${host}/faq or help@hearth.test.`);
  await visitor.call('POST', '/api/forgot-password', { email });
  const mails = await until('two emails', async () => {
    const caught = await fixture.control<(CaughtMail & { from: string })[]>('GET', '/sandbox/mail');
    return caught.length >= 2 && caught;
  });
  expect(mails.flatMap((mail) => foreignIn(mail.subject, JSON.stringify(mail)))).toEqual([]);
  expect(mails[0]).toMatchObject({ html: expect.stringContaining(`${hearth.company}, ${hearth.address}`) });

  // The plan is sold at the brand's price.
  const checkout = await visitor.call('POST', '/api/create-subscription', { plan: 'annual' });
  expect(checkout).toMatchObject({ status: 200, body: { checkoutUrl: expect.stringContaining('http') } });

  // What the pages become in a browser: the code says nothing that the HTML does not.
  await using reader = await newVisitor(browser);
  const { page, complaints } = reader;
  const cookies = [...visitor.cookies].map(([name, value]) => ({ name, value, url }));
  const privatePages = ['/dashboard', '/subscribe'];
  const open = [
    '/',
    '/faq',
    '/terms',
    '/privacy',
    '/about-us',
    '/contact',
    '/signup',
    '/login',
    '/admin',
    ...privatePages,
  ];
  for (const path of open) {
    if (path === privatePages[0]) await page.context().addCookies(cookies);
    await page.goto(url + path);
    await page.waitForSelector('html[data-hydrated]', { state: 'attached' });
    if (path === '/dashboard')
      await page
        .getByText(/ask anything from|choose a plan to start/i)
        .first()
        .waitFor();
    if (path === '/subscribe') await page.getByText('Hearth Annual').first().waitFor();
    const dom = await page.content();
    expect(foreignIn(path, dom)).toEqual([]);
  }
  await page.goto(`${url}/signup`);
  expect(complaints).toEqual([]);
});

test('every fixed text and email speaks for the brand, and every text fits one segment', async () => {
  const brand = {
    ...defaultBrand,
    ...hearth,
    blurb: 'Hearth answers.',
    domain: 'hearthtext.test',
    origin: 'https://hearthtext.test',
    supportEmail: 'help@hearthtext.test',
    developerEmail: 'code@hearthtext.test',
  };
  const file = resolve(import.meta.dirname, '../server/testing/branded/words-of-brand.ts');
  const worker = new Worker(file, { workerData: brand });
  const [said] = (await once(worker, 'message')) as [{ texts: string[]; segments: number[]; words: string[] }];
  expect([...said.texts, ...said.words].flatMap((text) => foreignIn('words', text))).toEqual([]);
  expect(new Set(said.segments)).toEqual(new Set([1]));
  expect(said.texts.filter((text) => !text.includes('Hearth'))).toHaveLength(2); // those for a person in danger
});
