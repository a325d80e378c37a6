import { expect } from 'vitest';

import { accountCalls, askStatus, noSubscription, subscription } from './account-calls.ts';
import { pathOf, refusal, toast } from './form-page.ts';
import { stopClock, untilShown } from './stopped-clock.ts';
import { test } from './test.ts';
import type { Visit } from './visit.ts';

const signedIn = { cookies: ['authenticated'], calls: accountCalls };
const card = ({ page }: Visit, name: string) => page.getByRole('region', { name, exact: true });
const toasted = (visit: Visit, words: string) => expect.poll(() => toast(visit).textContent()).toContain(words);
const count = (visit: Visit, name: string) => visit.site.received.filter(({ call }) => call === name).length;
const refreshes = (visit: Visit) => visit.site.received.filter(({ search }) => search === '?refresh=true').length;
const manage = (visit: Visit) => visit.page.getByRole('button', { name: 'Manage Subscription' }).click();

test('after a payment it shows a message, cleans the URL, and polls five times, two seconds apart', async ({
  open,
}) => {
  await using visit = await open('/faq', {
    cookies: ['authenticated'],
    calls: {
      ...accountCalls,
      'GET /api/user/subscription': () => ({ json: noSubscription }),
      'GET /api/user/ask-status': () => ({ json: askStatus({ state: 'no_plan' }) }),
    },
  });
  await stopClock(visit.page);
  await visit.page.goto(`${visit.site.url}/dashboard?subscription_success=true&plan=annual`);
  await toasted(visit, 'Payment Processed Thank you! We’re activating your Unlimited Annual Plan.');
  expect(visit.page.url()).toBe(`${visit.site.url}/dashboard`);
  await untilShown(visit.page.getByText('Your payment is being processed'));
  await untilShown(visit.page.getByRole('heading', { name: 'Starting your plan…' }));
  const polls = () => refreshes(visit);
  for (const done of [1, 2, 3, 4, 5]) {
    // The two seconds begin with the response to the previous call.
    await expect
      .poll(async () => {
        await visit.page.clock.runFor(500);
        return polls();
      })
      .toBe(done);
  }
  await untilShown(visit.page.getByText('Subscription Data Unavailable'));
  await visit.page.clock.runFor(10_000);
  expect(polls()).toBe(5);
});

test('after the payment of a returning subscriber the card waits, and neither card nor strip offers a plan', async ({
  open,
}) => {
  const ended = subscription({ status: 'canceled', isExpired: true });
  await using visit = await open('/faq', {
    cookies: ['authenticated'],
    calls: {
      ...accountCalls,
      'GET /api/user/subscription': () => ({ json: ended }),
      'GET /api/user/ask-status': () => ({ json: askStatus({ state: 'ended' }) }),
    },
  });
  await stopClock(visit.page);
  await visit.page.goto(`${visit.site.url}/dashboard?subscription_success=true&plan=annual`);
  const offers = () =>
    visit.page
      .getByRole('main')
      .getByRole('link', { name: /Choose a Plan|Get a Subscription/ })
      .count();
  await untilShown(card(visit, 'Subscription').getByText('Your payment is being processed'));
  await untilShown(visit.page.getByRole('heading', { name: 'Starting your plan…' }));
  expect(await offers()).toBe(0);
  await expect
    .poll(async () => {
      await visit.page.clock.runFor(500);
      return visit.page.getByText('Subscription Data Unavailable').count();
    })
    .toBe(1);
  await untilShown(visit.page.getByRole('heading', { name: 'Starting your plan…' }));
  expect(await offers()).toBe(0);

  // Once the plan was seen, its end is not taken for a payment that is still on its way.
  const refresh = visit.page.getByRole('button', { name: 'Refresh subscription' });
  visit.site.answer({
    'GET /api/user/subscription': () => ({ json: subscription() }),
    'GET /api/user/ask-status': () => ({ json: askStatus() }),
  });
  await refresh.click();
  await untilShown(card(visit, 'Subscription').getByText('Renews on:'));
  await untilShown(visit.page.getByRole('heading', { name: 'Text (202) 555-0100' }));
  visit.site.answer({
    'GET /api/user/subscription': () => ({ json: ended }),
    'GET /api/user/ask-status': () => ({ json: askStatus({ state: 'ended' }) }),
  });
  await refresh.click();
  await untilShown(card(visit, 'Subscription').getByText('Inactive'));
  await untilShown(visit.page.getByRole('heading', { name: 'Your plan has ended' }));
});

test.for([390, 1280])(
  'at a width of %i px the number to text is in view right after payment',
  async (width, { open }) => {
    await using visit = await open('/dashboard?subscription_success=true&plan=annual', {
      ...signedIn,
      calls: { ...accountCalls, 'GET /api/user/ask-status': () => ({ json: askStatus({ state: 'reply_yes' }) }) },
      viewport: { width, height: 700 },
    });
    await toasted(visit, 'Payment Processed');
    const number = card(visit, 'Your phone right now').getByRole('link', { name: '(202) 555-0100' });
    const box = await number.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(0);
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(400);
  },
);

test('Manage Subscription leads to the portal or to the plans, or shows an error', async ({ open }) => {
  await using visit = await open('/dashboard', signedIn);
  const portal = (json: unknown) => visit.site.answer({ 'POST /api/create-customer-portal': () => ({ json }) });
  const reads = () => count(visit, 'GET /api/user/subscription');
  await expect.poll(() => card(visit, 'Subscription').textContent()).toContain('Active');
  const before = reads();
  visit.site.answer({ 'POST /api/create-customer-portal': () => refusal('Please try again later.', 429) });
  await manage(visit);
  await toasted(visit, 'Error Please try again later.');
  await expect.poll(reads).toBe(before + 1);
  portal({ url: 'https://evil.example/portal' });
  await manage(visit);
  await toasted(visit, 'Error Could not access subscription management portal');

  await visit.page.clock.install();
  visit.site.answer({ 'POST /api/create-customer-portal': () => ({ isCut: true }) });
  await manage(visit);
  await toasted(visit, 'Error Could not connect to subscription service. Please try again later.');
  await visit.page.clock.runFor(2000);
  await expect.poll(() => pathOf(visit)).toBe('/subscribe');

  await visit.page.getByRole('main').getByRole('link', { name: 'Go to Dashboard' }).click();
  portal({ redirectUrl: '/subscribe' });
  await manage(visit);
  await toasted(visit, 'Redirecting Opening subscription page instead');
  await visit.page.clock.runFor(1000);
  await expect.poll(() => pathOf(visit)).toBe('/subscribe');

  await visit.page.getByRole('main').getByRole('link', { name: 'Go to Dashboard' }).click();
  portal({ url: 'https://checkout.stripe.com/p/session/1' });
  await visit.page.route('https://checkout.stripe.com/**', (route) => route.fulfill({ body: 'The portal' }));
  await manage(visit);
  await toasted(visit, 'Redirecting Opening subscription management portal');
  await visit.page.clock.runFor(500);
  await visit.page.waitForURL('https://checkout.stripe.com/p/session/1');
});

test('a plan that was canceled at the portal shows as ending on the way back, by its link and by Back', async ({
  open,
}) => {
  const ending = subscription({ isInGracePeriod: true });
  const plan = (view: typeof ending) => visit.site.answer({ 'GET /api/user/subscription': () => ({ json: view }) });
  await using visit = await open('/dashboard', signedIn);
  await card(visit, 'Subscription').getByText('Renews on:').waitFor();
  expect(refreshes(visit)).toBe(0);
  plan(ending);
  // A test's browser keeps no pages for the Back button.
  await visit.page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`);
  await card(visit, 'Subscription').getByText('Active until March 4, 2027').waitFor();

  plan(subscription());
  let reads = 0;
  visit.site.answer({ 'GET /api/user/subscription': () => ({ json: reads++ === 0 ? subscription() : ending }) });
  await visit.page.goto(`${visit.site.url}/dashboard?from_portal=true`);
  await card(visit, 'Subscription').getByText('Active until March 4, 2027').waitFor();
  expect(refreshes(visit)).toBe(2);
  expect(visit.page.url()).toBe(`${visit.site.url}/dashboard`);
});

test('a canceled plan says how to keep it, not how to cancel', async ({ open }) => {
  await using visit = await open('/dashboard', {
    ...signedIn,
    calls: {
      ...accountCalls,
      'GET /api/user/subscription': () => ({ json: subscription({ isInGracePeriod: true }) }),
    },
  });
  const text = () => card(visit, 'Subscription').textContent();
  await expect
    .poll(text)
    .toContain('Changed your mind? To keep your plan, choose Manage Subscription before March\u00a04,\u00a02027.');
  expect(await text()).not.toContain('To cancel');
});

test('a person who leaves while the portal is prepared is not taken there later', async ({ open }) => {
  const { promise: after, resolve: reply } = Promise.withResolvers<void>();
  await using visit = await open('/dashboard', {
    ...signedIn,
    calls: {
      ...accountCalls,
      'POST /api/create-customer-portal': () => ({ json: { url: 'https://checkout.stripe.com/p/session/1' }, after }),
    },
  });
  let visits = 0;
  await visit.page.route('https://checkout.stripe.com/**', (route) => {
    visits++;
    return route.fulfill({ body: 'The portal' });
  });
  await manage(visit);
  await visit.page.getByRole('link', { name: 'FAQ', exact: true }).first().click();
  await expect.poll(() => pathOf(visit)).toBe('/faq');
  await visit.page.clock.install();
  const answered = visit.page.waitForResponse('**/api/create-customer-portal');
  reply();
  await (await answered).finished();
  // By then the page has handled the reply.
  await visit.page.evaluate("fetch('/api/status').then((reply) => reply.text())");
  await visit.page.clock.runFor(5000);
  expect(await toast(visit).count()).toBe(0);
  expect(visits).toBe(0);
  expect(pathOf(visit)).toBe('/faq');
});
