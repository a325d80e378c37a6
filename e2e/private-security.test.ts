import { readFileSync } from 'node:fs';

import { expect } from 'vitest';

import { DataExport } from '#contract/data-export.ts';

import { accountCalls, user } from './account-calls.ts';
import { bodyOf, field, refusal, toast } from './form-page.ts';
import { test } from './test.ts';

const signedIn = { cookies: ['authenticated'], calls: accountCalls };
const passwordNeeded = {
  status: 403,
  json: { code: 'password_needed', message: 'Please enter your password to continue.' },
};

const lists = Object.keys(DataExport.def.shape).filter((name) => name !== 'exportedAt' && name !== 'account');
const exported = {
  exportedAt: '2026-11-20T09:30:00.000Z',
  account: { email: user.email },
  ...Object.fromEntries(lists.map((name) => [name, []])),
};

test('an owner sees the devices that are logged in, and logs one out', async ({ open }) => {
  const moment = '2026-11-20T09:30:00.000Z';
  const device = (id: string, name: string, isCurrent = false) => ({
    id,
    device: name,
    createdAt: moment,
    lastSeenAt: moment,
    isCurrent,
  });
  let others = [device('7f1e7e0e-0000-4000-8000-000000000001', 'Firefox on Windows')];
  await using visit = await open('/dashboard', {
    ...signedIn,
    calls: {
      ...accountCalls,
      'GET /api/user/sessions': () => ({
        json: { sessions: [device('7f1e7e0e-0000-4000-8000-000000000000', 'Chrome on Linux', true), ...others] },
      }),
      'POST /api/user/sessions/end': () => {
        others = [];
        return { json: { message: 'That device was logged out.' } };
      },
    },
  });
  await visit.page.getByRole('button', { name: 'Show Devices' }).click();
  await visit.page.getByText('Firefox on Windows').waitFor();
  await visit.page.getByRole('button', { name: 'Log Out', exact: true }).click();
  await visit.page.getByText('Firefox on Windows').waitFor({ state: 'detached' });
  expect(bodyOf(visit, 'POST /api/user/sessions/end')).toEqual({ id: '7f1e7e0e-0000-4000-8000-000000000001' });
  // Its button had the focus: the list has it now.
  await expect.poll(() => visit.page.evaluate('document.activeElement.textContent')).toMatch(/^Chrome on Linux/);
});

test('a device that was logged out elsewhere leaves the list, and a list opened again is read again', async ({
  open,
}) => {
  const [at, id] = ['2026-11-20T09:30:00.000Z', '7f1e7e0e-0000-4000-8000-000000000001'];
  const session = { device: 'Firefox on Windows', createdAt: at, lastSeenAt: at, isCurrent: false };
  let sessions = [{ ...session, id }];
  await using visit = await open('/dashboard', {
    ...signedIn,
    calls: { ...accountCalls, 'GET /api/user/sessions': () => ({ json: { sessions } }) },
  });
  await visit.page.getByRole('button', { name: 'Show Devices' }).click();
  const device = visit.page.getByText('Firefox on Windows');
  await device.waitFor();
  visit.site.answer({ 'POST /api/user/sessions/end': () => refusal('That device was logged out already.', 404) });
  sessions = [];
  await visit.page.getByRole('button', { name: 'Log Out', exact: true }).click();
  await device.waitFor({ state: 'detached' });
  await visit.page.getByRole('alert').getByText('That device was logged out already.').waitFor();

  await visit.page.getByRole('button', { name: 'Hide Devices' }).click();
  sessions = [{ ...session, id }];
  await visit.page.getByRole('button', { name: 'Show Devices' }).click();
  await device.waitFor();

  // A list that cannot be read again stays, with the error.
  visit.site.answer({
    'POST /api/user/sessions/end': () => refusal('Something went wrong.', 500),
    'GET /api/user/sessions': () => refusal('Something went wrong.', 500),
  });
  await visit.page.getByRole('button', { name: 'Log Out', exact: true }).click();
  await visit.page.getByRole('alert').getByText('Something went wrong.').waitFor();
  expect(await device.count()).toBe(1);
});

test('an owner downloads everything that is stored, after giving the password', async ({ open }) => {
  let isProven = false;
  await using visit = await open('/dashboard', {
    ...signedIn,
    calls: {
      ...accountCalls,
      'GET /api/user/export': () => (isProven ? { json: exported } : passwordNeeded),
      'POST /api/confirm-password': () => {
        isProven = true;
        return { json: { message: 'Confirmed.' } };
      },
    },
  });
  await visit.page.getByRole('button', { name: 'Download My Data' }).click();
  const dialog = visit.page.getByRole('dialog', { name: 'Enter your password' });
  await dialog.getByLabel('Password', { exact: true }).fill('Secret123!');
  const [download] = await Promise.all([visit.page.waitForEvent('download'), visit.page.keyboard.press('Enter')]);
  expect(download.suggestedFilename()).toBe('account-data.json');
  expect(JSON.parse(readFileSync(await download.path(), 'utf8'))).toEqual(exported);
});

test('the address of the download is revoked later, not with the click', async ({ open }) => {
  await using visit = await open('/dashboard', {
    ...signedIn,
    calls: { ...accountCalls, 'GET /api/user/export': () => ({ json: exported }) },
  });
  await visit.page.clock.install();
  await visit.page.evaluate('window.revoked = 0, (URL.revokeObjectURL = () => void revoked++)');
  await Promise.all([
    visit.page.waitForEvent('download'),
    visit.page.getByRole('button', { name: 'Download My Data' }).click(),
  ]);
  expect(await visit.page.evaluate('revoked')).toBe(0);
  await visit.page.clock.fastForward(60_000);
  expect(await visit.page.evaluate('revoked')).toBe(1);
});

test('the link in the welcome email confirms the address, and the dashboard asks for it until then', async ({
  open,
}) => {
  let isEmailProven = false;
  await using visit = await open(`/dashboard?confirm_email=${'t'.repeat(43)}`, {
    ...signedIn,
    calls: {
      ...accountCalls,
      'GET /api/user': () => ({ json: { ...user, isEmailProven } }),
      'POST /api/confirm-email': () => refusal('This link is wrong or has expired.', 400),
      'POST /api/resend-email-link': () => refusal('Please wait a minute.', 429),
    },
  });
  await expect.poll(() => toast(visit).textContent()).toContain('This link is wrong or has expired.');
  expect(new URL(visit.page.url()).search).toBe('');
  // The toast goes away; the reason stays.
  const why = visit.page.getByRole('main').getByRole('alert').getByText('This link is wrong or has expired.');
  await why.waitFor();
  await visit.page.getByRole('button', { name: 'Send it again' }).click();
  await visit.page.getByRole('alert').getByText('Please wait a minute.').waitFor();
  expect(await visit.page.getByRole('main').getByText('Please wait a minute.').count()).toBe(1);
  visit.site.answer({ 'POST /api/resend-email-link': () => ({ json: { message: 'Sent.' } }) });
  await visit.page.getByRole('button', { name: 'Send it again' }).click();
  await visit.page.getByText('We’ve emailed you a new link.').waitFor();
  expect(await why.count()).toBe(0);
  visit.site.answer({
    'POST /api/confirm-email': () => {
      isEmailProven = true;
      return { json: { message: 'Thanks.' } };
    },
  });
  await visit.page.goto(`${visit.site.url}/dashboard?confirm_email=${'u'.repeat(43)}`);
  await expect.poll(() => toast(visit).textContent()).toContain('Email Confirmed');
  await visit.page.getByText('Confirm your email').waitFor({ state: 'detached' });

  // Confirmed meanwhile, by a call whose reply was lost.
  isEmailProven = false;
  visit.site.answer({
    'POST /api/confirm-email': () => {
      isEmailProven = true;
      return { isCut: true };
    },
  });
  await visit.page.goto(`${visit.site.url}/dashboard?confirm_email=${'v'.repeat(43)}`);
  await expect.poll(() => toast(visit).textContent()).toContain('Email Confirmed');
  expect(await why.count()).toBe(0);
});

test('the link of another account confirms nothing, nor does one that is opened again', async ({ open }) => {
  await using visit = await open(`/dashboard?confirm_email=${'t'.repeat(43)}`, {
    ...signedIn,
    calls: {
      ...accountCalls,
      'POST /api/confirm-email': () => refusal('This link is wrong or has expired.', 400),
    },
  });
  await toast(visit).getByText('Nothing to Confirm').waitFor();
  await toast(visit).getByText('ada@example.com is confirmed already.').waitFor();
  // The toast goes away; what to do stays.
  await visit.page.getByRole('main').getByText('ada@example.com is confirmed already.').waitFor();
  expect(await visit.page.getByText('Email Confirmed').count()).toBe(0);
});

test('the link in the email about a phone change restores the old number with one click', async ({ open }) => {
  await using visit = await open(`/forgot-password#undo_phone=${'t'.repeat(43)}`, {
    calls: {
      'POST /api/undo-phone-change': () => ({ json: { message: 'Your old phone number is back.' } }),
    },
  });
  // The token leaves the address bar; a reload and the other step keep it.
  await expect.poll(() => visit.page.url()).toBe(`${visit.site.url}/forgot-password`);
  await visit.page.reload();
  await field(visit, 'Email').fill('ada@example.com');
  await visit.page.getByRole('button', { name: 'I already have a code' }).click();
  await visit.page.getByRole('heading', { level: 1, name: 'Choose a new password' }).waitFor();
  await visit.page.getByRole('button', { name: 'Bring My Old Number Back' }).click();
  await visit.page.getByText('Your old phone number is back.').waitFor();
  // The button is gone; the focus is at what happened, which is read.
  expect(await visit.page.evaluate('document.activeElement.textContent')).toBe('Your old phone number is back.');
  expect(bodyOf(visit, 'POST /api/undo-phone-change')).toEqual({ token: 't'.repeat(43) });
});

test('an undo link that was emailed with its token in the query works, and leaves the address bar', async ({
  open,
}) => {
  await using visit = await open(`/forgot-password?undo_phone=${'t'.repeat(43)}`, {
    calls: {
      'POST /api/undo-phone-change': () => ({ json: { message: 'Your old phone number is back.' } }),
    },
  });
  await expect.poll(() => visit.page.url()).toBe(`${visit.site.url}/forgot-password`);
  await visit.page.getByRole('button', { name: 'Bring My Old Number Back' }).click();
  await visit.page.getByText('Your old phone number is back.').waitFor();
  expect(bodyOf(visit, 'POST /api/undo-phone-change')).toEqual({ token: 't'.repeat(43) });
});
