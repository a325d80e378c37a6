import type { Page } from 'playwright-core';

import type { Calls } from '../e2e/static-site.ts';
import type { Scene } from './web-scenes.ts';

const user = { id: 'u1', name: 'Ada Byron', email: 'ada@example.com', phoneNumber: '+12125550142' };
const signedIn = { cookies: ['authenticated'], calls: { 'GET /api/user': () => ({ json: user }) } } as const;
const refused = (message: string) => () => ({ status: 409, json: { code: 'conflict', message } });

const sent: Calls = {
  'POST /api/resend-confirmation': () => ({
    json: { message: 'We sent a verification code to your phone.', retryAfterSeconds: 60, phoneNumber: '+12125550142' },
  }),
};

const choose = async (page: Page): Promise<void> => {
  await page.getByLabel('Unlimited Annual Plan').check();
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
};

/** The pages behind the login, and /verify before it. */
export const privateScenes: readonly Scene[] = [
  {
    name: 'verify',
    path: '/verify?email=ada@example.com&userId=u1',
    calls: sent,
    act: (page) => page.getByText('Phone Not Verified', { exact: true }).waitFor(),
  },
  {
    name: 'verify-refused',
    path: '/verify?email=ada@example.com&userId=u1',
    calls: {
      ...sent,
      'POST /api/verify/phone/confirm': refused('This phone number was already verified by another user.'),
    },
    act: async (page) => {
      await page.getByText('Phone Not Verified', { exact: true }).waitFor();
      await page.getByLabel('Verification code').fill('123456');
      await page.getByRole('button', { name: 'Verify', exact: true }).click();
      await page.getByText('Already Verified by Another User', { exact: true }).waitFor();
    },
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
        'You already have a subscription. Use Manage Subscription on your dashboard to change it.',
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
];
