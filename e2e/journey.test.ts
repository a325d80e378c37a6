import { expect } from 'vitest';

import { startTestApp } from '#server/testing/test-app.ts';
import { codeOn } from '#server/testing/visitor.ts';

import { toast } from './form-page.ts';
import { test } from './test.ts';
import { newVisitor } from './visitor.ts';

test('a customer signs up, gets the first answer, changes the phone and deletes the account', async ({ browser }) => {
  await using app = await startTestApp();
  await using visitor = await newVisitor(browser);
  const { page, complaints } = visitor;
  const [phone, newPhone] = [app.phone(), app.phone()];
  const click = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const heading = (name: string) => page.getByRole('heading', { name, exact: true }).waitFor();

  // Sign up.
  await page.goto(app.url);
  await page.waitForSelector('html[data-hydrated]', { state: 'attached' });
  await page.getByRole('banner').getByRole('link', { name: 'Get Askline' }).click();
  await page.getByLabel('Name').fill('Ada Byron');
  await page.getByLabel('Email').fill('ada@askline.example');
  await page.getByLabel('Password', { exact: true }).fill('Secret123!');
  await page.getByLabel('Confirm password').fill('Secret123!');
  await page.getByLabel('Phone number').fill(phone);
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await click('Create Account');
  await page.getByLabel('Verification code', { exact: true }).fill(await codeOn(app, phone));
  await click('Verify');

  // Subscribe and pay on the payment provider's page.
  await heading('Access Askline');
  await page.getByLabel('Unlimited Annual Plan').check();
  await click('Continue to Payment');
  await page.locator('[data-card="4242424242424242"]').click();
  for (const box of await page.getByRole('checkbox').all()) await box.check();
  await click('Subscribe');

  // The dashboard shows the plan and the phone; the URL no longer has parameters. The toast comes first, because it is
  // shown for five seconds only.
  await expect.poll(() => toast({ page }).textContent()).toContain('Payment Processed');
  await heading('Dashboard');
  await page.getByText('Unlimited Annual Plan', { exact: true }).waitFor();
  await page.getByText('Active', { exact: true }).waitFor();
  await page.getByText('Renews on:').waitFor();
  await page.getByText('1/1', { exact: true }).waitFor();
  await page.getByText('Verified', { exact: true }).waitFor();
  expect(page.url()).toBe(`${app.url}/dashboard`);

  // Text a question to the number on the dashboard.
  const strip = page.getByRole('region', { name: 'Your phone right now' });
  const serviceNumber = await strip.getByRole('link', { name: /^\(202\)/ }).getAttribute('href');
  await strip.getByText('Waiting for your first question…').waitFor();
  await app.text(phone, 'What is 18% of 42.50?', { to: String(serviceNumber).replace('sms:', '') });
  await expect.poll(async () => (await app.replies(phone)).join('\n')).toContain('7.65');
  await strip.getByText(/^We answered at .+, in \d+ seconds?\.$/).waitFor();
  await strip.getByText('This month: 1 question', { exact: true }).waitFor();

  // Change the phone.
  await click('Change');
  await page.getByRole('textbox', { name: 'Phone number' }).fill(newPhone);
  await click('Send Code');
  await page.getByLabel('Verification code', { exact: true }).fill(await codeOn(app, newPhone));
  await click('Verify');
  await page
    .getByRole('region', { name: 'User Phone Number' })
    .getByText(`(${newPhone.slice(2, 5)}) ${newPhone.slice(5, 8)}-${newPhone.slice(8)}`)
    .waitFor();

  // Delete the account: the plan ends first.
  await click('Delete Account');
  await click('Cancel Subscription Now');
  await heading('Subscription Canceled');
  await click('Continue to Deletion');
  await page.getByLabel('Type DELETE to confirm').fill('DELETE');
  await page
    .getByRole('dialog')
    .or(page.getByRole('alertdialog'))
    .getByRole('button', { name: 'Delete Account' })
    .click();
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/');
  expect(complaints).toEqual([]);
});
