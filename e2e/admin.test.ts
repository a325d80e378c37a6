import { expect } from 'vitest';

import type { TestApp } from '#server/testing/test-app.ts';

import { faultsOf } from './axe.ts';
import { enter, openAdminPage, test, toasted } from './operator-page.ts';

test('the gate opens for the password or a token in the URL, which is then removed, and closes again', async ({
  browser,
  app,
}) => {
  await using stay = await openAdminPage(browser, `${app.url}/admin`);
  const { page } = stay;
  const { adminPassword, adminToken } = app.product.deps.config.secrets;
  const password = page.getByLabel('Admin Password');
  const login = page.getByRole('button', { name: 'Login' });
  expect(await login.isDisabled()).toBe(true);
  await password.fill('wrong');
  await password.press('Enter');
  await toasted(page, 'Authentication Failed Invalid admin password');
  expect(await page.getByRole('alert').textContent()).toBe('Invalid admin password');
  expect(await faultsOf(page)).toEqual([]);
  await page.route('**/api/admin/auth-check?*', (route) => route.abort(), { times: 1 });
  await login.click();
  await toasted(page, 'Authentication Error Could not verify admin credentials');
  await password.fill(String(adminPassword));
  await login.click();
  await toasted(page, 'Authentication Successful');
  expect(await page.getByRole('tab', { name: 'System' }).getAttribute('aria-selected')).toBe('true');
  await page.getByRole('button', { name: 'Log Out' }).click();
  await password.waitFor();

  // A reload keeps the area open, with a session in the tab's storage: the token is in neither URL nor storage.
  await page.goto(`${app.url}/admin?token=${adminToken}`);
  await page.getByRole('tab', { name: 'System' }).waitFor();
  expect(page.url()).toBe(`${app.url}/admin`);
  expect(await page.evaluate('Object.keys(sessionStorage).join()')).toBe('adminSession');
  const stored = String(await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])'));
  for (const secret of [adminPassword, adminToken]) expect(stored).not.toContain(String(secret));
  await page.reload();
  await page.getByRole('tab', { name: 'System' }).waitFor();
  // The secret has changed meanwhile.
  const refusal = { code: 'forbidden', message: 'Please log in again.' };
  await page.route('**/api/admin/monitoring?*', (route) => route.fulfill({ status: 403, json: refusal }));
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('alert').getByText('Please log in again.').waitFor();
  // Two frames, in which a failed read would show its toast: the login screen says it.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  expect(await page.getByText('Data Fetch Error').count()).toBe(0);
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => page.url()).toBe(`${app.url}/`);
});

/** A subscriber with an answered text, and payments of all colors. */
async function someLife(app: TestApp): Promise<void> {
  const phone = app.phone();
  const userId = await app.subscriber(phone);
  await app.text(phone, 'what is 15% of 86.40');
  await app.finalReplies(phone, 1);
  await app.product.deps.bufferedCounters.flush();
  const payments = [
    ['succeeded', 300],
    ['failed', 3200],
    ['refunded', null],
  ] as const;
  for (const [status, amount] of payments) {
    await app.product.deps.pool.query(
      `insert into payment_events (id, type, happened_at, state, user_id, status, amount_minor, currency, plan_id)
       values ($1, 'invoice.paid', now(), 'done', $2, $3, $4, 'usd', 'monthly')`,
      [`evt_${status}`, userId, status, amount],
    );
  }
}

/** The tabs from left to right, with a text on each. */
const tabs = [
  ['Overview', /Answered100%1 of 1 questions.*Texts per hour.*Revenue vs\. cost/],
  ['People', /Two apologies in a day.*Tickets without a reply.*Canceled this week.*What failed/],
  ['Money', /Recurring revenue.*Cost today.*Margin per subscriber.*Cost per answer.*Top cost drivers/],
  ['System', /Environmenttest.*Runtime versionNode.js v24.*Uptime.*Branch.*Heap used/],
  ['Database', /Fallback queueEnabled.*Queue size0/],
  ['Search Stats', /Total queries1.*Successful queries1.*Unlimited Monthly Plan1/],
  ['User Migration', /Progress0%.*Pending users1.*duringNow.*0 of 2 groups exist/],
  ['Payments', /Sam Example.*–refunded.*\$32\.00failed.*\$3\.00succeeded/],
  ['Look Up', /Find a customer.*Follow a text.*Look up a number.*Opt a number out.*Forget a number/],
  ['Settings', /Logging.*On.*Performance.*On.*Database fallback.*On/],
] as const;

test('every tab is accessible, narrow and light, wide and dark, by keyboard, without console errors', async ({
  browser,
  app,
}) => {
  await someLife(app);
  await using stay = await enter(browser, app);
  const { page, complaints } = stay;
  await page.getByRole('tab', { name: 'System' }).focus();
  await page.keyboard.press('Home');
  for (const [name, words] of tabs) {
    const panel = page.getByRole('tabpanel', { name });
    await expect.poll(() => panel.textContent()).toMatch(words);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await faultsOf(page, '[role=tabpanel]'), name).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 320, height: 800 });
    // The rest of the page is the same on all of them.
    expect(await faultsOf(page, name === 'System' ? 'html' : '[role=tabpanel]'), name).toEqual([]);
    await page.keyboard.press('ArrowRight');
  }
  expect(complaints).toEqual([]);
});

test('the charts are available as text, step by step by keyboard, and as a table', async ({ browser, app }) => {
  await using stay = await enter(browser, app);
  const { page } = stay;
  await page.getByRole('tab', { name: 'Overview' }).click();
  const texts = page.getByRole('slider', { name: 'Texts per hour' });
  await texts.waitFor();
  expect(await texts.getAttribute('aria-valuetext')).toMatch(/: Answered \d+, Failed 0, Other 0$/);
  const last = await texts.getAttribute('aria-valuetext');
  await texts.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(() => texts.getAttribute('aria-valuetext')).not.toBe(last);
  await page.getByRole('radio', { name: 'Day', exact: true }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('slider', { name: 'Texts per minute' }).waitFor();
  await page.getByRole('button', { name: 'Show Figures as a Table' }).click();
  await page.getByRole('table', { name: 'Figures per minute, oldest first' }).waitFor();
  expect(await page.getByRole('table', { name: 'Figures per minute' }).getByRole('row').count()).toBe(61);
});

test('a tab that crashes shows an error that does not blame the connection, and the other tabs keep working', async ({
  browser,
  app,
}) => {
  await using stay = await enter(browser, app);
  const { page } = stay;
  await page.route('**/api/admin/monitoring?*', async (route) => {
    const response = await route.fetch();
    const monitoring = (await response.json()) as { paymentEvents: object[] };
    const event = { id: 'evt_odd', type: 'x', timestamp: new Date().toISOString(), status: 'failed', amount: 300 };
    const rest = { userId: null, customerName: null, customerEmail: null, subscriptionId: null, plan: null };
    monitoring.paymentEvents = [{ ...event, ...rest, currency: 'no currency' }];
    await route.fulfill({ response, json: monitoring });
  });
  await page.getByRole('button', { name: 'Refresh' }).click();
  await page.getByRole('tab', { name: 'Payments' }).click();
  const alert = page.getByRole('tabpanel', { name: 'Payments' }).getByRole('alert');
  await alert.getByText('This tab stopped working').waitFor();
  expect(await alert.textContent()).not.toMatch(/connection|offline/i);
  await page.getByRole('tab', { name: 'System' }).click();
  await page.getByText('Node.js v24').waitFor();

  await page.unrouteAll({ behavior: 'wait' });
  await page.getByRole('tab', { name: 'Payments' }).click();
  await alert.waitFor();
  const isRead = page.waitForResponse('**/api/admin/monitoring?*');
  await page.getByRole('button', { name: 'Refresh' }).click();
  await isRead;
  await expect.poll(() => page.getByRole('button', { name: 'Refresh' }).getAttribute('aria-busy')).toBe(null);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await alert.waitFor({ state: 'detached' });
});
