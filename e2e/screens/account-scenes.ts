import type { Page } from 'playwright-core';

import { homePlaceCopy } from '#contract/home-place.ts';

import { accountCalls, askStatus, noSubscription, status, subscription, user } from '../account-calls.ts';
import type { Calls } from '../static-site.ts';
import type { Scene } from './public-scenes.ts';

const signedIn = { cookies: ['authenticated'], calls: { 'GET /api/user': () => ({ json: user }) } } as const;
export const refused = (message: string) => () => ({ status: 409, json: { code: 'conflict', message } });

const choose = async (page: Page): Promise<void> => {
  await page.getByLabel('Unlimited Annual Plan').check();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
};

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, exact: true }).waitFor();
export const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

export async function loaded(page: Page): Promise<void> {
  await heading('Subscription')(page);
  // Its code is loaded separately; on a phone, the closed menu hides it.
  await page.getByText('My Account').first().waitFor({ state: 'attached' });
}

/** The dashboard with other responses to some calls. */
export function dashboard(name: string, calls: Calls, act: Scene['act'] = loaded, isWindow = false): Scene {
  const path = name === 'dashboard-paid' ? '/dashboard?subscription_success=true&plan=annual' : '/dashboard';
  return { name, path, cookies: ['authenticated'], calls: { ...accountCalls, ...calls }, act, isWindow };
}

export const asking = (details: Parameters<typeof askStatus>[0]): Calls => ({
  'GET /api/user/ask-status': () => ({ json: askStatus(details) }),
});
export const view = (details: Parameters<typeof subscription>[0]): Calls => ({
  'GET /api/user/subscription': () => ({ json: subscription(details) }),
});
/** Nothing was asked yet. */
export const unused = { questionsThisMonth: 0, lastAnswer: null } as const;
export const unplanned: Calls = {
  'GET /api/user/subscription': () => ({ json: noSubscription }),
  ...asking({ state: 'no_plan', ...unused }),
};
const noPhone: Calls = {
  'GET /api/user': () => ({ json: { ...user, phoneNumber: '' } }),
  'GET /api/user/phone-numbers': () => ({ json: [] }),
  ...asking({ state: 'no_phone', phoneNumber: null, ...unused }),
};
export const dialog = (button: string, act?: Scene['act']) => async (page: Page) => {
  await click(page, button);
  await page.getByRole('dialog').waitFor();
  await act?.(page);
};

const dashboards: readonly Scene[] = [
  dashboard('dashboard', {}),
  dashboard('dashboard-unconfirmed', { 'GET /api/user': () => ({ json: { ...user, isEmailProven: false } }) }),
  dashboard('dashboard-none', unplanned),
  dashboard('dashboard-helper', {
    'GET /api/user': () => ({ json: { ...user, isHelper: true } }),
    ...asking({ state: 'reply_yes', ...unused }),
  }),
  dashboard('home-place-none', { 'GET /api/user/home-place': () => ({ json: { homePlace: null } }) }),
  dashboard(
    'home-place-unknown',
    {
      'POST /api/user/home-place': () => ({
        status: 400,
        json: { code: 'bad_request', message: homePlaceCopy.unknown, fields: { place: homePlaceCopy.unknown } },
      }),
    },
    async (page) => {
      await loaded(page);
      await click(page, 'Change Place');
      await page.getByLabel('ZIP code, or city and state').fill('99999');
      await click(page, 'Save');
      await page.getByText(homePlaceCopy.unknown).waitFor();
    },
  ),
  dashboard('dashboard-first', asking({ state: 'reply_yes', ...unused })),
  dashboard('dashboard-stopped', asking({ state: 'opted_out' })),
  dashboard('dashboard-disruption', {
    'GET /api/status': () => ({ json: { ...status, service: 'disruption' } }),
  }),
  dashboard('dashboard-unreachable', asking({ isUnreachable: true })),
  dashboard('dashboard-no-route', asking({ isUnreachable: true, isRouteMissing: true })),
  dashboard('dashboard-past-due', {
    ...view({ status: 'past_due', expiryDate: '2026-11-20T12:00:00.000Z' }),
    ...asking({ state: 'payment_failed', nextTryAt: '2026-11-27T12:00:00.000Z' }),
  }),
  dashboard('dashboard-trial', view({ status: 'trialing' })),
  dashboard('dashboard-ending', view({ isInGracePeriod: true, canceledAt: '2026-11-01T00:00:00.000Z' })),
  dashboard('dashboard-expired', {
    ...view({ status: 'canceled', isExpired: true, expiryDate: '2026-10-04T12:00:00.000Z' }),
    ...asking({ state: 'ended' }),
  }),
  dashboard('dashboard-paid', unplanned, (page) => page.getByText('Payment Processed', { exact: true }).waitFor()),
  dashboard(
    'dashboard-unavailable',
    {
      'GET /api/user/subscription': () => ({ status: 400, json: { code: 'internal', message: 'Broken.' } }),
      'GET /api/service-phone-numbers': () => ({ json: { servicePhoneNumbers: [] } }),
    },
    (page) => page.getByText('Subscription Data Unavailable').waitFor({ timeout: 15_000 }),
  ),
  dashboard(
    'dashboard-away',
    { 'GET /api/user': () => ({ status: 503, json: { code: 'temporarily_unavailable', message: 'Soon.' } }) },
    heading('One moment, please'),
  ),
  dashboard('phone-prompt', noPhone, (page) => page.getByRole('dialog').waitFor(), true),
  dashboard(
    'phone-pending',
    {
      ...noPhone,
      'GET /api/user/phone-numbers': () => ({
        json: [{ phoneNumber: user.phoneNumber, verified: false, language: 'en' }],
      }),
      ...asking({ state: 'unverified', ...unused }),
    },
    async (page) => {
      await page.getByRole('dialog').waitFor();
      await page.keyboard.press('Escape');
    },
  ),
  dashboard(
    'phone-code',
    {
      'POST /api/check-phone-duplicate': () => ({ json: { isDuplicate: false, message: 'Free.' } }),
      'POST /api/cognito/initiate-phone-change': () => ({ json: { message: 'Sent.', retryAfterSeconds: 60 } }),
    },
    dialog('Change', async (page) => {
      await page.getByRole('textbox', { name: 'Phone number' }).fill('3125550123');
      await click(page, 'Send Code');
      await page.getByLabel('Verification code').waitFor();
    }),
    true,
  ),
  dashboard(
    'phone-in-use',
    {
      'POST /api/check-phone-duplicate': () => ({
        json: {
          isDuplicate: true,
          message: 'This phone number is already in use by another account. Is it yours now? Contact us.',
        },
      }),
    },
    dialog('Change', async (page) => {
      await page.getByRole('textbox', { name: 'Phone number' }).fill('3125550123');
      await click(page, 'Send Code');
      await page.getByText('Phone Number Already in Use', { exact: true }).waitFor();
    }),
    true,
  ),
  dashboard('support', {}, dialog('Get Support'), true),
  dashboard(
    'support-faults',
    {},
    dialog('Get Support', async (page) => {
      await page.getByLabel('Email').fill('nobody');
      await click(page, 'Submit Ticket');
      await page.getByRole('alert').waitFor();
    }),
    true,
  ),
  dashboard('delete', {}, dialog('Delete Account'), true),
  dashboard(
    'delete-canceled',
    {
      'POST /api/subscription/cancel-immediately': () => ({
        json: {
          message: 'Your subscription has been canceled.',
          subscription: subscription({ status: 'canceled', isExpired: true }),
        },
      }),
    },
    dialog('Delete Account', async (page) => {
      await click(page, 'Cancel Subscription Now');
      await page.getByRole('heading', { name: 'Subscription Canceled' }).waitFor();
    }),
    true,
  ),
  dashboard(
    'delete-final',
    unplanned,
    dialog('Delete Account', async (page) => {
      await click(page, 'Continue');
      await page.getByLabel('Type DELETE to confirm').fill('DELETE');
    }),
    true,
  ),
];

/** The pages behind the login. */
export const accountScenes: readonly Scene[] = [
  {
    name: 'fridge-card',
    path: '/fridge-card',
    cookies: ['authenticated'],
    calls: { ...accountCalls, 'GET /api/user': () => ({ json: { ...user, isHelper: true } }) },
    act: (page) => page.getByText('Try one of these').waitFor(),
  },
  {
    name: 'subscribe',
    path: '/subscribe',
    ...signedIn,
    act: (page) => page.getByRole('button', { name: 'Continue to Payment' }).waitFor(),
  },
  {
    name: 'subscribe-refused',
    path: '/subscribe',
    cookies: ['authenticated'],
    calls: {
      'GET /api/user': () => ({ json: { ...user, phoneNumber: '' } }),
      'POST /api/create-subscription': refused(
        'You already have a plan. To switch, cancel it under Manage Subscription on your dashboard, then choose the other plan when it ends.',
      ),
    },
    act: async (page) => {
      await choose(page);
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'subscribe-payment-failed',
    path: '/subscribe',
    ...signedIn,
    calls: { ...signedIn.calls, 'POST /api/create-subscription': () => ({ json: {} }) },
    act: async (page) => {
      await choose(page);
      await page.getByRole('button', { name: 'Try Again' }).waitFor();
    },
  },
  ...dashboards,
];
