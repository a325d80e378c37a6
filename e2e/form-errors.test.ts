import { expect } from 'vitest';

import { accountCalls } from './account-calls.ts';
import { field } from './form-page.ts';
import { test } from './test.ts';

test('preferring a call removes the error of the message', async ({ open }) => {
  await using it = await open('/dashboard', { cookies: ['authenticated'], calls: accountCalls });
  await it.page.getByRole('button', { name: 'Get Support', exact: true }).click();
  const dialog = it.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Submit Ticket' }).click();
  const error = dialog.getByText('Message must be at least 10 characters when not requesting a phone call');
  await error.waitFor();
  await dialog.getByRole('checkbox').check();
  await error.waitFor({ state: 'detached' });
  // The other errors remain.
  expect(await dialog.getByText('Please select a support type').count()).toBe(1);
});

test('the waitlist removes the error of the message, and another reason that of the country', async ({ open }) => {
  await using it = await open('/contact');
  const send = it.page.getByRole('button', { name: 'Send Message' });
  const subject = field(it, 'Reason for contacting us');
  await send.click();
  const isWrong = (label: string) => field(it, label).getAttribute('aria-invalid');
  await expect.poll(() => isWrong('Message')).toBe('true');
  await subject.selectOption('Join International Waitlist');
  await expect.poll(() => isWrong('Message (optional)')).toBe(null);
  await send.click();
  await expect.poll(() => isWrong('Country')).toBe('true');
  await subject.selectOption('Bug Found');
  await subject.selectOption('Join International Waitlist');
  await expect.poll(() => isWrong('Country')).toBe(null);
});

test('correcting the first password removes the error of the second', async ({ open }) => {
  await using it = await open('/signup');
  await field(it, 'Password').fill('Secret123!');
  await field(it, 'Confirm password').fill('Secret124!');
  await field(it, 'Password').focus();
  const error = it.page.getByText('Passwords do not match');
  await error.waitFor();
  await field(it, 'Password').fill('Secret124!');
  await error.waitFor({ state: 'detached' });
});

test('correcting another field keeps the error that the server found', async ({ open }) => {
  const taken = {
    status: 409,
    json: { code: 'conflict', message: 'Taken.', fields: { email: 'This email is taken.' } },
  };
  await using it = await open('/contact', { calls: { 'POST /api/contact': () => taken } });
  await field(it, 'Name').fill('Ada Byron');
  await field(it, 'Email').fill('ada@example.com');
  await field(it, 'Message').fill('The engine has stopped again.');
  await it.page.getByRole('button', { name: 'Send Message' }).click();
  await it.page.getByText('This email is taken.').first().waitFor();
  await field(it, 'Message').fill('Still.');
  await it.page.getByText('Message must be at least 10 characters.').waitFor();
  expect(await field(it, 'Email').getAttribute('aria-invalid')).toBe('true');
});
