import { expect } from 'vitest';

import { accountCalls, askStatus, noSubscription, user } from './account-calls.ts';
import { bodyOf, field } from './form-page.ts';
import { layoutShiftOf } from './layout-shift.ts';
import { test } from './test.ts';

const helper = { ...user, isHelper: true };
const asHelper = { ...accountCalls, 'GET /api/user': () => ({ json: helper }) };
const created = {
  json: { user: helper, confirmationTicket: 't', codeSent: true, message: 'Sent.', retryAfterSeconds: 60 },
};

test('the drawing of a parent leads to a sign-up for them, which asks for their number and their consent', async ({
  open,
}) => {
  await using visit = await open('/', { calls: { 'POST /api/signup': () => created } });
  await visit.page.getByRole('link', { name: /A parent’s flip phone/ }).click();
  await visit.page.getByText('we text them a code, and they read it to you').waitFor();
  expect(await visit.page.getByLabel('Someone else’s phone').isChecked()).toBe(true);
  await field(visit, 'Your name').fill('Ruth Keller');
  await field(visit, 'Email').fill('ruth@example.com');
  await field(visit, 'Password').fill('Secret123!');
  await field(visit, 'Confirm password').fill('Secret123!');
  await field(visit, 'Their phone number').fill('(212) 555-0142');
  await visit.page.getByRole('checkbox', { name: /The owner of this phone asked me to set this up/ }).check();
  await visit.page.getByRole('checkbox', { name: /I agree to the Terms/ }).check();
  await visit.page.getByRole('button', { name: 'Create Account' }).click();
  await visit.page.getByRole('heading', { level: 1, name: 'Verify the phone' }).waitFor();
  await visit.page.getByText('Ask them to read it to you over the phone.').waitFor();
  expect(bodyOf(visit, 'POST /api/signup')).toMatchObject({ isHelper: true, phoneNumber: '2125550142' });
});

test.for(['/signup?for=parent', '/signup?for=kid&plan=annual'])(
  '%s, opened directly, chooses the answer without moving the page',
  async (path, { open }) => {
    await using visit = await open(path, { viewport: { width: 390, height: 844 }, isFirst: true });
    await expect.poll(() => visit.page.getByLabel('Someone else’s phone').isChecked()).toBe(true);
    await field(visit, 'Their phone number').waitFor();
    expect(await layoutShiftOf(visit.page)).toBeLessThanOrEqual(0.03);
    await visit.page.getByLabel('My own phone').check();
    await visit.page.getByRole('checkbox', { name: /^I agree to receive text messages/ }).waitFor();
    expect(visit.complaints).toEqual([]);
  },
);

test('the dashboard of a helper speaks of the phone, and leads to the card', async ({ open }) => {
  const status = askStatus({ state: 'reply_yes', questionsThisMonth: 0, lastAnswer: null });
  await using visit = await open('/dashboard', {
    cookies: ['authenticated'],
    calls: { ...asHelper, 'GET /api/user/ask-status': () => ({ json: status }) },
  });
  const strip = visit.page.getByRole('region', { name: 'The phone right now' });
  await strip.getByText('From (212) 555-0142, once. Then it can ask anything.').waitFor();
  await strip.getByText('Waiting for the first question…').waitFor();
  await strip.getByRole('link', { name: 'Print a fridge card' }).click();
  await visit.page.getByRole('article', { name: 'Card to print' }).getByText('(202) 555-0100').waitFor();
});

test('a helper reads “the phone”, not “your phone”, on the dashboard, in its dialogs and with the plans', async ({
  open,
}) => {
  const unverified = [{ phoneNumber: '+12125550142', verified: false, language: 'en' }];
  await using visit = await open('/dashboard', {
    cookies: ['authenticated'],
    calls: {
      ...asHelper,
      'GET /api/user/ask-status': () => ({ json: askStatus({ state: 'unverified' }) }),
      'GET /api/user/phone-numbers': () => ({ json: unverified }),
    },
  });
  const wrong = /your (current |verified )?(phone|number)/i;
  const dialog = visit.page.getByRole('dialog');
  await visit.page.getByRole('region', { name: 'Service Numbers' }).getByText('Save this number').waitFor();
  expect(await visit.page.getByRole('main').textContent()).not.toMatch(wrong);
  for (const name of ['Verify Now', 'Delete Account']) {
    await visit.page.getByRole('button', { name, exact: true }).click();
    await dialog.getByRole('heading').first().waitFor();
    expect(await dialog.textContent()).not.toMatch(wrong);
    await visit.page.keyboard.press('Escape');
  }
  visit.site.answer({
    'GET /api/user': () => ({ json: { ...helper, phoneNumber: '' } }),
    'GET /api/user/subscription': () => ({ json: noSubscription }),
  });
  await visit.page.goto(`${visit.site.url}/subscribe`);
  await visit.page.getByText('You can subscribe now.').waitFor();
  expect(await visit.page.getByRole('main').textContent()).not.toMatch(wrong);
});

test('a helper is asked where the owner of the phone lives, and gets no link that texts from another phone', async ({
  open,
}) => {
  await using visit = await open('/dashboard', {
    cookies: ['authenticated'],
    calls: { ...asHelper, 'GET /api/user/home-place': () => ({ json: { homePlace: null } }) },
  });
  await visit.page.getByText('Tell us where they live').waitFor();
  await visit.page.getByRole('button', { name: 'Show backup numbers' }).click();
  const numbers = visit.page.getByRole('region', { name: 'Service Numbers' });
  await numbers.getByText('(202) 555-0101').first().waitFor();
  await visit.page.getByRole('region', { name: 'The phone right now' }).getByText('(202) 555-0100').first().waitFor();
  expect(await visit.page.locator('a[href^="sms:"]').count()).toBe(0);

  visit.site.answer({ 'GET /api/user/home-place': () => ({ json: { homePlace: 'Chicago, IL 60614' } }) });
  await visit.page.reload();
  await visit.page.getByText('Their city and state go').waitFor();

  await visit.page.getByRole('button', { name: 'Get Support' }).click();
  expect(await field(visit, 'Your own phone number').inputValue()).toBe('');
});

test('the card prints on one page, in ink on white, with the person to ask, and sends nothing', async ({ open }) => {
  await using visit = await open('/fridge-card', { cookies: ['authenticated'], calls: asHelper, colorScheme: 'dark' });
  const card = visit.page.getByRole('article', { name: 'Card to print' });
  await card.getByText('Ask Ada Byron').waitFor();
  await visit.page.getByLabel('Person to ask for help').fill('Ruth, (312) 555-0123');
  await card.getByText('Ask Ruth, (312) 555-0123').waitFor();
  for (const words of ['(202) 555-0100', 'weather 60614 saturday', 'HELP', 'STOP', 'START']) {
    expect(await card.getByText(words).first().isVisible()).toBe(true);
  }
  for (const format of ['Letter', 'A5']) {
    const pdf = (await visit.page.pdf({ format })).toString('latin1');
    expect({ format, pages: pdf.match(/\/Type \/Page\b/g)?.length }).toEqual({ format, pages: 1 });
  }
  await visit.page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await visit.page.getByRole('banner').isVisible()).toBe(false);
  expect(await visit.page.evaluate("getComputedStyle(document.querySelector('article')).color")).toBe(
    'rgb(29, 36, 33)',
  );
  await visit.page.emulateMedia({ media: 'screen' });
  expect(JSON.stringify(visit.site.received)).not.toContain('Ruth');
});

test('without a plan the card says what is missing', async ({ open }) => {
  await using visit = await open('/fridge-card', {
    cookies: ['authenticated'],
    calls: { ...asHelper, 'GET /api/user/ask-status': () => ({ json: askStatus({ state: 'no_plan' }) }) },
  });
  await visit.page.getByText('It’s ready once the phone is verified and has a plan.').waitFor();
});
