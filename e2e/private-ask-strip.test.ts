import { expect } from 'vitest';

import type { AskStatus } from '#contract/ask-status.ts';

import { accountCalls, askStatus, status, subscription } from './account-calls.ts';
import { stopClock, untilShown } from './stopped-clock.ts';
import { test } from './test.ts';
import type { Visit } from './visit.ts';

const signedIn = { cookies: ['authenticated'], calls: accountCalls };
const card = ({ page }: Visit, name: string) => page.getByRole('region', { name, exact: true });

test('the strip shows in every state whether the phone can ask, with one action if it cannot', async ({ open }) => {
  await using visit = await open('/dashboard', signedIn);
  const strip = card(visit, 'Your phone right now');
  const nextTryAt = '2027-02-26T12:00:00.000Z';
  const states: readonly (readonly [Partial<AskStatus>, RegExp, 'link' | 'button', string])[] = [
    [{ state: 'ready' }, /^Text \(202\) 555-0100Ask anything from \(212\) 555-0142\./, 'button', 'Copy (202) 555-0100'],
    [{ state: 'reply_yes' }, /^Text \(202\) 555-0100Ask anything/, 'button', 'Copy (202) 555-0100'],
    [
      { state: 'reply_yes', lastAnswer: null },
      /^Text YES to \(202\) 555-0100Then ask anything/,
      'button',
      'Copy (202) 555-0100',
    ],
    [{ state: 'opted_out' }, /^Text START to \(202\) 555-0100Texts are off for/, 'button', 'Copy (202) 555-0100'],
    [
      { state: 'payment_failed', answeredUntil: nextTryAt, nextTryAt },
      /^Your card was declinedTexts to \(202\) 555-0100 are answered until we try your card again on February\s26,\s2027\. Update/,
      'button',
      'Update Card',
    ],
    [{ state: 'no_phone', phoneNumber: null }, /^Add your phone to start/, 'button', 'Add Your Phone'],
    [{ state: 'unverified' }, /We’ll text a code to \(212\) 555-0142\./, 'button', 'Verify Your Phone'],
    [{ state: 'no_plan' }, /^Choose a plan to start/, 'link', 'Choose a Plan'],
    [{ state: 'ended' }, /^Your plan has endedWe don’t answer texts from \(212\) 555-0142/, 'link', 'Choose a Plan'],
    [
      { state: 'ended', isEndedUnpaid: true },
      /^Your plan has endedWe couldn’t charge your card\. We don’t answer texts/,
      'link',
      'Choose a Plan',
    ],
    [
      { state: 'ready', isUnreachable: true },
      /^Our texts don’t reach your phoneOur latest texts to \(212\) 555-0142 didn’t go through\. .* Change the number, or ask the phone company to allow texts from \(202\) 555-0100\. Then text a question from that phone\.Change Number$/,
      'button',
      'Change Number',
    ],
    // Before the plan: no one should pay for answers that don't arrive.
    [
      { state: 'no_plan', isUnreachable: true, serviceNumber: null },
      /^Our texts don’t reach your phone.* texts from us\.Change Number$/,
      'button',
      'Change Number',
    ],
    // No fault of the phone, and nothing that its owner can change.
    [
      { state: 'ready', isUnreachable: true, isRouteMissing: true },
      /^We can’t text your phone right nowOur carrier can’t deliver texts to \(212\) 555-0142\./,
      'button',
      'Get Support',
    ],
    [{ state: 'payment_failed', isUnreachable: true }, /^Your card was declined/, 'button', 'Update Card'],
    [{ state: 'ready', isUnreachable: true }, /^Our texts don’t reach your phone/, 'button', 'Change Number'],
  ];
  for (const [details, words, role, action] of states) {
    visit.site.answer({ 'GET /api/user/ask-status': () => ({ json: askStatus(details) }) });
    await visit.page.reload();
    await expect.poll(() => strip.textContent()).toMatch(words);
    await strip.getByRole(role, { name: action, exact: true }).waitFor();
    const isReached = details.isUnreachable !== true;
    const isAnswered =
      details.state === 'payment_failed' || (isReached && ['ready', 'reply_yes'].includes(details.state ?? ''));
    expect((await strip.textContent())?.includes('This month: 41 questions')).toBe(isAnswered);
    // Nor does a card promise an answer that doesn't arrive.
    const promise = card(visit, 'Service Numbers').getByText('usually in 2 to 8 seconds');
    await expect.poll(() => promise.count()).toBe(isReached ? 1 : 0);
  }
  await strip.getByRole('button', { name: 'Change Number' }).click();
  await visit.page.getByRole('dialog').getByRole('heading', { name: /phone/i }).first().waitFor();
  visit.site.answer({ 'GET /api/user/ask-status': () => ({ json: askStatus({ state: 'ended' }) }) });
  await visit.page.reload();
  await expect.poll(() => strip.getByRole('link', { name: 'Choose a Plan' }).getAttribute('href')).toBe('/subscribe');

  visit.site.answer({ 'GET /api/user/ask-status': () => ({ status: 500, json: null }) });
  await visit.page.reload();
  await expect.poll(() => strip.textContent()).toContain('We couldn’t check your phone');
  visit.site.answer({ 'GET /api/user/ask-status': () => ({ json: askStatus({ state: 'unverified' }) }) });
  await strip.getByRole('button', { name: 'Try Again' }).click();
  await strip.getByRole('button', { name: 'Verify Your Phone' }).click();
  await visit.page.getByRole('dialog').waitFor();
});

test('a service disruption is told over the strip, until it is over', async ({ open }) => {
  await using visit = await open('/faq', {
    cookies: ['authenticated'],
    calls: {
      ...accountCalls,
      'GET /api/status': () => ({ json: { ...status, service: 'disruption' } }),
      'GET /api/user/ask-status': () => ({ json: askStatus({ isUnreachable: true }) }),
    },
  });
  await stopClock(visit.page);
  await visit.page.goto(`${visit.site.url}/dashboard`);
  const live = visit.page.getByRole('status').filter({ hasText: 'There’s a service disruption.' });
  const note = live.getByText('Answers may be late or missing.');
  await untilShown(note);
  // Meanwhile no phone is to blame.
  const strip = card(visit, 'Your phone right now');
  await untilShown(strip.getByText('Ask anything from'));
  visit.site.answer({ 'GET /api/status': () => ({ json: status }) });
  await visit.page.clock.runFor(60_000);
  await expect
    .poll(async () => {
      await visit.page.clock.runFor(1000);
      return note.count();
    })
    .toBe(0);
  await untilShown(strip.getByText('Our texts don’t reach your phone'));
});

test('the first answer, and later the end of the plan, show up on an open dashboard', async ({ open }) => {
  await using visit = await open('/faq', {
    cookies: ['authenticated'],
    calls: {
      ...accountCalls,
      'GET /api/user/ask-status': () => ({ json: askStatus({ questionsThisMonth: 0, lastAnswer: null }) }),
    },
  });
  await stopClock(visit.page);
  await visit.page.goto(`${visit.site.url}/dashboard`);
  const strip = card(visit, 'Your phone right now');
  await untilShown(strip.getByText('Waiting for your first question…'));
  const today = new Date(await visit.page.evaluate('Date.now()'));
  const answeredAt = new Date(today.setHours(14, 14)).toISOString();
  visit.site.answer({
    'GET /api/user/ask-status': () => ({
      json: askStatus({ questionsThisMonth: 1, lastAnswer: { answeredAt, seconds: 3 } }),
    }),
  });
  await expect
    .poll(async () => {
      await visit.page.clock.runFor(1000);
      return strip.getByRole('status').textContent();
    })
    .toBe('We answered at 2:14 PM, in 3 seconds.');
  expect(await strip.getByText('This month: 1 question', { exact: true }).count()).toBe(1);

  // The cards follow the strip: also to a phone that was changed in another tab.
  visit.site.answer({
    'GET /api/user/ask-status': () => ({ json: askStatus({ phoneNumber: '+13125550199' }) }),
    'GET /api/user/phone-numbers': () => ({
      json: [{ phoneNumber: '+13125550199', verified: true, language: 'en' }],
    }),
  });
  await visit.page.clock.runFor(15_000);
  await untilShown(strip.getByText('(312) 555-0199'));
  await untilShown(card(visit, 'User Phone Number').getByText('(312) 555-0199'));
  visit.site.answer({
    'GET /api/user/ask-status': () => ({ json: askStatus({ state: 'ended' }) }),
    'GET /api/user/subscription': () => ({ json: subscription({ status: 'canceled', isExpired: true }) }),
  });
  await visit.page.clock.runFor(15_000);
  await untilShown(card(visit, 'Subscription').getByText('Inactive'));
});
