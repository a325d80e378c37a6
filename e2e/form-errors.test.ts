import { expect } from 'vitest';

import { accountCalls } from './account-calls.ts';
import { field } from './form-page.ts';
import { test } from './test.ts';

test('preferring a call removes the error of the message', async ({ open }) => {
  await using visit = await open('/dashboard', { cookies: ['authenticated'], calls: accountCalls });
  await visit.page.getByRole('button', { name: 'Get Support', exact: true }).click();
  const dialog = visit.page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Submit Ticket' }).click();
  const error = dialog.getByText('Message must be at least 10 characters when not requesting a phone call');
  await error.waitFor();
  await dialog.getByRole('checkbox').check();
  await error.waitFor({ state: 'detached' });
  // The other errors remain.
  expect(await dialog.getByText('Please select a support type').count()).toBe(1);
});

test('the waitlist removes the error of the message, and another reason that of the country', async ({ open }) => {
  await using visit = await open('/contact');
  const send = visit.page.getByRole('button', { name: 'Send Message' });
  const subject = field(visit, 'Reason for contacting us');
  await send.click();
  const isWrong = (label: string) => field(visit, label).getAttribute('aria-invalid');
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
  await using visit = await open('/signup');
  await field(visit, 'Password').fill('Secret123!');
  await field(visit, 'Confirm password').fill('Secret124!');
  await field(visit, 'Password').focus();
  const error = visit.page.getByText('Passwords do not match');
  await error.waitFor();
  await field(visit, 'Password').fill('Secret124!');
  await error.waitFor({ state: 'detached' });
});

test('correcting another field keeps the error that the server found', async ({ open }) => {
  const taken = {
    status: 409,
    json: { code: 'conflict', message: 'Taken.', fields: { email: 'This email is taken.' } },
  };
  await using visit = await open('/contact', { calls: { 'POST /api/contact': () => taken } });
  await field(visit, 'Name').fill('Ada Byron');
  await field(visit, 'Email').fill('ada@example.com');
  await field(visit, 'Message').fill('The engine has stopped again.');
  await visit.page.getByRole('button', { name: 'Send Message' }).click();
  await visit.page.getByText('This email is taken.').first().waitFor();
  await field(visit, 'Message').fill('Still.');
  await visit.page.getByText('Message must be at least 10 characters.').waitFor();
  expect(await field(visit, 'Email').getAttribute('aria-invalid')).toBe('true');
});
