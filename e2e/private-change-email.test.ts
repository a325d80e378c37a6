import { expect } from 'vitest';

import { accountCopy } from '#contract/account-copy.ts';

import { accountCalls, user } from './account-calls.ts';
import { bodyOf, field, refusal, toast } from './form-page.ts';
import { test } from './test.ts';

test('a mistyped email is corrected where its link is asked for, with the password', async ({ open }) => {
  let email = 'adda@example.com';
  let isProven = false;
  await using it = await open('/dashboard', {
    cookies: ['authenticated'],
    viewport: { width: 390, height: 844 },
    calls: {
      ...accountCalls,
      'GET /api/user': () => ({ json: { ...user, email, isEmailProven: false } }),
      'POST /api/user/email': () => {
        if (!isProven) {
          return { status: 403, json: { code: 'password_needed', message: accountCopy.passwordNeeded } };
        }
        email = 'ada@example.com';
        return { json: { message: accountCopy.emailChanged } };
      },
      'POST /api/confirm-password': () => {
        isProven = true;
        return { json: { message: accountCopy.passwordConfirmed } };
      },
    },
  });
  const change = it.page.getByRole('button', { name: 'Wrong address? Change it' });
  const send = () => it.page.getByRole('button', { name: 'Change Email' }).click();
  await change.click();
  await expect.poll(() => it.page.evaluate('document.activeElement.name')).toBe('email');
  await send();
  await it.page.getByText('Valid email is required').waitFor();
  await field(it, 'Correct email').fill('ada@example.com');
  await send();
  const dialog = it.page.getByRole('dialog');
  await dialog.getByLabel('Password', { exact: true }).fill('Secret123!');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => toast(it).textContent()).toContain('Email Changed');
  await it.page.getByText('Confirm your email: we sent a link to ada@example.com.').waitFor();
  expect(bodyOf(it, 'POST /api/user/email')).toEqual({ email: 'ada@example.com' });
  expect(await field(it, 'Correct email').count()).toBe(0);

  // A refusal stays at the field.
  const message = 'Another account uses this email. Nothing was changed.';
  it.site.answer({ 'POST /api/user/email': () => refusal(message) });
  await change.click();
  await field(it, 'Correct email').fill('ruth@example.com');
  await send();
  await it.page.getByRole('main').getByText(message).waitFor();
  expect(await field(it, 'Correct email').inputValue()).toBe('ruth@example.com');
});
