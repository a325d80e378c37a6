import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { accountCalls, newUser as user, noSubscription, subscription } from './account-calls.ts';
import { fillIn } from './form-page.ts';
import type { Calls, Reply, StaticSite } from './static-site.ts';
import { test } from './test.ts';

type FormCase = {
  readonly name: string;
  readonly path: string;
  /** The form's call. */
  readonly call: string;
  readonly calls?: Calls;
  /** Fills in the form without submitting it. */
  readonly fill: (page: Page) => Promise<void>;
  readonly button: string | RegExp;
  /** The element of the message, if it is not an alert. */
  readonly says?: (page: Page) => ReturnType<Page['locator']>;
  /** The specification's message for a failure without a message from the server. */
  readonly spec?: string;
  /** The form is cleared on submission. */
  readonly isEmptied?: boolean;
};

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true }).click();
const sent = { message: 'Sent.', retryAfterSeconds: 60 };
const ok = (json: unknown) => (): Reply => ({ json });
const signup = { user, confirmationTicket: 't', codeSent: true, message: 'Sent.', retryAfterSeconds: 0 };

async function fillInSignup(page: Page): Promise<void> {
  await fillIn(page, {
    Name: 'Ada Byron',
    Email: 'ada@example.com',
    Password: 'Secret123!',
    'Confirm password': 'Secret123!',
    'Phone number': '2125550142',
  });
  for (const box of await page.getByRole('checkbox').all()) await box.check();
}
async function atCodeStep(page: Page): Promise<void> {
  await fillInSignup(page);
  await press(page, 'Create Account');
  await fillIn(page, { 'Verification code': '123456' });
}
async function atResetStep(page: Page): Promise<void> {
  await fillIn(page, { Email: 'ada@example.com' });
  await press(page, 'Send Reset Code');
  await fillIn(page, { 'Verification code': '123456', 'New password': 'Better123!' });
}
async function atPhoneCode(page: Page): Promise<void> {
  await press(page, 'Change');
  await page.getByRole('dialog').getByLabel('Phone number', { exact: true }).fill('3125550123');
  await press(page, 'Send Code');
  await page.getByRole('dialog').getByLabel('Verification code', { exact: true }).fill('123456');
}
async function atGate(page: Page): Promise<void> {
  await fillIn(page, { 'Admin Password': 'secret' });
}

const signedUp: Calls = { 'POST /api/signup': ok(signup) };
const forgotten: Calls = { 'POST /api/forgot-password': ok({ message: 'Sent.' }) };
const changing: Calls = {
  'POST /api/check-phone-duplicate': ok({ isDuplicate: false, message: 'Free.' }),
  'POST /api/cognito/initiate-phone-change': ok(sent),
};
const [id, at] = ['7f1e7e0e-0000-4000-8000-000000000001', '2026-11-20T09:30:00.000Z'];
const device = { id, device: 'Firefox', createdAt: at, lastSeenAt: at, isCurrent: false };
const ended: Calls = { 'GET /api/user/subscription': ok(noSubscription) };

/** A button on the dashboard that makes a call right away. */
const dashboardButton = (name: string, call: string, button: string): FormCase => ({
  name,
  path: '/dashboard',
  call,
  fill: async () => undefined,
  button,
});

/** Every form of the site, and every button that makes a call. */
const forms: readonly FormCase[] = [
  {
    name: 'login',
    path: '/login',
    call: 'POST /api/login',
    fill: (page) => fillIn(page, { Email: 'ada@example.com', Password: 'Secret123!' }),
    button: 'Log In',
    spec: 'Failed to log in',
  },
  {
    name: 'sign-up',
    path: '/signup',
    call: 'POST /api/signup',
    fill: fillInSignup,
    button: 'Create Account',
    spec: 'We couldn’t create your account',
  },
  {
    name: 'sign-up code',
    path: '/signup',
    call: 'POST /api/confirm-registration',
    calls: signedUp,
    fill: atCodeStep,
    button: 'Verify',
  },
  {
    name: 'sign-up code again',
    path: '/signup',
    call: 'POST /api/resend-confirmation',
    calls: signedUp,
    fill: atCodeStep,
    button: /^Resend/,
    spec: 'Failed to resend code',
  },
  {
    name: 'forgotten password',
    path: '/forgot-password',
    call: 'POST /api/forgot-password',
    fill: (page) => fillIn(page, { Email: 'ada@example.com' }),
    button: 'Send Reset Code',
    spec: 'Failed to send reset code',
  },
  {
    name: 'new password',
    path: '/forgot-password',
    call: 'POST /api/reset-password',
    calls: forgotten,
    fill: atResetStep,
    button: 'Reset Password',
    spec: 'Failed to reset password',
  },
  {
    name: 'phone verification',
    path: '/verify?email=ada@example.com&userId=u1',
    call: 'POST /api/verify/phone/confirm',
    calls: { 'POST /api/resend-confirmation': ok({ ...sent, phoneNumber: '+12125550142' }) },
    fill: (page) => fillIn(page, { 'Phone number': '2125550142', 'Verification code': '123456' }),
    button: 'Verify',
  },
  {
    name: 'contact',
    path: '/contact',
    call: 'POST /api/contact',
    fill: (page) => fillIn(page, { Name: 'Ada', Email: 'ada@example.com', Message: 'The engine has stopped.' }),
    button: 'Send Message',
    spec: 'Failed to send message',
  },
  {
    name: 'demo',
    path: '/',
    call: 'POST /api/demo/search',
    fill: (page) => fillIn(page, { 'Your question': 'How far is the moon?' }),
    button: 'Send',
    says: (page) => page.getByRole('log', { name: 'Demo conversation' }),
    isEmptied: true,
  },
  {
    name: 'plan',
    path: '/subscribe',
    call: 'POST /api/create-subscription',
    calls: ended,
    fill: (page) => page.getByLabel('Unlimited Monthly Plan').check(),
    button: /^(Continue to Payment|Try Again)$/,
    spec: 'Failed to create subscription',
  },
  {
    name: 'new phone',
    path: '/dashboard',
    call: 'POST /api/cognito/initiate-phone-change',
    calls: changing,
    async fill(page) {
      await press(page, 'Change');
      await page.getByRole('dialog').getByLabel('Phone number', { exact: true }).fill('3125550123');
    },
    button: 'Send Code',
  },
  {
    name: 'code of a new phone',
    path: '/dashboard',
    call: 'POST /api/cognito/confirm-phone-change',
    calls: changing,
    fill: atPhoneCode,
    button: 'Verify',
  },
  {
    name: 'support ticket',
    path: '/dashboard',
    call: 'POST /api/support',
    async fill(page) {
      await press(page, 'Get Support');
      await page.getByLabel('Support type').selectOption('Billing');
      await fillIn(page, { Message: 'The engine has stopped.' });
    },
    button: 'Submit Ticket',
  },
  {
    name: 'end of a plan',
    path: '/dashboard',
    call: 'POST /api/subscription/cancel-immediately',
    fill: (page) => press(page, 'Delete Account'),
    button: 'Cancel Subscription Now',
  },
  {
    name: 'deletion',
    path: '/dashboard',
    call: 'DELETE /api/user/account',
    calls: ended,
    async fill(page) {
      await press(page, 'Delete Account');
      await press(page, 'Continue');
      await fillIn(page, { 'Type DELETE to confirm': 'DELETE' });
    },
    button: 'Delete Account',
  },
  dashboardButton('payment portal', 'POST /api/create-customer-portal', 'Manage Subscription'),
  dashboardButton('language of texts', 'POST /api/user/text-language', 'Change our texts to Español'),
  dashboardButton('refreshed subscription', 'GET /api/user/subscription', 'Refresh subscription'),
  dashboardButton('follow-ups', 'POST /api/user/memory', 'Turn Off Follow-Ups'),
  dashboardButton('download', 'GET /api/user/export', 'Download My Data'),
  dashboardButton('removed home place', 'DELETE /api/user/home-place', 'Remove'),
  {
    name: 'logged-out device',
    path: '/dashboard',
    call: 'POST /api/user/sessions/end',
    calls: { 'GET /api/user/sessions': ok({ sessions: [device] }) },
    fill: (page) => press(page, 'Show Devices'),
    button: 'Log Out',
  },
  { name: 'admin gate', path: '/admin', call: 'GET /api/admin/auth-check', fill: atGate, button: 'Login' },
];

const busy: Reply = {
  status: 429,
  json: { code: 'rate_limited', message: 'You have tried this often.' },
  headers: { 'retry-after': '900' },
};

test(
  'every form shows what happened when it is offline, refused, broken or slow',
  { timeout: 240_000 },
  async ({ open }) => {
    await using visit = await open('/terms', { cookies: ['authenticated'] });
    const { page, site } = visit;
    await page.clock.install();
    for (const { name, path, call, calls = {}, fill, button, says = alertOf, spec = '', isEmptied = false } of forms) {
      // Left for good, its sign-up and history entry too: a step that waits for a code would be there again.
      await page.evaluate(() => sessionStorage.clear());
      await page.goto('about:blank');
      const isPrivate = /^\/(dashboard|subscribe)/.test(path);
      const nobody: Reply = { status: 401, json: { code: 'unauthenticated', message: 'Authentication required' } };
      const whole = { ...accountCalls, 'GET /api/user/subscription': ok(subscription()), ...forgotten, ...signedUp };
      site.answer({ ...whole, ...calls, ...(!isPrivate && { 'GET /api/user': () => nobody }) });
      await page.context().addCookies([{ name: 'authenticated', value: 'true', url: site.url }]);
      await page.goto(site.url + path);
      await page.waitForSelector('html[data-hydrated]', { state: 'attached' });
      await fill(page);
      const said = (words: RegExp, what: string) =>
        expect.poll(() => says(page).last().textContent(), { message: `${name}: ${what}` }).toMatch(words);
      const go = async (reply: Reply) => {
        if (isEmptied) await fill(page);
        site.answer({ [call]: () => reply });
        await page.getByRole('button', { name: button, exact: true }).last().click();
      };

      const { promise: after, resolve: answer } = Promise.withResolvers<void>();
      const before = callsOf(site, call);
      await go({ status: 500, text: '<html>', after });
      await expect.poll(() => callsOf(site, call)).toBe(before + 1);
      await page.clock.runFor(1100);
      await expect
        .poll(() => page.getByText(/Still (working|searching)…/).count(), { message: `${name} after 1 s` })
        .toBe(1);
      await page.clock.runFor(9000);
      await expect
        .poll(() => page.getByText(/taking longer than usual/).count(), { message: `${name} after 10 s` })
        .toBe(1);
      answer();
      await said(/\S/, '500');
      await said(new RegExp(spec), '500');
      await expect.poll(() => page.getByText(/taking longer than usual/).count(), { message: name }).toBe(0);

      await go({ isCut: true });
      await said(
        name === 'payment portal' ? /Could not connect/ : /connection|unavailable|Could not verify/i,
        'offline',
      );
      if (name === 'payment portal') continue;
      await go({ text: '<html>A hotel asks you to accept its terms</html>' });
      await said(/couldn’t|may have been created|No response|Invalid checkout|Could not/, 'bad JSON');
      await go(busy);
      await said(/You have tried this often\. You can try again in 15 minutes\./, '429');
    }
  },
);

const callsOf = ({ received }: StaticSite, name: string) => received.filter(({ call }) => call === name).length;
const alertOf = (page: Page) => page.getByRole('alert');
