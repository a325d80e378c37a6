import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { addPayer } from '#server/testing/payer.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { faultsOf } from './axe.ts';
import { enter, openTab, test, toasted } from './operator-page.ts';

/** A subscriber whose first payment is in the list of payments. */
async function paidCustomer(app: TestApp) {
  const payer = await addPayer(app);
  const customer = await payer.subscribe();
  await until('the payment', async () => {
    const { rows } = await app.product.deps.pool.query(
      `select 1 from payment_events where user_id = $1 and type = 'invoice.paid' and status is not null`,
      [payer.userId],
    );
    return rows.length > 0;
  });
  await until('the plan to run', async () => (await payer.view()).status === 'active');
  return { payer, customer };
}

const dialog = (page: Page) => page.getByRole('alertdialog');

test('an operator refunds, gives free months and cancels from the customer’s card, each once and with a reason', async ({
  browser,
  app,
}) => {
  const { payer, customer } = await paidCustomer(app);
  await using stay = await enter(browser, app);
  const { page } = stay;
  await openTab(page, 'Look Up');
  await page.getByLabel('Email address or phone number').fill(payer.userId);
  await page.getByRole('button', { name: 'Find Customer' }).click();

  await page.getByRole('button', { name: 'Refund…' }).click();
  await dialog(page).getByText('Refund a payment?').waitFor();
  expect(await faultsOf(page, '[role=alertdialog]')).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await faultsOf(page, '[role=alertdialog]')).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog(page).getByRole('button', { name: 'Go Back' }).click();
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Refund…' }).click();
  await dialog(page).getByLabel('Reason').selectOption('Answers didn’t come');
  // The answer is lost on its way: the dialog stays, and the next click does it once.
  await page.route(
    '**/refund',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await dialog(page).getByRole('button', { name: 'Refund' }).click();
  await dialog(page).getByRole('alert').waitFor();
  await dialog(page).getByRole('button', { name: 'Refund' }).dblclick();
  await toasted(page, 'Payment Refunded');
  await dialog(page).waitFor({ state: 'detached' });
  const { data } = await payer.stripe<{ data: { amount_refunded: number }[] }>('GET', `/charges?customer=${customer}`);
  expect(data.map((charge) => charge.amount_refunded)).toEqual([300]);
  await page.getByText('Refunded', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Refund…' }).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Give Free Months…' }).click();
  await dialog(page).getByLabel('Credit').selectOption('2 months, $6.00');
  await dialog(page).getByRole('button', { name: 'Give Credit' }).dblclick();
  await toasted(page, 'Free Months Given');
  await dialog(page).waitFor({ state: 'detached' });
  expect(await payer.stripe('GET', `/customers/${customer}`)).toMatchObject({ balance: -600 });

  await page.getByRole('button', { name: 'Cancel Plan…' }).click();
  await dialog(page).getByLabel('Reason').selectOption('Answers didn’t come');
  await dialog(page).getByRole('button', { name: 'Cancel Plan' }).click();
  await toasted(page, 'Plan Canceled');
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByText('Active. Ends on ').waitFor();

  await page.getByRole('button', { name: 'Cancel Plan…' }).click();
  await dialog(page).getByLabel('When').selectOption('Right now: the plan’s answers stop');
  await dialog(page).getByRole('button', { name: 'Cancel Plan' }).click();
  await toasted(page, 'Plan Canceled');
  await page.getByRole('button', { name: 'Cancel Plan…' }).waitFor({ state: 'detached' });
  expect((await payer.view()).status).toBe('canceled');

  await openTab(page, 'Settings');
  await page.getByText('Cancel plan now').first().waitFor();
  await page.getByText('answers didn’t come').first().waitFor();
});

test('a row of the payments opens its customer, with what was refunded', async ({ browser, app }) => {
  const { payer, customer } = await paidCustomer(app);
  await app.product.deps.pool.query('update users set name = $1 where id = $2', ['Pat Payer', payer.userId]);
  const { data } = await payer.stripe<{ data: { id: string }[] }>('GET', `/charges?customer=${customer}`);
  await payer.stripe('POST', '/refunds', { charge: data[0]?.id ?? '', amount: '100' });
  await until('the refund', async () => {
    const { rows } = await app.product.deps.pool.query(
      `select 1 from payment_events where user_id = $1 and status = 'refunded'`,
      [payer.userId],
    );
    return rows.length > 0;
  });
  await using stay = await enter(browser, app);
  const { page } = stay;
  await openTab(page, 'Payments');
  await page.getByRole('listitem').getByRole('button', { name: 'Pat Payer' }).first().click();
  const card = page.getByRole('tabpanel', { name: 'Look Up' });
  await card.getByRole('heading', { name: 'Pat Payer' }).waitFor();
  await card.getByText('$1.00 refunded').waitFor();
  await card.getByRole('button', { name: 'Refund…' }).click();
  await dialog(page).getByLabel('Payment').getByText('$2.00').waitFor({ state: 'attached' });
});

test('an operator lets a customer pay again after a dispute was cleared', async ({ browser, app }) => {
  const { payer, customer } = await paidCustomer(app);
  await app.sandbox('POST', `/sandbox/stripe/customers/${customer}/scenario`, { name: 'dispute' });
  await until('the end of the plan', async () => (await payer.view()).status === 'canceled');
  await using stay = await enter(browser, app);
  const { page } = stay;
  await openTab(page, 'Look Up');
  await page.getByLabel('Email address or phone number').fill(payer.userId);
  await page.getByRole('button', { name: 'Find Customer' }).click();
  await page.getByRole('button', { name: 'Allow Payments Again…' }).click();
  await dialog(page).getByText('Allow payments again?').waitFor();
  expect(await faultsOf(page, '[role=alertdialog]')).toEqual([]);
  await dialog(page).getByLabel('Reason').selectOption('Dispute or warning cleared');
  await dialog(page).getByRole('button', { name: 'Allow Payments' }).click();
  await toasted(page, 'Payments Allowed');
  await page.getByRole('button', { name: 'Allow Payments Again…' }).waitFor({ state: 'detached' });
  expect((await payer.call('POST', '/api/create-subscription', { plan: 'monthly' })).status).toBe(200);
});

test('an operator releases the phone number of a customer, who keeps the plan and is emailed', async ({
  browser,
  app,
}) => {
  const { payer } = await paidCustomer(app);
  await using stay = await enter(browser, app);
  const { page } = stay;
  await openTab(page, 'Look Up');
  await page.getByLabel('Email address or phone number').fill(payer.phone);
  await page.getByRole('button', { name: 'Find Customer' }).click();
  await page.getByText(`Ends in ${payer.phone.slice(-2)}`).waitFor();
  await page.getByRole('button', { name: 'Release Phone Number…' }).click();
  await dialog(page).getByText('Release the phone number?').waitFor();
  expect(await faultsOf(page, '[role=alertdialog]')).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await faultsOf(page, '[role=alertdialog]')).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog(page).getByLabel('Reason').selectOption('Number has a new holder');
  await dialog(page).getByRole('button', { name: 'Release Number' }).dblclick();
  await toasted(page, 'Phone Number Released');
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Release Phone Number…' }).waitFor({ state: 'detached' });
  expect((await payer.view()).status).toBe('active');
  expect((await payer.call('GET', '/api/user/phone-numbers')).body).toEqual([]);
  await openTab(page, 'Settings');
  await page.getByText('Release phone', { exact: true }).first().waitFor();
  await page.getByText('number has a new holder').first().waitFor();
});

test('an operator deletes the account of a customer after typing the word', async ({ browser, app }) => {
  const { payer } = await paidCustomer(app);
  const long = 'christopher.montgomery.the.elder@mail.stateuniversity.example';
  await app.product.deps.pool.query('update users set email = $1 where id = $2', [long, payer.userId]);
  await using stay = await enter(browser, app);
  const { page } = stay;
  await openTab(page, 'Look Up');
  await page.getByLabel('Email address or phone number').fill(payer.userId);
  await page.getByRole('button', { name: 'Find Customer' }).click();
  await page.getByRole('button', { name: 'Delete Account…' }).click();
  const confirm = dialog(page).getByRole('button', { name: 'Delete Account' });
  await dialog(page).getByText('Delete this account?').waitFor();
  expect(await faultsOf(page, '[role=alertdialog]')).toEqual([]);
  await page.setViewportSize({ width: 375, height: 844 });
  expect(await faultsOf(page, '[role=alertdialog]')).toEqual([]);
  // The whole address of the account that goes, without a scroll sideways.
  const [needed, shown] = await dialog(page).evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
  expect(needed).toBe(shown);
  await page.setViewportSize({ width: 1280, height: 800 });
  await dialog(page).getByLabel('Type DELETE to confirm').fill('DELETED');
  expect(await confirm.isDisabled()).toBe(true);
  await dialog(page).getByLabel('Type DELETE to confirm').fill('DELETE');
  await dialog(page).getByLabel('Reason').selectOption('Parent or guardian asked');
  await confirm.dblclick();
  await toasted(page, 'Account Deleted');
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Delete Account…' }).waitFor({ state: 'detached' });
  expect((await payer.call('GET', '/api/user')).status).toBe(401);
  await openTab(page, 'Settings');
  await page.getByText('Delete account', { exact: true }).first().waitFor();
});

test('an operator corrects the email of a customer, and a refusal is shown at the field', async ({ browser, app }) => {
  const { payer } = await paidCustomer(app);
  const other = await addPayer(app);
  const { db } = app.product.deps;
  const { email: taken } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', other.userId)
    .executeTakeFirstOrThrow();
  await using stay = await enter(browser, app);
  const { page } = stay;
  await openTab(page, 'Look Up');
  await page.getByLabel('Email address or phone number').fill(payer.userId);
  await page.getByRole('button', { name: 'Find Customer' }).click();
  await page.getByRole('button', { name: 'Correct Name or Email…' }).click();
  const email = dialog(page).getByLabel('Email');
  expect(await dialog(page).getByLabel('Name').inputValue()).toBe('Ann Example');
  await email.fill(taken);
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true');
  await dialog(page).getByText('Another account uses this email.').waitFor();
  expect(await faultsOf(page, '[role=alertdialog]')).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await faultsOf(page, '[role=alertdialog]')).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 800 });
  // Meanwhile another operator corrects the name, which this dialog shows as it was: that one stays.
  await db.updateTable('users').set({ name: 'Ann Right' }).where('id', '=', payer.userId).execute();
  const wanted = `new-${taken}`;
  await email.fill(wanted);
  await dialog(page).getByRole('button', { name: 'Save' }).dblclick();
  await toasted(page, 'Account Corrected');
  await dialog(page).waitFor({ state: 'detached' });
  await page.getByText(wanted, { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Ann Right' }).waitFor();
  expect((await payer.call('GET', '/api/user')).status).toBe(401);
  await openTab(page, 'Settings');
  await page.getByText('Correct account', { exact: true }).first().waitFor();
});

test('a late reply about one customer leaves another who was found meanwhile, and the open dialog acts on that one', async ({
  browser,
  app,
}) => {
  const [first, second] = [await addPayer(app), await addPayer(app)];
  await using stay = await enter(browser, app);
  const { page } = stay;
  await openTab(page, 'Look Up');
  const find = async (userId: string) => {
    await page.getByLabel('Email address or phone number').fill(userId);
    await page.getByRole('button', { name: 'Find Customer' }).click();
    await page.getByText(userId, { exact: true }).waitFor();
  };
  await find(first.userId);
  const late = Promise.withResolvers<void>();
  await page.route('**/api/admin/find-user', async (route) => {
    if (route.request().postData()?.includes(first.userId)) await late.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Correct Name or Email…' }).click();
  await dialog(page).getByLabel('Name').fill('Ann First');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await toasted(page, 'Account Corrected');

  await find(second.userId);
  await page.getByRole('button', { name: 'Correct Name or Email…' }).click();
  await dialog(page).getByLabel('Name').fill('Ann Second');
  const isAnswered = page.waitForResponse('**/api/admin/find-user');
  late.resolve();
  await (await isAnswered).finished();
  const sent = page.waitForRequest('**/correct');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  expect(new URL((await sent).url()).pathname).toBe(`/api/admin/customers/${second.userId}/correct`);
  await page.getByRole('heading', { name: 'Ann Second' }).waitFor();
});

test('of two searches for customers, only the newest shows its result', async ({ browser, app }) => {
  const [first, second] = [await addPayer(app), await addPayer(app)];
  await using stay = await enter(browser, app);
  const { page } = stay;
  const person = { userId: first.userId, name: 'Ann Listed', at: new Date().toISOString() };
  const people = [{ ...person, count: null, nextAt: null, ticketId: null }];
  await page.route('**/api/admin/worklist', (route) =>
    route.fulfill({ json: { lists: [{ name: 'canceled', people, hasMore: false }] } }),
  );
  const late = Promise.withResolvers<void>();
  await page.route('**/api/admin/find-user', async (route) => {
    if (route.request().postData()?.includes(first.userId)) await late.promise;
    await route.continue();
  });
  await openTab(page, 'People');
  await page.getByRole('button', { name: 'Ann Listed' }).click();
  await page.getByLabel('Email address or phone number').fill(second.userId);
  await page.getByRole('button', { name: 'Find Customer' }).click();
  await page.getByText(second.userId, { exact: true }).waitFor();
  const isAnswered = page.waitForResponse('**/api/admin/find-user');
  late.resolve();
  await (await isAnswered).finished();
  await page.getByText(second.userId, { exact: true }).waitFor();
  // Two frames, for what the reply changes.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  expect(await page.getByText(first.userId, { exact: true }).count()).toBe(0);
});
