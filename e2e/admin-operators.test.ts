import { expect } from 'vitest';

import { codeOfApp, namedOperator } from '#server/testing/named-operator.ts';

import { faultsOf } from './axe.ts';
import { openTab, openAdminPage, test, toasted } from './operator-page.ts';

test('an operator signs in by name, is named in the audit, and is signed out when idle', async ({ browser, app }) => {
  const { name, issued, password } = await namedOperator(app, 'ann');
  await using stay = await openAdminPage(browser, `${app.url}/`);
  const { page } = stay;
  await page.clock.install();
  await page.goto(`${app.url}/admin`);
  await page.waitForSelector('html[data-hydrated]', { state: 'attached' });
  await page.getByRole('button', { name: 'Use your operator account' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByLabel('Verification code').fill(codeOfApp(issued));
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Log In' }).click();
  await toasted(page, 'Authentication Failed The name, password, or code is wrong.');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Verification code').fill(codeOfApp(issued));
  await page.getByRole('button', { name: 'Log In' }).click();
  await toasted(page, 'Authentication Successful');

  await page.reload();
  await openTab(page, 'Settings');
  await page.getByRole('switch', { name: 'Performance' }).click();
  await page.getByText('by operator:ann').first().waitFor();
  const stored = String(await page.evaluate('JSON.stringify([localStorage, sessionStorage, document.cookie])'));
  expect(stored).not.toContain(password);

  // The page keeps refreshing without any input.
  await page.getByLabel('Auto-refresh').selectOption('5s');
  await page.clock.fastForward('31:00');
  await page.getByRole('alert').getByText('You were logged out after 30 minutes without activity.').waitFor();
  await page.getByLabel('Name').waitFor();
  expect(await page.evaluate('sessionStorage.length')).toBe(0);
  await expect
    .poll(async () => (await app.product.deps.pool.query('select 1 from operator_sessions')).rows.length)
    .toBe(0);
  await page.getByRole('button', { name: 'Use the admin password' }).click();
  await page.locator('input[name=password]:focus').waitFor();
  expect(await page.getByLabel('Admin Password').count()).toBe(1);
});
