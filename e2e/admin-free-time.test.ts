import { expect } from 'vitest';

import { addPayer } from '#server/testing/payer.ts';

import { faultsOf } from './axe.ts';
import { enter, openTab, test, toasted } from './operator-page.ts';

test('an operator gives free time to a customer without a plan, who sees until when texts are free', async ({
  browser,
  app,
}) => {
  const payer = await addPayer(app);
  await using stay = await enter(browser, app);
  const { page } = stay;
  const dialog = page.getByRole('alertdialog');
  await openTab(page, 'Look Up');
  await page.getByLabel('Email address or phone number').fill(payer.userId);
  await page.getByRole('button', { name: 'Find Customer' }).click();
  await page.getByRole('button', { name: 'Give Free Months…' }).click();
  await dialog.getByText('has no plan that renews, so this isn’t a credit.').waitFor();
  expect(await faultsOf(page, '[role=alertdialog]')).toEqual([]);
  await page.setViewportSize({ width: 360, height: 800 });
  expect(await faultsOf(page, '[role=alertdialog]')).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  const choice = dialog.getByLabel('Free until');
  const [, offered = ''] = await choice.getByRole('option').allTextContents();
  const day = offered.replace(' (2 months)', '');
  expect(day).toMatch(/^[A-Z][a-z]+ \d{1,2}, 20\d\d$/);
  await choice.selectOption(offered);
  await dialog.getByLabel('Reason').selectOption('Goodwill');
  await dialog.getByRole('button', { name: 'Give Free Time' }).dblclick();
  await toasted(page, `Texts are answered until ${day}.`);
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Free until').waitFor();
  await page.getByText(day, { exact: true }).waitFor();
  expect(await payer.view()).toMatchObject({ status: 'none', freeUntil: expect.any(String) });

  // More is added to it, and the dialog says so.
  await page.getByRole('button', { name: 'Give Free Months…' }).click();
  await dialog.getByText('It’s added to the time they already have.').waitFor();
});
