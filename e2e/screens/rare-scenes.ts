import { accountCopy } from '#contract/account-copy.ts';

import { accountCalls, subscription, user } from '../account-calls.ts';
import type { Calls } from '../static-site.ts';
import { asking, click, dashboard, dialog, loaded, unplanned, unused, view } from './account-scenes.ts';
import type { Scene } from './public-scenes.ts';

const broken = () => ({ status: 500, json: { code: 'internal_error', message: 'Something went wrong.' } });
/** A reply that never comes. */
const silent = () => ({ after: new Promise<void>(() => undefined) });
const helper: Calls = { 'GET /api/user': () => ({ json: { ...user, isHelper: true } }) };

const device = (id: number, name: string | null, isCurrent = false) => ({
  id: `7f1e7e0e-0000-4000-8000-00000000000${id}`,
  device: name,
  createdAt: '2026-11-20T09:30:00.000Z',
  lastSeenAt: '2026-11-20T09:30:00.000Z',
  isCurrent,
});

/** States of the dashboard that few people see: something failed, or is asked once. */
const dashboards: readonly Scene[] = [
  dashboard('dashboard-loading', { 'GET /api/user/ask-status': silent }, async (page) => {
    await page.getByText('Loading your account').waitFor();
  }),
  dashboard(
    'dashboard-failed',
    {
      'GET /api/user/ask-status': broken,
      'GET /api/user/phone-numbers': broken,
      'GET /api/user/home-place': broken,
      'GET /api/service-phone-numbers': broken,
    },
    async (page) => {
      await page.getByText('We couldn’t load the phone number').waitFor({ timeout: 15_000 });
    },
  ),
  dashboard('dashboard-no-number', {
    ...asking({ serviceNumber: null }),
    'GET /api/service-phone-numbers': () => ({ json: { servicePhoneNumbers: [] } }),
  }),
  dashboard('dashboard-ready-unused', asking(unused)),
  dashboard('dashboard-helper-unverified', {
    ...helper,
    ...unplanned,
    'GET /api/user/phone-numbers': () => ({
      json: [{ phoneNumber: user.phoneNumber, verified: false, language: 'en' }],
    }),
    ...asking({ state: 'unverified', ...unused }),
  }),
  dashboard('dashboard-helper-stopped', { ...helper, ...asking({ state: 'opted_out' }) }),
  dashboard(
    'dashboard-devices',
    {
      'GET /api/user/memory': () => ({ json: { isOn: false } }),
      'GET /api/user/sessions': () => ({
        json: { sessions: [device(1, 'Chrome on Linux', true), device(2, 'Safari on iPhone'), device(3, null)] },
      }),
    },
    async (page) => {
      await loaded(page);
      await click(page, 'Show Devices');
      await click(page, 'Show backup numbers');
      await page.getByText('Safari on iPhone').waitFor();
    },
  ),
  dashboard(
    'password',
    {
      'POST /api/create-customer-portal': () => ({
        status: 403,
        json: { code: 'password_needed', message: accountCopy.passwordNeeded },
      }),
      'POST /api/confirm-password': () => ({
        status: 400,
        json: { code: 'bad_request', message: 'No.', fields: { password: 'That password is wrong.' } },
      }),
    },
    dialog('Manage Subscription', async (page) => {
      await page.getByLabel('Password', { exact: true }).fill('wrong');
      await click(page, 'Continue');
      await page.getByText('That password is wrong.').waitFor();
    }),
    true,
  ),
];

const sent = { message: 'Sent.', retryAfterSeconds: 60 };

/** Steps of the dialogs that others lead to. */
const dialogs: readonly Scene[] = [
  dashboard(
    'phone-code-wrong',
    {
      'POST /api/check-phone-duplicate': () => ({ json: { isDuplicate: false, message: 'Free.' } }),
      'POST /api/cognito/initiate-phone-change': () => ({ json: sent }),
      'POST /api/cognito/confirm-phone-change': () => ({
        status: 400,
        json: { code: 'bad_request', message: 'This code is wrong. You have 4 more tries.' },
      }),
    },
    dialog('Change', async (page) => {
      await page.getByRole('textbox', { name: 'Phone number' }).fill('3125550123');
      await click(page, 'Send Code');
      await page.getByLabel('Verification code').fill('123456');
      await click(page, 'Verify');
      await page.getByText('This code is wrong. You have 4 more tries.').first().waitFor();
    }),
    true,
  ),
  dashboard(
    'support-other',
    {},
    dialog('Get Support', async (page) => {
      await page.getByLabel('Support type').selectOption('Other');
      await page.getByLabel('Message').fill('Two questions today got no answer.');
      const files = ['screenshot of the phone with the missing answer.png', 'phone.log'];
      await page
        .getByLabel('Attachments')
        .setInputFiles(files.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.alloc(90_000) })));
      await page.getByText('phone.log', { exact: true }).scrollIntoViewIfNeeded();
    }),
    true,
  ),
  dashboard(
    'support-leave',
    {},
    dialog('Get Support', async (page) => {
      await page.getByLabel('Message').fill('Two questions today got no answer.');
      await click(page, 'Cancel');
      await page.getByRole('alert').waitFor();
    }),
    true,
  ),
  dashboard(
    'delete-ending',
    view({ isInGracePeriod: true, canceledAt: '2026-11-01T00:00:00.000Z' }),
    dialog('Delete Account'),
    true,
  ),
  dashboard('delete-past-due', view({ status: 'past_due' }), dialog('Delete Account'), true),
];

/** Rare states of the pages behind the login. */
export const rareScenes: readonly Scene[] = [
  ...dashboards,
  ...dialogs,
  {
    name: 'fridge-card-none',
    path: '/fridge-card',
    cookies: ['authenticated'],
    calls: { ...accountCalls, ...unplanned },
    act: (page) => page.getByRole('link', { name: 'Go to Dashboard' }).waitFor(),
  },
  {
    name: 'subscribe-active',
    path: '/subscribe',
    cookies: ['authenticated'],
    calls: { ...accountCalls, 'GET /api/user/subscription': () => ({ json: subscription() }) },
    act: (page) => page.getByRole('main').getByRole('link', { name: 'Go to Dashboard' }).waitFor(),
  },
];
