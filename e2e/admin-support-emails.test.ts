import { expect } from 'vitest';

import { addStuckRequest } from '#server/testing/stuck-request.ts';

import { faultsOf } from './axe.ts';
import { enter, test, toasted } from './operator-page.ts';
import type { Visitor } from './visitor.ts';

async function discardFirst({ page }: Visitor): Promise<void> {
  const card = page.getByRole('region', { name: 'Support emails that don’t go out' });
  await card.getByRole('button', { name: 'Discard' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
}

test('a support email that the mail server refuses is read in the admin area, and discarded', async ({
  browser,
  app,
}) => {
  const { marker } = await addStuckRequest(app);
  await using stay = await enter(browser, app);
  const { page, complaints } = stay;
  await page.getByRole('tab', { name: 'Overview' }).click();
  const card = page.getByRole('region', { name: 'Support emails that don’t go out' });
  await card.getByText('last error 552').waitFor();
  expect(await faultsOf(page, '[role=tabpanel]')).toEqual([]);

  await card.getByRole('button', { name: 'Read' }).click();
  const message = page.getByRole('dialog', { name: `About ${marker}` });
  await message.getByText(`The striped giraffe ${marker}`).waitFor();
  await message.getByText(`Sam Example <${marker}@askline.example>`).waitFor();
  await message.getByText('shot.png').waitFor();
  expect(await faultsOf(page, '[role=dialog]')).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await message.getByText('Close', { exact: true }).click();

  await discardFirst(stay);
  await toasted(page, 'We’ll email the sender that it didn’t reach you.');
  await card.waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

test('with a discarded support email the focus goes to those that are left, and with the last one to what follows', async ({
  browser,
  app,
}) => {
  await addStuckRequest(app);
  await addStuckRequest(app);
  await using stay = await enter(browser, app);
  const { page } = stay;
  await page.getByRole('tab', { name: 'Overview' }).click();
  const rows = page.getByRole('region', { name: 'Support emails that don’t go out' }).getByRole('listitem');
  const focused = async () => String(await page.evaluate('document.activeElement.textContent'));
  await expect.poll(() => rows.count()).toBe(2);
  await discardFirst(stay);
  await expect.poll(() => rows.count()).toBe(1);
  await expect.poll(focused).toMatch(/^Contact.*552/);
  await discardFirst(stay);
  await expect.poll(() => rows.count()).toBe(0);
  await expect.poll(focused).toMatch(/^Right now:/);
});

test('support emails that wait for an unreachable mail server are read, and offer no discard', async ({
  browser,
  app,
}) => {
  await addStuckRequest(app, { lastError: 'ESOCKET' });
  await using stay = await enter(browser, app);
  const { page } = stay;
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByText('1 support email can’t go out (ESOCKET).').waitFor();
  const card = page.getByRole('region', { name: 'Support emails that don’t go out' });
  await card.getByRole('button', { name: 'Read' }).waitFor();
  await card.getByText('It’s sent automatically').waitFor();
  expect(await card.getByRole('button', { name: 'Discard' }).count()).toBe(0);
  expect(await page.getByText('keeps refusing').count()).toBe(0);
});
