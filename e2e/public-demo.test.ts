import { expect } from 'vitest';

import type { Calls, Reply } from './static-site.ts';
import { stopClock } from './stopped-clock.ts';
import { test } from './test.ts';
import type { Visit } from './visit.ts';

const answering: Calls = { 'POST /api/demo/search': () => ({ json: { response: 'It is 24 miles.' } }) };
const log = ({ page }: Visit) => page.getByRole('log', { name: 'Demo conversation' });
const counter = ({ page }: Visit) => page.getByText('free demo searches used').textContent();
const demoCalls = (visit: Visit) => visit.site.received.filter(({ call }) => call === 'POST /api/demo/search');

async function ask(visit: Visit, question: string): Promise<void> {
  await visit.page.getByRole('textbox', { name: 'Your question' }).fill(question);
  await visit.page.getByRole('button', { name: 'Send' }).click();
}

test('three questions are answered; then a panel replaces the input, and a second later the limit appears', async ({
  open,
}) => {
  await using visit = await open('/', { calls: answering });
  expect(await log(visit).textContent()).toMatch(/weather in Denver.*sunny/);
  expect(await counter(visit)).toBe('0/3 free demo searches used');
  expect(await visit.page.getByText('3 remaining').isVisible()).toBe(true);
  expect(await visit.page.evaluate("getComputedStyle(document.querySelector('[role=log]')).maxHeight")).toBe('300px');

  await ask(visit, '  How far is it?  ');
  await expect.poll(() => counter(visit)).toBe('1/3 free demo searches used');
  // Visitors of tests prefer reduced motion: the drawn phone shows the whole exchange without typing.
  const phone = visit.page.getByRole('figure').first();
  await phone.getByText('How far is it?').waitFor();
  await phone.getByText('It is 24 miles.').waitFor();
  expect(demoCalls(visit)[0]?.body).toBe(JSON.stringify({ query: 'How far is it?' }));
  // The count stays with the browser.
  await visit.page.reload();
  await expect.poll(() => counter(visit)).toBe('1/3 free demo searches used');
  // An example is put into the input; the visitor sends it.
  await visit.page.getByRole('button', { name: 'What’s an 18% tip on $42.50?' }).click();
  await visit.page.keyboard.press('Enter');
  await expect.poll(() => counter(visit)).toBe('2/3 free demo searches used');
  await stopClock(visit.page);
  await ask(visit, 'And back?');
  await visit.page.getByText("You've used all 3 free demo searches. Subscribe to continue searching!").waitFor();
  expect(await visit.page.getByRole('textbox', { name: 'Your question' }).count()).toBe(0);
  const focused = () => visit.page.evaluate(`document.activeElement.closest('#demo')?.textContent`);
  await expect.poll(focused).toContain("You've used all 3 free demo searches.");
  await visit.page.clock.runFor(900);
  expect(await log(visit).textContent()).not.toContain('Demo Limit Reached:');
  await visit.page.clock.runFor(100);
  await expect
    .poll(() => log(visit).textContent())
    .toContain(
      "Demo Limit Reached: You've used all of your free demo queries! Please subscribe to continue searching.",
    );
  const seePlans = visit.page.locator('#demo').getByRole('link', { name: 'See Plans' });
  expect(await seePlans.getAttribute('href')).toBe('/#pricing');
  // A visitor who comes back later finds the panel, but not the focus in it.
  await visit.page.reload();
  await seePlans.waitFor();
  expect(await visit.page.evaluate('document.activeElement.tagName')).toBe('BODY');
});

test.for([320, 360])('the sample exchange fits its chat area on a phone of %i px', async (width, { open }) => {
  await using visit = await open('/', { viewport: { width, height: 800 } });
  const cut = () => log(visit).evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);
  // A page whose font arrives too late keeps the device's own (web/styles.css), and that of Debian is wider.
  await expect
    .poll(async () => {
      await visit.page.reload();
      return cut();
    })
    .toBe(0);
});

test('of two tabs that ask for the last free search, neither counts more than three', async ({ open }) => {
  await using visit = await open('/', { calls: { 'POST /api/demo/search': () => ({ json: { response: 'Paris.' } }) } });
  await visit.page.evaluate("localStorage.setItem('demoQueryCount', '2')");
  await visit.page.reload();
  await expect.poll(() => counter(visit)).toBe('2/3 free demo searches used');
  // The other tab is answered meanwhile.
  await visit.page.route('**/api/demo/search', async (route) => {
    await visit.page.evaluate("localStorage.setItem('demoQueryCount', '3')");
    await route.continue();
  });
  await ask(visit, 'what is the capital of france');
  await expect.poll(() => log(visit).textContent()).toContain('Paris.');
  await expect.poll(() => visit.page.evaluate("localStorage.getItem('demoQueryCount')")).toBe('3');
  await expect.poll(() => counter(visit)).toBe('3/3 free demo searches used');
});

test('words of danger use no free search and are followed by no offer', async ({ open }) => {
  const response = 'In an emergency, call 911.';
  await using visit = await open('/', {
    calls: { 'POST /api/demo/search': () => ({ json: { response, isFree: true } }) },
  });
  await visit.page.evaluate("localStorage.setItem('demoQueryCount', '2')");
  await visit.page.reload();
  await expect.poll(() => counter(visit)).toBe('2/3 free demo searches used');
  await stopClock(visit.page);
  await ask(visit, 'my baby isnt breathing');
  await expect.poll(() => log(visit).textContent()).toContain(response);
  await visit.page.clock.runFor(2000);
  expect(await counter(visit)).toBe('2/3 free demo searches used');
  expect(await log(visit).textContent()).not.toContain('Demo Limit Reached:');
  expect(await visit.page.getByRole('textbox', { name: 'Your question' }).isVisible()).toBe(true);
});

test('failures do not count; blanks and a second concurrent question are not sent; HTML stays text', async ({
  open,
}) => {
  await using visit = await open('/');
  const failures: readonly (readonly [Reply, string])[] = [
    [{ status: 429, json: { code: 'rate_limited', message: 'Please wait.' } }, 'Error: Please wait.'],
    [{ status: 500, json: null }, 'Error: Sorry, there was an error processing your query. Please try again later.'],
  ];
  for (const [reply, words] of failures) {
    visit.site.answer({ 'POST /api/demo/search': () => reply });
    await ask(visit, 'How far?');
    await expect.poll(() => log(visit).textContent()).toContain(words);
  }
  visit.site.answer({ 'POST /api/demo/search': () => ({ isCut: true }) });
  await ask(visit, 'How far?');
  await expect
    .poll(() => log(visit).textContent())
    .toContain('Error: Sorry, our search service is temporarily unavailable. Please try again later.');
  expect(await counter(visit)).toBe('0/3 free demo searches used');

  const before = demoCalls(visit).length;
  const { promise: after, resolve: say } = Promise.withResolvers<void>();
  const hostile = '<img src=x onerror="document.title=1">';
  visit.site.answer({ 'POST /api/demo/search': () => ({ json: { response: hostile }, after }) });
  await ask(visit, '   ');
  await ask(visit, 'First?');
  await ask(visit, 'Second?');
  say();
  await expect.poll(() => log(visit).textContent()).toContain(hostile);
  expect(await log(visit).locator('img').count()).toBe(0);
  expect(demoCalls(visit)).toHaveLength(before + 1);
  expect(await visit.page.getByRole('textbox', { name: 'Your question' }).inputValue()).toBe('Second?');

  // An empty answer does not count.
  visit.site.answer({ 'POST /api/demo/search': () => ({ json: {} }) });
  await ask(visit, 'Anything?');
  await expect.poll(() => log(visit).textContent()).toContain('Error: No response available');
  expect(await counter(visit)).toBe('1/3 free demo searches used');

  // The last search was used in another tab: no storage event informs this one.
  await visit.page.evaluate("localStorage.setItem('demoQueryCount', '3')");
  await ask(visit, 'One more?');
  await expect
    .poll(() => log(visit).textContent())
    .toContain("Demo Limit Reached: You've reached your free demo limit. Subscribe now to continue searching!");
  expect(demoCalls(visit)).toHaveLength(before + 2);
});

test('without JavaScript the demo keeps its sample and says what a question of your own needs', async ({ open }) => {
  await using visit = await open('/', { javaScriptEnabled: false });
  expect(await log(visit).textContent()).toMatch(/weather in Denver.*sunny/);
  await visit.page.getByText('To ask your own question here, turn on JavaScript or use another browser.').waitFor();
  // Nothing that would not work: neither a form that leads nowhere nor a count that never changes.
  expect(await visit.page.getByRole('textbox', { name: 'Your question' }).isVisible()).toBe(false);
  expect(await visit.page.getByText('free demo searches used').isVisible()).toBe(false);
});
