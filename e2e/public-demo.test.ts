import { expect } from 'vitest';

import type { Calls, Reply } from './static-site.ts';
import { stopClock } from './stopped-clock.ts';
import { test } from './test.ts';
import type { Visit } from './visit.ts';

const answering: Calls = { 'POST /api/demo/search': () => ({ json: { response: 'It is 24 miles.' } }) };
const log = ({ page }: Visit) => page.getByRole('log', { name: 'Demo conversation' });
const counter = ({ page }: Visit) => page.getByText('free demo searches used').textContent();
const demoCalls = (it: Visit) => it.site.received.filter(({ call }) => call === 'POST /api/demo/search');

async function ask(it: Visit, question: string): Promise<void> {
  await it.page.getByRole('textbox', { name: 'Your question' }).fill(question);
  await it.page.getByRole('button', { name: 'Send' }).click();
}

test('three questions are answered; then a panel replaces the input, and a second later the limit appears', async ({
  open,
}) => {
  await using it = await open('/', { calls: answering });
  expect(await log(it).textContent()).toMatch(/weather in Denver.*sunny/);
  expect(await counter(it)).toBe('0/3 free demo searches used');
  expect(await it.page.getByText('3 remaining').isVisible()).toBe(true);
  expect(await it.page.evaluate("getComputedStyle(document.querySelector('[role=log]')).maxHeight")).toBe('300px');

  await ask(it, '  How far is it?  ');
  await expect.poll(() => counter(it)).toBe('1/3 free demo searches used');
  // Visitors of tests prefer reduced motion: the drawn phone shows the whole exchange without typing.
  const phone = it.page.getByRole('figure').first();
  await phone.getByText('How far is it?').waitFor();
  await phone.getByText('It is 24 miles.').waitFor();
  expect(demoCalls(it)[0]?.body).toBe(JSON.stringify({ query: 'How far is it?' }));
  // The count stays with the browser.
  await it.page.reload();
  await expect.poll(() => counter(it)).toBe('1/3 free demo searches used');
  // An example is put into the input; the visitor sends it.
  await it.page.getByRole('button', { name: 'What’s an 18% tip on $42.50?' }).click();
  await it.page.keyboard.press('Enter');
  await expect.poll(() => counter(it)).toBe('2/3 free demo searches used');
  await stopClock(it.page);
  await ask(it, 'And back?');
  await it.page.getByText("You've used all 3 free demo searches. Subscribe to continue searching!").waitFor();
  expect(await it.page.getByRole('textbox', { name: 'Your question' }).count()).toBe(0);
  const focused = () => it.page.evaluate(`document.activeElement.closest('#demo')?.textContent`);
  await expect.poll(focused).toContain("You've used all 3 free demo searches.");
  await it.page.clock.runFor(900);
  expect(await log(it).textContent()).not.toContain('Demo Limit Reached:');
  await it.page.clock.runFor(100);
  await expect
    .poll(() => log(it).textContent())
    .toContain(
      "Demo Limit Reached: You've used all of your free demo queries! Please subscribe to continue searching.",
    );
  const seePlans = it.page.locator('#demo').getByRole('link', { name: 'See Plans' });
  expect(await seePlans.getAttribute('href')).toBe('/#pricing');
  // A visitor who comes back later finds the panel, but not the focus in it.
  await it.page.reload();
  await seePlans.waitFor();
  expect(await it.page.evaluate('document.activeElement.tagName')).toBe('BODY');
});

test('words of danger use no free search and are followed by no offer', async ({ open }) => {
  const response = 'In an emergency, call 911.';
  await using it = await open('/', {
    calls: { 'POST /api/demo/search': () => ({ json: { response, isFree: true } }) },
  });
  await it.page.evaluate("localStorage.setItem('demoQueryCount', '2')");
  await it.page.reload();
  await expect.poll(() => counter(it)).toBe('2/3 free demo searches used');
  await stopClock(it.page);
  await ask(it, 'my baby isnt breathing');
  await expect.poll(() => log(it).textContent()).toContain(response);
  await it.page.clock.runFor(2000);
  expect(await counter(it)).toBe('2/3 free demo searches used');
  expect(await log(it).textContent()).not.toContain('Demo Limit Reached:');
  expect(await it.page.getByRole('textbox', { name: 'Your question' }).isVisible()).toBe(true);
});

test('failures do not count; blanks and a second concurrent question are not sent; HTML stays text', async ({
  open,
}) => {
  await using it = await open('/');
  const failures: readonly (readonly [Reply, string])[] = [
    [{ status: 429, json: { code: 'rate_limited', message: 'Please wait.' } }, 'Error: Please wait.'],
    [{ status: 500, json: null }, 'Error: Sorry, there was an error processing your query. Please try again later.'],
  ];
  for (const [reply, words] of failures) {
    it.site.answer({ 'POST /api/demo/search': () => reply });
    await ask(it, 'How far?');
    await expect.poll(() => log(it).textContent()).toContain(words);
  }
  it.site.answer({ 'POST /api/demo/search': () => ({ isCut: true }) });
  await ask(it, 'How far?');
  await expect
    .poll(() => log(it).textContent())
    .toContain('Error: Sorry, our search service is temporarily unavailable. Please try again later.');
  expect(await counter(it)).toBe('0/3 free demo searches used');

  const before = demoCalls(it).length;
  const { promise: after, resolve: say } = Promise.withResolvers<void>();
  const hostile = '<img src=x onerror="document.title=1">';
  it.site.answer({ 'POST /api/demo/search': () => ({ json: { response: hostile }, after }) });
  await ask(it, '   ');
  await ask(it, 'First?');
  await ask(it, 'Second?');
  say();
  await expect.poll(() => log(it).textContent()).toContain(hostile);
  expect(await log(it).locator('img').count()).toBe(0);
  expect(demoCalls(it)).toHaveLength(before + 1);
  expect(await it.page.getByRole('textbox', { name: 'Your question' }).inputValue()).toBe('Second?');

  // An empty answer does not count.
  it.site.answer({ 'POST /api/demo/search': () => ({ json: {} }) });
  await ask(it, 'Anything?');
  await expect.poll(() => log(it).textContent()).toContain('Error: No response available');
  expect(await counter(it)).toBe('1/3 free demo searches used');

  // The last search was used in another tab: no storage event informs this one.
  await it.page.evaluate("localStorage.setItem('demoQueryCount', '3')");
  await ask(it, 'One more?');
  await expect
    .poll(() => log(it).textContent())
    .toContain("Demo Limit Reached: You've reached your free demo limit. Subscribe now to continue searching!");
  expect(demoCalls(it)).toHaveLength(before + 2);
});

test('without JavaScript the demo keeps its sample and says what a question of your own needs', async ({ open }) => {
  await using it = await open('/', { javaScriptEnabled: false });
  expect(await log(it).textContent()).toMatch(/weather in Denver.*sunny/);
  await it.page.getByText('To ask your own question here, turn on JavaScript or use another browser.').waitFor();
  // Nothing that would not work: neither a form that leads nowhere nor a count that never changes.
  expect(await it.page.getByRole('textbox', { name: 'Your question' }).isVisible()).toBe(false);
  expect(await it.page.getByText('free demo searches used').isVisible()).toBe(false);
});
