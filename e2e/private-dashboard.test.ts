import { expect } from 'vitest';

import type { SubscriptionView } from '#contract/subscription.ts';

import { accountCalls, noSubscription, subscription, user } from './account-calls.ts';
import { pathOf, refusal, toast } from './form-page.ts';
import { stopClock } from './stopped-clock.ts';
import { test } from './test.ts';
import type { Visit } from './visit.ts';

const signedIn = { cookies: ['authenticated'], calls: accountCalls };
const card = ({ page }: Visit, name: string) => page.getByRole('region', { name, exact: true });
const toasted = (it: Visit, words: string) => expect.poll(() => toast(it).textContent()).toContain(words);
const count = (it: Visit, name: string) => it.site.received.filter(({ call }) => call === name).length;
const manage = (it: Visit) => it.page.getByRole('button', { name: 'Manage Subscription' }).click();

test('the cards show the state of plan, phone and service, in every state of a subscription', async ({ open }) => {
  await using it = await open('/dashboard', signedIn);
  await expect.poll(() => card(it, 'User Phone Number').textContent()).toContain('+1 (212) 555-0142Verified');
  await expect.poll(() => card(it, 'Service Numbers').textContent()).toContain('+1 (202) 555-0100');
  expect(await card(it, 'Technical Support').getByRole('link', { name: 'FAQ' }).getAttribute('href')).toBe(
    '/faq#service-troubleshooting',
  );
  expect(await it.page.getByLabel('Deployment').textContent()).toMatch(
    /Branch:main.*Commit:0123456Deployed:Nov 20, 2026.*Environment:production/,
  );

  const refresh = () => it.page.getByRole('button', { name: 'Refresh subscription' }).click();
  const states: readonly (readonly [Partial<SubscriptionView>, string])[] = [
    [{}, 'ActiveRenews on:March 4, 2027Verified phone numbers1/1'],
    [{ status: 'trialing' }, 'TrialRenews on:'],
    [{ status: 'past_due' }, 'Past DuePayment due:'],
    [{ isInGracePeriod: true }, 'Active until March 4, 2027Cancels on:'],
    [{ status: 'canceled', isExpired: true }, 'InactiveExpired on:'],
    [noSubscription, 'No Active Subscription'],
  ];
  for (const [details, words] of states) {
    it.site.answer({ 'GET /api/user/subscription': () => ({ json: subscription(details) }) });
    await refresh();
    await expect.poll(() => card(it, 'Subscription').textContent()).toContain(words);
  }
  expect(it.site.received.findLast(({ call }) => call === 'GET /api/user/subscription')?.search).toBe('?refresh=true');
  expect(await it.page.getByRole('link', { name: 'Get a Subscription' }).getAttribute('href')).toBe('/subscribe');
  expect(await card(it, 'Service Numbers').count()).toBe(0);

  it.site.answer({ 'GET /api/user/subscription': () => refusal('We cannot reach our payment provider.', 502) });
  await refresh();
  await toasted(it, 'Refresh FailedWe cannot reach our payment provider.');
  await expect.poll(() => card(it, 'Subscription').textContent()).toContain('No Active Subscription');
});

test('the phone card shows whether texts from the phone are answered, and what to do if not', async ({ open }) => {
  await using it = await open('/dashboard', signedIn);
  for (const [answers, words] of [
    ['yes', 'Askline answers texts from this phone.'],
    ['unverified_number', 'Verify this phone to use the service.'],
    ['no_subscription', 'Choose a plan to start. Until then, texts from this phone aren’t answered.'],
    ['opted_out', 'Texts are off, because this phone texted STOP. To turn them back on, text START to (202) 555-0100'],
  ] as const) {
    const json = [{ phoneNumber: user.phoneNumber, verified: answers !== 'unverified_number', answers }];
    it.site.answer({ 'GET /api/user/phone-numbers': () => ({ json }) });
    await it.page.reload();
    await expect.poll(() => card(it, 'User Phone Number').textContent()).toContain(words);
  }
});

test('a failed read is retried three times, then shows an error with Retry and Manage', async ({ open }) => {
  await using it = await open('/faq', {
    cookies: ['authenticated'],
    calls: {
      ...accountCalls,
      'GET /api/user/subscription': () => ({ status: 500, json: null }),
      'GET /api/service-phone-numbers': () => ({ status: 500, json: null }),
    },
  });
  await it.page.clock.install();
  await it.page.getByRole('button', { name: 'My Account' }).click();
  await it.page.getByRole('menuitem', { name: 'Dashboard' }).click();
  await expect
    .poll(async () => {
      await it.page.clock.runFor(1000);
      return it.page.getByText('Subscription Data Unavailable').count();
    })
    .toBe(1);
  expect(count(it, 'GET /api/user/subscription')).toBe(4);
  it.site.answer({ 'GET /api/user/subscription': () => ({ json: subscription() }) });
  await card(it, 'Subscription').getByRole('button', { name: 'Retry' }).click();
  await it.page.getByText('Service Numbers Unavailable').waitFor();
});

test('after a payment it shows a message, cleans the URL, and polls five times, two seconds apart', async ({
  open,
}) => {
  await using it = await open('/faq', {
    cookies: ['authenticated'],
    calls: { ...accountCalls, 'GET /api/user/subscription': () => ({ json: noSubscription }) },
  });
  await stopClock(it.page);
  await it.page.goto(`${it.site.url}/dashboard?subscription_success=true&plan=annual`);
  await toasted(it, 'Payment ProcessedThank you. Your Unlimited Annual Plan is being activated.');
  expect(it.page.url()).toBe(`${it.site.url}/dashboard`);
  await it.page.getByText('Your payment is being processed').waitFor();
  const polls = () => it.site.received.filter(({ search }) => search === '?refresh=true').length;
  for (const done of [1, 2, 3, 4, 5]) {
    // The two seconds begin with the response to the previous call.
    await expect
      .poll(async () => {
        await it.page.clock.runFor(500);
        return polls();
      })
      .toBe(done);
  }
  await it.page.getByText('Subscription Data Unavailable').waitFor();
  await it.page.clock.runFor(10_000);
  expect(polls()).toBe(5);
});

test('Manage Subscription leads to the portal or to the plans, or shows an error', async ({ open }) => {
  await using it = await open('/dashboard', signedIn);
  const portal = (json: unknown) => it.site.answer({ 'POST /api/create-customer-portal': () => ({ json }) });
  const reads = () => count(it, 'GET /api/user/subscription');
  await expect.poll(() => card(it, 'Subscription').textContent()).toContain('Active');
  const before = reads();
  it.site.answer({ 'POST /api/create-customer-portal': () => refusal('Please try again later.', 429) });
  await manage(it);
  await toasted(it, 'ErrorPlease try again later.');
  await expect.poll(reads).toBe(before + 1);
  portal({ url: 'https://evil.example/portal' });
  await manage(it);
  await toasted(it, 'ErrorCould not access subscription management portal');

  await it.page.clock.install();
  it.site.answer({ 'POST /api/create-customer-portal': () => ({ isCut: true }) });
  await manage(it);
  await toasted(it, 'ErrorCould not connect to subscription service. Please try again later.');
  await it.page.clock.runFor(2000);
  await expect.poll(() => pathOf(it)).toBe('/subscribe');

  await it.page.getByRole('main').getByRole('link', { name: 'Go to Dashboard' }).click();
  portal({ redirectUrl: '/subscribe' });
  await manage(it);
  await toasted(it, 'RedirectingOpening subscription page instead');
  await it.page.clock.runFor(1000);
  await expect.poll(() => pathOf(it)).toBe('/subscribe');

  await it.page.getByRole('main').getByRole('link', { name: 'Go to Dashboard' }).click();
  portal({ url: 'https://checkout.stripe.com/p/session/1' });
  await it.page.route('https://checkout.stripe.com/**', (route) => route.fulfill({ body: 'The portal' }));
  await manage(it);
  await toasted(it, 'RedirectingOpening subscription management portal');
  await it.page.clock.runFor(500);
  await it.page.waitForURL('https://checkout.stripe.com/p/session/1');
});

test('without a number the page asks the identity service, then the visitor', async ({ open }) => {
  await using it = await open('/dashboard', {
    ...signedIn,
    calls: {
      ...accountCalls,
      'GET /api/user': () => ({ json: { ...user, phoneNumber: '' } }),
      'GET /api/user/phone-numbers': () => ({ json: [] }),
      'POST /api/phone/sync-from-cognito': () => ({ json: { message: 'Nothing.', phoneNumbers: [] } }),
    },
  });
  await it.page.getByRole('dialog', { name: 'Add Phone Number' }).waitFor();
  expect(count(it, 'POST /api/phone/sync-from-cognito')).toBe(1);
  await it.page.keyboard.press('Escape');
  await expect.poll(() => card(it, 'Service Numbers').textContent()).toContain('No phone number configured to search');
  await card(it, 'User Phone Number').getByRole('button', { name: 'Add Phone Number' }).click();
  await it.page.getByRole('dialog').waitFor();
  await it.page.keyboard.press('Escape');
  await expect.poll(() => it.page.evaluate('document.activeElement.textContent')).toBe('Add Phone Number');

  it.site.answer({ 'GET /api/user/subscription': () => refusal('Authentication required', 401) });
  await it.page.getByRole('button', { name: 'Refresh subscription' }).click();
  await expect.poll(() => pathOf(it)).toBe('/login');
  await expect.poll(() => it.page.evaluate('document.cookie')).toBe('');
});
