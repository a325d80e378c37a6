import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { launchBrowser } from './browser.ts';
import type { Calls } from './static-site.ts';
import { visit, type Visit } from './visit.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const answering: Calls = { 'POST /api/demo/search': () => ({ json: { response: 'It is 24 miles.' } }) };
const log = ({ page }: Visit) => page.getByRole('log', { name: 'Demo conversation' });
const counter = ({ page }: Visit) => page.getByText('free demo searches used').textContent();

async function ask(it: Visit, question: string): Promise<void> {
  await it.page.getByRole('textbox', { name: 'Your question' }).fill(question);
  await it.page.getByRole('button', { name: 'Send' }).click();
}

test('it starts with a weather question and its answer, and nothing used', async () => {
  await using it = await visit(browser, '/');
  expect(await log(it).textContent()).toMatch(/weather in Denver.*sunny/);
  expect(await counter(it)).toBe('0/3 free demo searches used');
  expect(await it.page.getByText('3 remaining').isVisible()).toBe(true);
  expect(await it.page.evaluate("getComputedStyle(document.querySelector('[role=log]')).maxHeight")).toBe('300px');
});

test('three questions are answered; then the panel takes the place of the input, and one second later the limit is said', async () => {
  await using it = await visit(browser, '/', { calls: answering });
  for (const used of [1, 2, 3]) {
    await ask(it, `  How far is it, ${used}?  `);
    await expect.poll(() => counter(it)).toBe(`${used}/3 free demo searches used`);
  }
  expect(it.site.received.filter(({ call }) => call.includes('demo')).map(({ body }) => body)).toEqual(
    [1, 2, 3].map((used) => JSON.stringify({ query: `How far is it, ${used}?` })),
  );
  expect(
    await it.page.getByText("You've used all 3 free demo searches. Subscribe to continue searching!").count(),
  ).toBe(1);
  expect(await it.page.getByRole('textbox', { name: 'Your question' }).count()).toBe(0);
  expect(await log(it).textContent()).not.toContain('Demo Limit Reached:');
  await expect
    .poll(() => log(it).textContent(), { timeout: 3000 })
    .toContain(
      "Demo Limit Reached: You've used all of your free demo queries! Please subscribe to continue searching.",
    );
  const seePlans = it.page.locator('#demo').getByRole('link', { name: 'See Plans' });
  expect(await seePlans.getAttribute('href')).toBe('/#pricing');
});

test('the count stays with the browser', async () => {
  await using it = await visit(browser, '/', { calls: answering });
  await ask(it, 'How far?');
  await expect.poll(() => counter(it)).toBe('1/3 free demo searches used');
  await it.page.reload();
  await expect.poll(() => counter(it)).toBe('1/3 free demo searches used');
});

test('blanks are no question, and while one is under way another is not sent', async () => {
  await using it = await visit(browser, '/', {
    calls: { 'POST /api/demo/search': () => ({ json: { response: 'Yes.' }, delayMs: 500 }) },
  });
  await ask(it, '   ');
  await ask(it, 'First?');
  await ask(it, 'Second?');
  await expect.poll(() => log(it).textContent()).toContain('Yes.');
  expect(it.site.received.filter(({ call }) => call.includes('demo'))).toHaveLength(1);
  expect(await it.page.getByRole('textbox', { name: 'Your question' }).inputValue()).toBe('Second?');
});

test('a tab whose last search was used in another one sends nothing and says why', async () => {
  await using it = await visit(browser, '/', { calls: answering });
  // Written by this tab itself, so that no storage event tells the page.
  await it.page.evaluate("localStorage.setItem('demoQueryCount', '3')");
  await ask(it, 'One more?');
  await expect
    .poll(() => log(it).textContent())
    .toContain("Demo Limit Reached: You've reached your free demo limit. Subscribe now to continue searching!");
  expect(it.site.received.filter(({ call }) => call.includes('demo'))).toHaveLength(0);
});

test.each([
  [
    'the server’s own words',
    { status: 429, json: { code: 'rate_limited', message: 'Please wait.' } },
    'Error: Please wait.',
  ],
  [
    'words of ours',
    { status: 500, json: null },
    'Error: Sorry, there was an error processing your query. Please try again later.',
  ],
] as const)('a refusal shows %s and uses up nothing', async (_what, reply, shown) => {
  await using it = await visit(browser, '/', { calls: { 'POST /api/demo/search': () => reply } });
  await ask(it, 'How far?');
  await expect.poll(() => log(it).textContent()).toContain(shown);
  expect(await counter(it)).toBe('0/3 free demo searches used');
});

test('a broken line is said to be one, and uses up nothing', async () => {
  await using it = await visit(browser, '/');
  await it.page.route('**/api/demo/search', (route) => route.abort());
  await ask(it, 'How far?');
  await expect
    .poll(() => log(it).textContent())
    .toContain('Error: Sorry, our search service is temporarily unavailable. Please try again later.');
  expect(await counter(it)).toBe('0/3 free demo searches used');
});

test('a reply without text says so', async () => {
  await using it = await visit(browser, '/', { calls: { 'POST /api/demo/search': () => ({ json: {} }) } });
  await ask(it, 'How far?');
  await expect.poll(() => log(it).textContent()).toContain('No response available');
});

test('an answer is shown as text, whatever it holds', async () => {
  await using it = await visit(browser, '/', {
    calls: { 'POST /api/demo/search': () => ({ json: { response: '<img src=x onerror="document.title=1">' } }) },
  });
  await ask(it, 'How far?');
  await expect.poll(() => log(it).textContent()).toContain('<img src=x');
  expect(await log(it).locator('img').count()).toBe(0);
});

test('an example goes into the input, to be sent by the reader', async () => {
  await using it = await visit(browser, '/', { calls: answering });
  await it.page.getByRole('button', { name: 'What is 18% tip on $42.50?' }).click();
  const input = it.page.getByRole('textbox', { name: 'Your question' });
  expect(await input.inputValue()).toBe('What is 18% tip on $42.50?');
  await it.page.keyboard.press('Enter');
  await expect.poll(() => log(it).textContent()).toContain('It is 24 miles.');
});
