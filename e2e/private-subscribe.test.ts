import { expect } from 'vitest';

import { accountCalls, noSubscription, subscription, user } from './account-calls.ts';
import { bodyOf, field, pathOf, refusal, toast } from './form-page.ts';
import { test } from './test.ts';
import { quietCalls } from './visit.ts';

const calls = { ...accountCalls, 'GET /api/user/subscription': () => ({ json: noSubscription }) };
const signedIn = { cookies: ['authenticated'], calls };
const CHECKOUT = 'https://checkout.stripe.com/c/pay/cs_1';

test('a plan is chosen, every failure has its message, and a checkout URL is opened', async ({ open }) => {
  await using visit = await open('/subscribe', {
    ...signedIn,
    calls: { ...calls, 'GET /api/user': () => ({ json: { ...user, phoneNumber: '' } }) },
  });
  const click = (name: string) => visit.page.getByRole('button', { name, exact: true }).click();
  const alert = visit.page.getByRole('alert');
  await visit.page.getByRole('heading', { level: 1, name: 'Access Askline' }).waitFor();
  await visit.page.getByText('You can subscribe now. Before your first question, verify your phone').waitFor();
  expect(await visit.page.getByRole('radio').count()).toBe(2);
  await visit.page.getByLabel('Unlimited Annual Plan').check();
  await expect.poll(() => visit.page.getByText('$32 today, then $32 every year').count()).toBe(1);

  for (const [reply, words] of [
    [refusal('You already have a plan.'), 'You already have a plan.'],
    [{ status: 500, json: null }, 'Failed to create subscription'],
  ] as const) {
    visit.site.answer({ 'POST /api/create-subscription': () => reply });
    await click('Continue to Payment');
    await expect.poll(() => alert.textContent()).toContain(words);
    await expect.poll(() => toast(visit).textContent()).toContain(words);
  }
  expect(bodyOf(visit, 'POST /api/create-subscription')).toEqual({ plan: 'annual' });

  visit.site.answer({ 'POST /api/create-subscription': () => ({ json: { sessionId: 'cs_1' } }) });
  await click('Continue to Payment');
  await expect.poll(() => alert.textContent()).toBe('Invalid checkout URL received from server');
  expect(await visit.page.getByText('2. Payment Information').getAttribute('aria-current')).toBe('step');
  await click('Back to Plan Selection');
  await expect.poll(() => visit.page.getByLabel('Unlimited Annual Plan').isChecked()).toBe(true);

  const foreign = { checkoutUrl: 'https://checkout.stripe.com.evil.example/', sessionId: 'cs_1' };
  visit.site.answer({ 'POST /api/create-subscription': () => ({ json: foreign }) });
  await click('Continue to Payment');
  await expect.poll(() => alert.textContent()).toBe('Invalid checkout URL received from server');

  await visit.page.route(`${CHECKOUT}**`, (route) => route.fulfill({ body: 'The payment page' }));
  visit.site.answer({
    'POST /api/create-subscription': () => ({ json: { checkoutUrl: CHECKOUT, sessionId: 'cs_1' } }),
  });
  await click('Try Again');
  await visit.page.waitForURL(CHECKOUT);
});

test('the page can be skipped; without a payment key it does not start', async ({ open }) => {
  await using visit = await open('/subscribe', signedIn);
  await visit.page.getByRole('link', { name: 'Skip for now' }).click();
  await expect.poll(() => pathOf(visit)).toBe('/dashboard');
  await visit.page.getByRole('heading', { name: 'Subscription' }).waitFor();

  visit.site.answer({ 'GET /runtime-config.json': () => ({ json: { stripePublishableKey: '', paymentOrigins: [] } }) });
  await visit.page.goto(`${visit.site.url}/subscribe`);
  await visit.page.getByRole('heading', { level: 1, name: 'This page stopped working' }).waitFor();
});

test('a dashboard whose configuration could not be reached for a moment continues', async ({ open }) => {
  const CONFIG = 'GET /runtime-config.json';
  const away = { ...refusal('Please try again in a moment.', 503), headers: { 'retry-after': '2' } };
  await using visit = await open('/dashboard', { ...signedIn, calls: { ...accountCalls, [CONFIG]: () => away } });
  const reads = () => visit.site.received.filter(({ call }) => call === CONFIG).length;
  await visit.page.getByRole('heading', { name: 'Service Numbers' }).waitFor();
  const failed = reads();
  expect(failed).toBeGreaterThan(0);
  expect(await visit.page.getByRole('heading', { level: 1 }).textContent()).toBe('Dashboard');
  visit.site.answer(quietCalls);
  await expect.poll(reads).toBeGreaterThan(failed);
  await visit.page.goto(`${visit.site.url}/subscribe`);
  await visit.page.getByRole('heading', { level: 1, name: 'You already have a plan' }).waitFor();
});

test('a plan chosen on the home page, or here, stays chosen after sign-up, leaving and returning', async ({ open }) => {
  await using visit = await open('/', { calls });
  await visit.page.getByRole('link', { name: 'Start with Annual' }).click();
  await visit.page.getByRole('heading', { level: 1, name: 'Create an Account' }).waitFor();
  // Both the sign-up and the login that the page offers end with a session.
  await visit.page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  // Until then the fields are those of the sign-up.
  await visit.page.getByRole('heading', { level: 1, name: 'Log In' }).waitFor();
  visit.site.answer({ 'POST /api/login': () => ({ json: { user } }), 'GET /api/user': () => ({ json: user }) });
  await field(visit, 'Email').fill('ada@example.com');
  await field(visit, 'Password').fill('Secret123!');
  await visit.page.getByRole('button', { name: 'Log In' }).click();
  const annual = visit.page.getByLabel('Unlimited Annual Plan');
  await expect.poll(() => annual.isChecked()).toBe(true);

  await visit.page.getByLabel('Unlimited Monthly Plan').check();
  await visit.page.route(`${CHECKOUT}**`, (route) => route.fulfill({ body: 'The payment page' }));
  visit.site.answer({
    'POST /api/create-subscription': () => ({ json: { checkoutUrl: CHECKOUT, sessionId: 'cs_1' } }),
  });
  await visit.page.context().addCookies([{ name: 'authenticated', value: 'true', url: visit.site.url }]);
  await annual.check();
  await visit.page.getByRole('button', { name: 'Continue to Payment' }).click();
  await visit.page.waitForURL(CHECKOUT);
  await visit.page.goBack();
  await expect.poll(() => annual.isChecked()).toBe(true);
  expect(new URL(visit.page.url()).search).toBe('?plan=annual');
});

test('a plan chosen here is still chosen after the session ended and a new login, and no choice moves the page', async ({
  open,
}) => {
  await using visit = await open('/subscribe?plan=annual', signedIn);
  const monthly = visit.page.getByLabel('Unlimited Monthly Plan');
  const submit = () => visit.page.getByRole('button', { name: 'Continue to Payment' }).click();
  await visit.page.evaluate('window.jumps = 0, (window.scrollTo = () => void jumps++)');
  await monthly.check();
  expect(new URL(visit.page.url()).search).toBe('?plan=monthly');
  visit.site.answer({ 'POST /api/create-subscription': () => ({ status: 500, json: null }) });
  await submit();
  await visit.page.getByRole('alert').getByText('Failed to create subscription').waitFor();
  expect(await visit.page.evaluate('jumps')).toBe(0);

  visit.site.answer({ 'POST /api/create-subscription': () => refusal('Authentication required', 401) });
  await submit();
  await visit.page.getByRole('heading', { level: 1, name: 'Log In' }).waitFor();
  visit.site.answer({ 'POST /api/login': () => ({ json: { user } }) });
  await field(visit, 'Email').fill('ada@example.com');
  await field(visit, 'Password').fill('Secret123!');
  await visit.page.getByRole('button', { name: 'Log In' }).click();
  await expect.poll(() => monthly.isChecked()).toBe(true);
});

test('a subscriber is offered no second plan', async ({ open }) => {
  await using visit = await open('/subscribe', { cookies: ['authenticated'], calls: accountCalls });
  await visit.page.getByRole('heading', { level: 1, name: 'You already have a plan' }).waitFor();
  expect(await visit.page.getByRole('radio').count()).toBe(0);
  await visit.page.getByRole('main').getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect.poll(() => pathOf(visit)).toBe('/dashboard');
});

test('a subscriber whose payment failed, or whose plan ends, reads that instead of how to cancel', async ({ open }) => {
  await using visit = await open('/subscribe', {
    cookies: ['authenticated'],
    calls: {
      ...accountCalls,
      'GET /api/user/subscription': () => ({ json: subscription({ status: 'past_due' }) }),
    },
  });
  const main = visit.page.getByRole('main');
  await main.getByText('Your last payment failed.').waitFor();
  await main.getByText('To update your card, choose Manage Subscription on your dashboard.').waitFor();
  expect(await main.textContent()).not.toMatch(/is active|To cancel/);
  visit.site.answer({ 'GET /api/user/subscription': () => ({ json: subscription({ isInGracePeriod: true }) }) });
  await visit.page.reload();
  await main.getByText('Unlimited Monthly Plan is canceled and ends on March 4, 2027.').waitFor();
  await main.getByText('Changed your mind? Choose Manage Subscription on your dashboard before then.').waitFor();
  expect(await main.textContent()).not.toMatch(/is active|To cancel/);
});

test('a person who skips while the payment is prepared stays on the dashboard', async ({ open }) => {
  const { promise: after, resolve: reply } = Promise.withResolvers<void>();
  await using visit = await open('/subscribe?plan=monthly', {
    ...signedIn,
    calls: { ...calls, 'POST /api/create-subscription': () => ({ json: { checkoutUrl: CHECKOUT }, after }) },
  });
  let visits = 0;
  await visit.page.route(`${CHECKOUT}**`, (route) => {
    visits++;
    return route.fulfill({ body: 'The payment page' });
  });
  await visit.page.getByRole('button', { name: 'Continue to Payment' }).click();
  await visit.page.getByRole('button', { name: 'Preparing payment…' }).waitFor();
  // The order is for the plan that is shown: another choice comes too late for it.
  await visit.page.getByLabel('Unlimited Annual Plan').click();
  expect(await visit.page.getByLabel('Unlimited Monthly Plan').isChecked()).toBe(true);
  await visit.page.getByRole('link', { name: 'Skip for now' }).click();
  await expect.poll(() => pathOf(visit)).toBe('/dashboard');
  const answered = visit.page.waitForResponse('**/api/create-subscription');
  reply();
  await (await answered).finished();
  await visit.page.getByRole('heading', { name: 'Subscription' }).waitFor();
  // By then the page has handled the reply.
  await visit.page.evaluate("fetch('/api/status').then((reply) => reply.text())");
  expect(visits).toBe(0);
  expect(pathOf(visit)).toBe('/dashboard');
});
