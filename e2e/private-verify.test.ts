import { expect } from 'vitest';

import { bodyOf, field, pathOf, refusal, resendNow, sessionStorageOf, toast } from './form-page.ts';
import { stopClock } from './stopped-clock.ts';
import { test } from './test.ts';
import type { Visit } from './visit.ts';

const address = '/verify?email=ada@example.com&userId=u1';
const sent = {
  'POST /api/resend-confirmation': () => ({
    json: { message: 'We sent a code.', retryAfterSeconds: 60, phoneNumber: '+12125550142' },
  }),
};
const calls = (visit: Visit, name: string) => visit.site.received.filter(({ call }) => call === name);
/** As the login left it for the page, minutes ago. */
function rememberLogin(visit: Visit, values: Readonly<Record<string, string>>, minutesAgo = 0): Promise<unknown> {
  const storedAt = String(Date.now() - minutesAgo * 60_000);
  const stored = { flow: 'login_confirmation', email: 'ada@example.com', storedAt, ...values };
  return visit.page.evaluate(`Object.assign(sessionStorage, ${JSON.stringify(stored)})`);
}
const toasted = (visit: Visit, words: string) => expect.poll(() => toast(visit).textContent()).toContain(words);

test('the page sends a code when it opens, accepts a pasted one, and opens the login two seconds later', async ({
  open,
}) => {
  await using visit = await open(address, { calls: { ...sent, 'POST /api/logout': () => ({ json: {} }) } });
  // As a screen reader hears it.
  await visit.page.getByRole('status').getByText('Phone Not Verified We sent a code.').waitFor();
  await toasted(visit, 'Phone Not Verified We sent a code.');
  expect(bodyOf(visit, 'POST /api/resend-confirmation')).toEqual({ email: 'ada@example.com' });
  await expect.poll(() => field(visit, 'Phone number').inputValue()).toBe('(212) 555-0142');
  await visit.page
    .getByRole('button', { name: 'Resend code', exact: true })
    .getByText(/in \d+ sec/)
    .click();
  await toasted(visit, 'Please Wait');
  expect(calls(visit, 'POST /api/resend-confirmation')).toHaveLength(1);

  const submit = () => visit.page.getByRole('button', { name: 'Verify', exact: true }).click();
  await submit();
  await visit.page.getByText('Verification code is required').waitFor();
  await field(visit, 'Verification code').fill('654321');
  for (const [reply, title] of [
    [refusal('This code is not right.', 400), 'Verification Failed'],
    [
      refusal('This phone number was already verified by another user. Is it yours now? Contact us.'),
      'Already Verified by Another User',
    ],
  ] as const) {
    visit.site.answer({ 'POST /api/verify/phone/confirm': () => reply });
    await submit();
    await toasted(visit, title);
  }

  visit.site.answer({
    'POST /api/verify/phone/confirm': () => ({
      json: { verified: true, alreadyVerified: false, message: 'This phone number is verified.' },
    }),
  });
  await stopClock(visit.page);
  await field(visit, 'Verification code').selectText();
  // As pasted from a messages app.
  await visit.page.evaluate("document.execCommand('insertText', false, '')");
  await visit.page.evaluate(`{
    const input = document.querySelector('[name=code]');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, '123 456');
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
  }`);
  await visit.page.getByRole('heading', { level: 1, name: 'Phone verified' }).waitFor();
  await toasted(visit, 'Phone Verified');
  expect(await visit.page.evaluate('document.activeElement.tagName')).toBe('H1');
  const confirmed = calls(visit, 'POST /api/verify/phone/confirm').at(-1)?.body ?? '';
  expect(JSON.parse(confirmed)).toEqual({
    email: 'ada@example.com',
    userId: 'u1',
    phoneNumber: '2125550142',
    code: '123456',
  });
  await expect.poll(() => calls(visit, 'POST /api/logout').length).toBe(1);
  await expect.poll(() => sessionStorageOf(visit)).toBe('{}');
  expect(pathOf(visit)).toBe('/verify');
  await visit.page.clock.runFor(2000);
  await expect.poll(() => pathOf(visit)).toBe('/login');
});

test('a helper is told that the code went to the other phone', async ({ open }) => {
  await using visit = await open('/login', {
    calls: {
      ...sent,
      'POST /api/login': () => ({
        json: {
          needsConfirmation: true,
          userId: 'u1',
          message: 'Verify first.',
          confirmationTicket: 'ticket-2',
          codeSent: true,
          isHelper: true,
        },
      }),
    },
  });
  await field(visit, 'Email').fill('ada@example.com');
  await field(visit, 'Password').fill('Secret123!');
  await visit.page.getByRole('button', { name: 'Log In', exact: true }).click();
  await visit.page.getByRole('heading', { level: 1, name: 'Verify the phone' }).waitFor();
  await visit.page.getByText('Ask its owner to read it to you.').waitFor();
  await field(visit, 'Their phone number').waitFor();
  expect(await visit.page.getByRole('main').textContent()).not.toMatch(/your phone|you’ll text/i);
});

test('after the code the focus goes to the heading that asks for a new password', async ({ open }) => {
  await using visit = await open('/about', {
    calls: {
      ...sent,
      'POST /api/verify/phone/confirm': () => ({
        json: { verified: true, alreadyVerified: false, message: 'This phone number is verified.' },
      }),
    },
  });
  await rememberLogin(visit, { userId: 'u1', needsReset: 'true' });
  await visit.page.goto(`${visit.site.url}/verify`);
  await expect.poll(() => field(visit, 'Phone number').inputValue()).toBe('(212) 555-0142');
  await field(visit, 'Verification code').fill('123456');
  await visit.page.getByRole('button', { name: 'Verify', exact: true }).click();
  await visit.page.getByRole('link', { name: 'Set a new password' }).waitFor();
  await expect.poll(() => visit.page.evaluate('document.activeElement.tagName')).toBe('H1');
});

test('a code that comes by autofill, without an input type, is sent; a typed one waits for the button', async ({
  open,
}) => {
  await using visit = await open(address, { calls: sent });
  await toasted(visit, 'Phone Not Verified');
  await field(visit, 'Verification code').pressSequentially('111111');
  await visit.page.evaluate(`{
    const input = document.querySelector('[name=code]');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, '123456');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }`);
  await expect.poll(() => calls(visit, 'POST /api/verify/phone/confirm').length).toBe(1);
  expect(bodyOf(visit, 'POST /api/verify/phone/confirm')).toMatchObject({ code: '123456' });
});

test('a number typed while the first code is sent stays', async ({ open }) => {
  const { promise: after, resolve: reply } = Promise.withResolvers<void>();
  await using visit = await open(address, {
    calls: { 'POST /api/resend-confirmation': () => ({ ...sent['POST /api/resend-confirmation'](), after }) },
  });
  await field(visit, 'Phone number').fill('312-555-0123');
  reply();
  await toasted(visit, 'Phone Not Verified');
  expect(await field(visit, 'Phone number').inputValue()).toBe('312-555-0123');
});

test('another number gets its own code after the cooldown; a verified one needs none', async ({ open }) => {
  await using visit = await open(address, { calls: sent });
  await toasted(visit, 'Phone Not Verified');
  await visit.page.clock.install();
  await visit.page.clock.fastForward(61_000);
  await field(visit, 'Phone number').fill('312-555-0123');
  visit.site.answer({
    'GET /api/user/phone-status': () => refusal('You can only ask about your own phone number.', 403),
    'POST /api/resend-confirmation': () => refusal('We cannot text codes right now.', 503),
  });
  const resend = () => resendNow(visit).click();
  await resend();
  await toasted(visit, 'Failed to resend code');
  const asked = calls(visit, 'POST /api/resend-confirmation').at(-1)?.body ?? '';
  expect(JSON.parse(asked)).toEqual({ email: 'ada@example.com', phoneNumber: '3125550123' });

  const taken = 'This phone number was already verified by another user. Is it yours now? Contact us.';
  visit.site.answer({ 'POST /api/resend-confirmation': () => refusal(taken) });
  await resend();
  await toasted(visit, 'Already Verified by Another User');
  await expect.poll(() => field(visit, 'Phone number').getAttribute('aria-invalid')).toBe('true');
  await visit.page.getByRole('main').getByText(taken).waitFor();

  visit.site.answer({ 'GET /api/user/phone-status': () => ({ json: { verified: true } }) });
  await resend();
  await toasted(visit, 'Phone Verified');
});

test('right after the login the page waits for its code if it may be on its way, and says so if it was not sent', async ({
  open,
}) => {
  await using visit = await open('/about');
  const openAfterLogin = async (reply: ReturnType<typeof refusal>) => {
    visit.site.answer({ 'POST /api/resend-confirmation': () => reply });
    await rememberLogin(visit, { codeSentAt: String(Date.now()) });
    await visit.page.goto(`${visit.site.url}/verify`);
  };
  await openAfterLogin(refusal('Please wait before requesting another code.', 429));
  await visit.page
    .getByRole('button', { name: 'Resend code', exact: true })
    .getByText(/in \d+ sec/)
    .waitFor();
  expect(await toast(visit).count()).toBe(0);
  await openAfterLogin(refusal('We couldn’t text a code to this number.', 502));
  await toasted(visit, 'Auto-send failed We couldn’t text a code to this number.');
});

test('what session storage kept for a verification is gone ten minutes after its last code', async ({ open }) => {
  await using visit = await open('/about', { calls: sent });
  await rememberLogin(visit, { userId: 'u1' }, 9);
  const before = Number(JSON.parse(await sessionStorageOf(visit)).storedAt);
  await visit.page.goto(`${visit.site.url}/verify`);
  await toasted(visit, 'Phone Not Verified');
  expect(Number(JSON.parse(await sessionStorageOf(visit)).storedAt)).toBeGreaterThan(before);
  // A visitor who opens another page can come back to this one.
  await visit.page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click();
  await visit.page.goBack();
  await expect.poll(() => field(visit, 'Phone number').inputValue()).toBe('(212) 555-0142');

  // One that goes back to the login gives up.
  await visit.page.getByRole('link', { name: 'Back to login' }).click();
  await expect.poll(() => pathOf(visit)).toBe('/login');
  expect(await sessionStorageOf(visit)).toBe('{}');

  await rememberLogin(visit, { userId: 'u1' }, 11);
  await visit.page.goto(`${visit.site.url}/verify`);
  await expect.poll(() => pathOf(visit)).toBe('/login');
  expect(await sessionStorageOf(visit)).toBe('{}');
});

test('an unknown visitor goes to the login; a failed first code and a link without the user show an error', async ({
  open,
}) => {
  await using visit = await open('/verify');
  await expect.poll(() => pathOf(visit)).toBe('/login');
  visit.site.answer({ 'POST /api/resend-confirmation': () => refusal('We cannot text codes right now.', 503) });
  await visit.page.goto(`${visit.site.url}/verify?email=ada@example.com`);
  await toasted(visit, 'Auto-send failed We cannot text codes right now.');
  await field(visit, 'Phone number').fill('(212) 555-0142');
  await field(visit, 'Verification code').fill('123456');
  await visit.page.getByRole('button', { name: 'Verify', exact: true }).click();
  await toasted(visit, 'Something’s missing.');
});
