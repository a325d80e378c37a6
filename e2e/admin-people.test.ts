import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { faultsOf } from './axe.ts';
import { badDay } from './bad-day.ts';
import { enter, openTab, test, toasted } from './operator-page.ts';

const onLists = [
  ['Two apologies in a day', 'Ann Angry', '2 without an answer'],
  ['STOP while paying', 'Stan Stopped', 'Opted out'],
  ['Card failing', 'Carl Card', 'next try'],
  ['Tickets without a reply', 'Wanda Writer', 'Sent'],
  ['Paid but never asked', 'Sid Silent', 'Subscribed'],
  ['Asked after the end', 'Ed Ended', 'Last asked'],
  ['Canceled this week', 'Lee Leaving', 'Canceled'],
] as const;

const list = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('each list of the desk names its people, and each row opens the customer', async ({ browser, app }) => {
  await badDay(app);
  await using stay = await enter(browser, app);
  const { page, complaints } = stay;
  for (const [title, name, words] of onLists) {
    await openTab(page, 'People');
    const row = list(page, title).getByRole('listitem').filter({ hasText: name });
    await row.getByText(words).waitFor();
    await row.getByRole('button', { name }).click();
    await page.getByRole('tabpanel', { name: 'Look Up' }).getByRole('heading', { name }).waitFor();
  }
  await openTab(page, 'People');
  expect(await faultsOf(page, '[role=tabpanel]')).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await faultsOf(page, '[role=tabpanel]')).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);

  const ticket = list(page, 'Tickets without a reply')
    .getByRole('listitem')
    .filter({ hasText: 'Wanda Writer' })
    .first();
  await ticket.getByRole('button', { name: 'Mark as Replied' }).click();
  await toasted(page, 'Marked as Replied');
  await list(page, 'Tickets without a reply').getByText('No one.').waitFor();
  // The button that had the focus is gone with its row: its list has the focus.
  const focused = async () => String(await page.evaluate('document.activeElement.textContent'));
  await expect.poll(focused).toMatch(/^Tickets without a reply/);
  expect(complaints).toEqual([]);
});

test('every failed figure and chart leads to its list, and a row of it to the text or the customer', async ({
  browser,
  app,
}) => {
  const sid = await badDay(app);
  const stranger = app.phone();
  await app.text(stranger, 'I want to kill myself');
  await app.finalReplies(stranger, 1);
  await app.product.deps.bufferedCounters.flush();
  await using stay = await enter(browser, app);
  const { page } = stay;
  const ways = [
    ['Overview', 'Show the list behind “Answered”', 'Questions without an answer'],
    ['Overview', 'Show the list behind “Delivered”', 'Not delivered'],
    ['Overview', 'Show the list behind “Opt-outs”', 'Opted out'],
    ['Overview', 'Show the list behind “Texts per hour”', 'Questions without an answer'],
    ['Overview', 'Show the list behind “Delivery”', 'Not delivered'],
    ['Overview', 'Show the list behind “Failures by cause”', 'Questions without an answer'],
    ['Overview', 'Show the list behind “Crisis”', 'Crisis replies'],
    ['Search Stats', 'Show the list behind “Failed queries”', 'Questions without an answer'],
  ] as const;
  for (const [tab, link, title] of ways) {
    await openTab(page, tab);
    await page.getByRole('button', { name: link }).first().click();
    await list(page, title).getByRole('listitem').first().waitFor();
  }
  const crisis = list(page, 'Crisis replies').getByRole('listitem');
  await crisis
    .getByText(`No account, ends in ${stranger.slice(-2)}`)
    .first()
    .waitFor();
  const failed = list(page, 'Questions without an answer').getByRole('listitem').filter({ hasText: 'Apologized' });
  await failed.first().getByRole('button').first().click();
  await page.getByRole('tabpanel', { name: 'Look Up' }).getByText(sid, { exact: true }).waitFor();

  await openTab(page, 'User Migration');
  await page.getByRole('definition').getByRole('button').first().click();
  await list(page, 'Failed migrations').getByRole('button', { name: 'Wanda Writer' }).first().click();
  await page.getByRole('heading', { name: 'Wanda Writer' }).waitFor();
});
