import { expect } from 'vitest';

import { bodyOf, field, pathOf, refusal, sessionStorageOf, toast } from './form-page.ts';
import { stopClock } from './stopped-clock.ts';
import { test } from './test.ts';
import type { Visit } from './visit.ts';

const address = '/verify?email=ada@example.com&userId=u1';
const sent = {
  'POST /api/resend-confirmation': () => ({
    json: { message: 'We sent a code.', retryAfterSeconds: 60, phoneNumber: '+12125550142' },
  }),
};
const calls = (it: Visit, name: string) => it.site.received.filter(({ call }) => call === name);
/** As the login left it for the page, minutes ago. */
function rememberLogin(it: Visit, values: Readonly<Record<string, string>>, minutesAgo = 0): Promise<unknown> {
  const storedAt = String(Date.now() - minutesAgo * 60_000);
  const stored = { flow: 'login_confirmation', email: 'ada@example.com', storedAt, ...values };
  return it.page.evaluate(`Object.assign(sessionStorage, ${JSON.stringify(stored)})`);
}
const toasted = (it: Visit, words: string) => expect.poll(() => toast(it).textContent()).toContain(words);

test('the page sends a code when it opens, accepts a pasted one, and opens the login two seconds later', async ({
  open,
}) => {
  await using it = await open(address, { calls: { ...sent, 'POST /api/logout': () => ({ json: {} }) } });
  await toasted(it, 'Phone Not VerifiedWe sent a code.');
  expect(bodyOf(it, 'POST /api/resend-confirmation')).toEqual({ email: 'ada@example.com' });
  await expect.poll(() => field(it, 'Phone number').inputValue()).toBe('(212) 555-0142');
  await it.page.getByRole('button', { name: /Resend code in \d+ sec/ }).click();
  await toasted(it, 'Please Wait');
  expect(calls(it, 'POST /api/resend-confirmation')).toHaveLength(1);

  const submit = () => it.page.getByRole('button', { name: 'Verify', exact: true }).click();
  await submit();
  await it.page.getByText('Verification code is required').waitFor();
  await field(it, 'Verification code').fill('654321');
  for (const [reply, title] of [
    [refusal('This code is not right.', 400), 'Verification Failed'],
    [
      refusal('This phone number was already verified by another user. Is it yours now? Contact us.'),
      'Already Verified by Another User',
    ],
  ] as const) {
    it.site.answer({ 'POST /api/verify/phone/confirm': () => reply });
    await submit();
    await toasted(it, title);
  }

  it.site.answer({
    'POST /api/verify/phone/confirm': () => ({
      json: { verified: true, alreadyVerified: false, message: 'This phone number is verified.' },
    }),
  });
  await stopClock(it.page);
  await field(it, 'Verification code').selectText();
  // As pasted from a messages app.
  await it.page.evaluate("document.execCommand('insertText', false, '')");
  await it.page.evaluate(`{
    const input = document.querySelector('[name=code]');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, '123 456');
    input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
  }`);
  await it.page.getByRole('heading', { level: 1, name: 'Phone verified' }).waitFor();
  await toasted(it, 'Phone Verified');
  expect(await it.page.evaluate('document.activeElement.tagName')).toBe('H1');
  const confirmed = calls(it, 'POST /api/verify/phone/confirm').at(-1)?.body ?? '';
  expect(JSON.parse(confirmed)).toEqual({
    email: 'ada@example.com',
    userId: 'u1',
    phoneNumber: '2125550142',
    code: '123456',
  });
  await expect.poll(() => calls(it, 'POST /api/logout').length).toBe(1);
  await expect.poll(() => sessionStorageOf(it)).toBe('{}');
  expect(pathOf(it)).toBe('/verify');
  await it.page.clock.runFor(2000);
  await expect.poll(() => pathOf(it)).toBe('/login');
});

test('a helper is told that the code went to the other phone', async ({ open }) => {
  await using it = await open('/login', {
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
  await field(it, 'Email').fill('ada@example.com');
  await field(it, 'Password').fill('Secret123!');
  await it.page.getByRole('button', { name: 'Log In', exact: true }).click();
  await it.page.getByRole('heading', { level: 1, name: 'Verify the phone' }).waitFor();
  await it.page.getByText('Ask its owner to read it to you.').waitFor();
  await field(it, 'Their phone number').waitFor();
  expect(await it.page.getByRole('main').textContent()).not.toMatch(/your phone|you’ll text/i);
});

test('after the code the focus goes to the heading that asks for a new password', async ({ open }) => {
  await using it = await open('/about', {
    calls: {
      ...sent,
      'POST /api/verify/phone/confirm': () => ({
        json: { verified: true, alreadyVerified: false, message: 'This phone number is verified.' },
      }),
    },
  });
  await rememberLogin(it, { userId: 'u1', needsReset: 'true' });
  await it.page.goto(`${it.site.url}/verify`);
  await expect.poll(() => field(it, 'Phone number').inputValue()).toBe('(212) 555-0142');
  await field(it, 'Verification code').fill('123456');
  await it.page.getByRole('button', { name: 'Verify', exact: true }).click();
  await it.page.getByRole('link', { name: 'Set a new password' }).waitFor();
  await expect.poll(() => it.page.evaluate('document.activeElement.tagName')).toBe('H1');
});

test('a code that comes by autofill, without an input type, is sent; a typed one waits for the button', async ({
  open,
}) => {
  await using it = await open(address, { calls: sent });
  await toasted(it, 'Phone Not Verified');
  await field(it, 'Verification code').pressSequentially('111111');
  await it.page.evaluate(`{
    const input = document.querySelector('[name=code]');
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, '123456');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }`);
  await expect.poll(() => calls(it, 'POST /api/verify/phone/confirm').length).toBe(1);
  expect(bodyOf(it, 'POST /api/verify/phone/confirm')).toMatchObject({ code: '123456' });
});

test('a number typed while the first code is sent stays', async ({ open }) => {
  const { promise: after, resolve: reply } = Promise.withResolvers<void>();
  await using it = await open(address, {
    calls: { 'POST /api/resend-confirmation': () => ({ ...sent['POST /api/resend-confirmation'](), after }) },
  });
  await field(it, 'Phone number').fill('312-555-0123');
  reply();
  await toasted(it, 'Phone Not Verified');
  expect(await field(it, 'Phone number').inputValue()).toBe('312-555-0123');
});

test('another number gets its own code after the cooldown; a verified one needs none', async ({ open }) => {
  await using it = await open(address, { calls: sent });
  await toasted(it, 'Phone Not Verified');
  await it.page.clock.install();
  await it.page.clock.fastForward(61_000);
  await field(it, 'Phone number').fill('312-555-0123');
  it.site.answer({
    'GET /api/user/phone-status': () => refusal('You can only ask about your own phone number.', 403),
    'POST /api/resend-confirmation': () => refusal('We cannot text codes right now.', 503),
  });
  const resend = () => it.page.getByRole('button', { name: 'Resend code', exact: true }).click();
  await resend();
  await toasted(it, 'Failed to resend code');
  const asked = calls(it, 'POST /api/resend-confirmation').at(-1)?.body ?? '';
  expect(JSON.parse(asked)).toEqual({ email: 'ada@example.com', phoneNumber: '3125550123' });

  it.site.answer({ 'GET /api/user/phone-status': () => ({ json: { verified: true } }) });
  await resend();
  await toasted(it, 'Phone Verified');
});

test('right after the login the page waits for its code if it may be on its way, and says so if it was not sent', async ({
  open,
}) => {
  await using it = await open('/about');
  const openAfterLogin = async (reply: ReturnType<typeof refusal>) => {
    it.site.answer({ 'POST /api/resend-confirmation': () => reply });
    await rememberLogin(it, { codeSentAt: String(Date.now()) });
    await it.page.goto(`${it.site.url}/verify`);
  };
  await openAfterLogin(refusal('Please wait before requesting another code.', 429));
  await it.page.getByRole('button', { name: /Resend code in \d+ sec/ }).waitFor();
  expect(await toast(it).count()).toBe(0);
  await openAfterLogin(refusal('We couldn’t text a code to this number.', 502));
  await toasted(it, 'Auto-send failedWe couldn’t text a code to this number.');
});

test('what session storage kept for a verification is gone ten minutes after its last code', async ({ open }) => {
  await using it = await open('/about', { calls: sent });
  await rememberLogin(it, { userId: 'u1' }, 9);
  const before = Number(JSON.parse(await sessionStorageOf(it)).storedAt);
  await it.page.goto(`${it.site.url}/verify`);
  await toasted(it, 'Phone Not Verified');
  expect(Number(JSON.parse(await sessionStorageOf(it)).storedAt)).toBeGreaterThan(before);
  // A visitor who opens another page can come back to this one.
  await it.page.getByRole('contentinfo').getByRole('link', { name: 'Terms of Service' }).click();
  await it.page.goBack();
  await expect.poll(() => field(it, 'Phone number').inputValue()).toBe('(212) 555-0142');

  await rememberLogin(it, { userId: 'u1' }, 11);
  await it.page.reload();
  await expect.poll(() => pathOf(it)).toBe('/login');
  expect(await sessionStorageOf(it)).toBe('{}');
});

test('an unknown visitor goes to the login; a failed first code and a link without the user show an error', async ({
  open,
}) => {
  await using it = await open('/verify');
  await expect.poll(() => pathOf(it)).toBe('/login');
  it.site.answer({ 'POST /api/resend-confirmation': () => refusal('We cannot text codes right now.', 503) });
  await it.page.goto(`${it.site.url}/verify?email=ada@example.com`);
  await toasted(it, 'Auto-send failedWe cannot text codes right now.');
  await field(it, 'Phone number').fill('(212) 555-0142');
  await field(it, 'Verification code').fill('123456');
  await it.page.getByRole('button', { name: 'Verify', exact: true }).click();
  await toasted(it, 'Something’s missing.');
});
