import { expect } from 'vitest';

import { operator } from '#server/testing/operator.ts';
import { addPayer } from '#server/testing/payer.ts';
import { until } from '#server/testing/until.ts';

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

test('a credit whose reply was lost is not repeated as free time, and another search is another decision', async ({
  browser,
  app,
}) => {
  const payer = await addPayer(app);
  const customer = await payer.subscribe();
  await until('the plan to run', async () => (await payer.view()).status === 'active');
  await using stay = await enter(browser, app);
  const { page } = stay;
  const dialog = page.getByRole('alertdialog');
  const sent: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/comp')) sent.push(request.postDataJSON());
  });
  await openTab(page, 'Look Up');
  await page.getByLabel('Email address or phone number').fill(payer.userId);
  await page.getByRole('button', { name: 'Find Customer' }).click();
  await page.getByRole('button', { name: 'Give Free Months…' }).click();
  await page.route(
    '**/comp',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await dialog.getByRole('button', { name: 'Give Credit' }).click();
  await dialog.getByRole('alert').waitFor();
  // Meanwhile another operator cancels the plan.
  await operator(app)('POST', `/api/admin/customers/${payer.userId}/cancel`, {
    body: { reason: 'customer_asked', when: 'period_end' },
  });
  await dialog.getByRole('button', { name: 'Give Credit' }).click();
  await dialog.getByText('look for its credit in the Stripe Dashboard').waitFor();
  await dialog.getByRole('button', { name: 'Go Back' }).click();
  await page.getByRole('button', { name: 'Find Customer' }).click();
  await page.getByText('Active. Ends on ').waitFor();
  await page.getByRole('button', { name: 'Give Free Months…' }).click();
  await dialog.getByRole('button', { name: 'Give Free Time' }).click();
  await toasted(page, 'Texts are answered until');
  expect(await payer.stripe('GET', `/customers/${customer}`)).toMatchObject({ balance: -300 });
  const [credit, repeated, time] = sent;
  // 1.0.0 refuses a credit with anything more.
  expect(Object.keys(credit ?? {}).toSorted()).toEqual(['actionId', 'months', 'reason']);
  expect(repeated).toEqual(credit);
  expect(time).toMatchObject({ as: 'free_time', until: expect.any(String) });
  expect(time?.['actionId']).not.toBe(credit?.['actionId']);
});
