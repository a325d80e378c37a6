import { expect } from 'vitest';

import type { SubscriptionView } from '#contract/subscription.ts';

import { accountCalls, noSubscription, subscription, user } from './account-calls.ts';
import { bodyOf, pathOf, refusal, toast } from './form-page.ts';
import { stopClock, untilShown } from './stopped-clock.ts';
import { test } from './test.ts';
import type { Visit } from './visit.ts';

const freeUntil = '2027-12-26T17:00:00.000Z';
const signedIn = { cookies: ['authenticated'], calls: accountCalls };
const card = ({ page }: Visit, name: string) => page.getByRole('region', { name, exact: true });
const toasted = (visit: Visit, words: string) => expect.poll(() => toast(visit).textContent()).toContain(words);
const count = (visit: Visit, name: string) => visit.site.received.filter(({ call }) => call === name).length;

test('the cards show the state of plan, phone and service, in every state of a subscription', async ({ open }) => {
  await using visit = await open('/dashboard', signedIn);
  await expect.poll(() => card(visit, 'User Phone Number').textContent()).toContain('(212) 555-0142Verified');
  // The assigned number first, the other one folded.
  await expect
    .poll(() => card(visit, 'Service Numbers').getByRole('link').allTextContents())
    .toEqual(['(202) 555-0100']);
  await visit.page.getByRole('button', { name: 'Show backup numbers' }).click();
  await card(visit, 'Service Numbers').getByRole('link', { name: '(202) 555-0101' }).waitFor();
  expect(await card(visit, 'Technical Support').getByRole('link', { name: 'FAQ' }).getAttribute('href')).toBe(
    '/faq#service-troubleshooting',
  );
  expect(await visit.page.getByLabel('Deployment').textContent()).toMatch(
    /Branch:main.*Commit:0123456Deployed:Nov 20, 2026.*Environment:production/,
  );

  const refresh = () => visit.page.getByRole('button', { name: 'Refresh subscription' }).click();
  const states: readonly (readonly [Partial<SubscriptionView>, string])[] = [
    [{}, 'ActiveRenews on:March\u00a04,\u00a02027Verified phone numbers1/1'],
    [{ status: 'trialing' }, 'TrialRenews on:'],
    [{ status: 'past_due' }, 'Past DuePayment due:'],
    [{ isInGracePeriod: true }, 'Active until March\u00a04,\u00a02027Cancels on:'],
    [{ status: 'canceled', isExpired: true }, 'InactiveExpired on:'],
    [
      { isInGracePeriod: true, freeUntil },
      'You also have free time until December\u00a026,\u00a02027. It isn’t charged, and it doesn’t end with your plan.',
    ],
    [
      { status: 'canceled', isExpired: true, freeUntil },
      'Free TimeFree until December\u00a026,\u00a02027No card is charged. After that day, we stop answering unless you have a plan.',
    ],
    [
      { ...noSubscription, freeUntil },
      'You can choose a plan anytime. You’ll be charged right away.Get a Subscription',
    ],
    [
      { status: 'past_due', isExpired: true, freeUntil },
      'The free time isn’t charged. The payment for your plan is still due.',
    ],
    // Its renewal may only be late here: Stripe charges for it, and refuses another.
    [
      { status: 'active', isExpired: true, freeUntil },
      'The free time isn’t charged. After that day, we stop answering unless you have a plan.Unlimited Monthly PlanExpired on March\u00a04,\u00a02027Manage Subscription',
    ],
    [noSubscription, 'No Active Subscription'],
  ];
  const shownNumbers: number[] = [];
  for (const [details, words] of states) {
    visit.site.answer({ 'GET /api/user/subscription': () => ({ json: subscription(details) }) });
    await refresh();
    await expect.poll(() => card(visit, 'Subscription').textContent()).toContain(words);
    shownNumbers.push(await card(visit, 'Service Numbers').count());
  }
  // In free time there is a number to text.
  expect(shownNumbers).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0]);
  expect(visit.site.received.findLast(({ call }) => call === 'GET /api/user/subscription')?.search).toBe(
    '?refresh=true',
  );
  expect(await visit.page.getByRole('link', { name: 'Get a Subscription' }).getAttribute('href')).toBe('/subscribe');
  expect(await card(visit, 'Service Numbers').count()).toBe(0);

  visit.site.answer({ 'GET /api/user/subscription': () => refusal('We cannot reach our payment provider.', 502) });
  await refresh();
  await toasted(visit, 'Refresh Failed We cannot reach our payment provider.');
  await expect.poll(() => card(visit, 'Subscription').textContent()).toContain('No Active Subscription');
});

test('after a second press, "Copied" is shown for its whole time again', async ({ open }) => {
  await using visit = await open('/dashboard', signedIn);
  const button = card(visit, 'Service Numbers').getByRole('button', { name: /\(202\) 555-0100$/ });
  await button.waitFor();
  await visit.page.evaluate('navigator.clipboard.writeText = async () => undefined');
  await stopClock(visit.page);
  await button.click();
  await untilShown(button.getByText('Copied'));
  await visit.page.clock.runFor(1500);
  await button.click();
  await visit.page.clock.runFor(1500);
  expect(await button.textContent()).toBe('Copied (202) 555-0100');
  await visit.page.clock.runFor(1000);
  await expect.poll(() => button.textContent()).toBe('Copy (202) 555-0100');
});

test('the phone card shows the language of our texts, and changes it', async ({ open }) => {
  await using visit = await open('/dashboard', signedIn);
  const phone = card(visit, 'User Phone Number');
  await expect.poll(() => phone.textContent()).toContain('Our texts: English');
  const numbers = [{ phoneNumber: user.phoneNumber, verified: true, language: 'es' }];
  visit.site.answer({ 'POST /api/user/text-language': () => ({ json: numbers }) });
  await phone.getByRole('button', { name: 'Change our texts to Español' }).click();
  await phone.getByRole('status').filter({ hasText: 'Our texts: Español' }).waitFor();
  expect(bodyOf(visit, 'POST /api/user/text-language')).toEqual({ language: 'es' });
});

test('what the cards show is asked for before the page has its code, and once', async ({ open }) => {
  await using visit = await open('/faq', signedIn);
  await visit.page.getByRole('button', { name: 'My Account', exact: true }).waitFor();
  visit.site.received.length = 0;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await visit.page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  await visit.page.goto(`${visit.site.url}/dashboard`, { waitUntil: 'commit' });
  const asks = await visit.page.locator('script[data-asks]').getAttribute('data-asks');
  const calls = (asks ?? '').split(' ').map((path) => `GET ${path}`);
  expect(calls).toContain('GET /api/user/ask-status');
  const timesAsked = () => calls.map((call) => count(visit, call));
  await expect.poll(timesAsked).toEqual(calls.map(() => 1));
  release();
  await visit.page.getByText('Version details').waitFor();
  expect(timesAsked()).toEqual(calls.map(() => 1));
  expect(visit.complaints).toEqual([]);
});

test('a failed read is retried three times, then shows an error with Retry and Manage', async ({ open }) => {
  await using visit = await open('/faq', {
    cookies: ['authenticated'],
    calls: {
      ...accountCalls,
      'GET /api/user/subscription': () => ({ status: 500, json: null }),
      'GET /api/service-phone-numbers': () => ({ status: 500, json: null }),
    },
  });
  await visit.page.clock.install();
  await visit.page.getByRole('button', { name: 'My Account', exact: true }).click();
  await visit.page.getByRole('menuitem', { name: 'Dashboard' }).click();
  await expect
    .poll(async () => {
      await visit.page.clock.runFor(1000);
      return visit.page.getByText('Subscription Data Unavailable').count();
    })
    .toBe(1);
  expect(count(visit, 'GET /api/user/subscription')).toBe(4);
  visit.site.answer({ 'GET /api/user/subscription': () => ({ json: subscription() }) });
  await card(visit, 'Subscription').getByRole('button', { name: 'Retry' }).click();
  await visit.page.getByText('Service Numbers Unavailable').waitFor();
});

test('without a number the page asks the identity service, then the visitor', async ({ open }) => {
  await using visit = await open('/dashboard', {
    ...signedIn,
    calls: {
      ...accountCalls,
      'GET /api/user': () => ({ json: { ...user, phoneNumber: '' } }),
      'GET /api/user/phone-numbers': () => ({ json: [] }),
      'POST /api/phone/sync-from-cognito': () => ({ json: { message: 'Nothing.', phoneNumbers: [] } }),
    },
  });
  await visit.page.getByRole('dialog', { name: 'Add Phone Number' }).waitFor();
  expect(count(visit, 'POST /api/phone/sync-from-cognito')).toBe(1);
  await visit.page.keyboard.press('Escape');
  await expect
    .poll(() => card(visit, 'Service Numbers').textContent())
    .toContain('No phone number configured to search');
  await card(visit, 'User Phone Number').getByRole('button', { name: 'Add Phone Number' }).click();
  await visit.page.getByRole('dialog').waitFor();
  await visit.page.keyboard.press('Escape');
  await expect.poll(() => visit.page.evaluate('document.activeElement.textContent')).toBe('Add Phone Number');

  visit.site.answer({ 'GET /api/user/subscription': () => refusal('Authentication required', 401) });
  await visit.page.getByRole('button', { name: 'Refresh subscription' }).click();
  await expect.poll(() => pathOf(visit)).toBe('/login');
  await expect.poll(() => visit.page.evaluate('document.cookie')).toBe('');
});
