import { expect } from 'vitest';

import { newUser as user } from './account-calls.ts';
import { bodyOf, field, pathOf, refusal, sessionStorageOf } from './form-page.ts';
import { atCodeStep } from './signup-page.ts';
import type { Calls, Reply } from './static-site.ts';
import { stopClock, untilShown } from './stopped-clock.ts';
import { test } from './test.ts';
import type { Visit } from './visit.ts';

const paused: Reply = {
  json: { user, confirmationTicket: 't', codeSent: false, message: 'Codes are paused.', retryAfterSeconds: 0 },
};
const authTokens = { accessToken: 'x', expiresAt: '2026-11-22T00:00:00.000Z' };
const ask = 'POST /api/verify/phone/by-text';
const check = 'POST /api/verify/phone/by-text/check';
const checkEnded = 'This page can’t look for your text anymore.';
const expired = () => refusal('This session timed out. Log in to get a new code.', 403);

/** A code for the number that is requested, or for the one on record. */
const byText: Calls = {
  [ask](body) {
    const { phoneNumber = '2125550142' } = JSON.parse(body) as { phoneNumber?: string };
    const json = { phoneNumber: `+1${phoneNumber}`, serviceNumber: '+12025550100', expiresInSeconds: 600 };
    return { json: { ...json, code: phoneNumber.slice(4) } };
  },
  [check]: () => ({ json: { verified: false } }),
};
const codesPaused: Calls = { ...byText, 'POST /api/signup': () => paused };
const press = (visit: Visit, name: string) => visit.page.getByRole('button', { name, exact: true }).click();
const asked = (visit: Visit) =>
  visit.site.received.filter(({ call }) => call === ask).map(({ body }): unknown => JSON.parse(body));
const note = (visit: Visit, from: string) => visit.page.getByText(`From ${from}, text JOIN`);

async function correctNumber(visit: Visit): Promise<void> {
  await press(visit, 'Wrong number? Change it');
  await field(visit, 'New phone number').fill('(212) 555-0199');
  await press(visit, 'Text a Code to This Number');
}

test('if no code can be sent, the page shows what to text to us, and continues when the text has arrived', async ({
  open,
}) => {
  await using visit = await atCodeStep(open, codesPaused);
  const panel = visit.page.getByText(/From \(212\) 555-0142, text JOIN 550142 to \(202\) 555-0100/);
  await panel.waitFor();
  const link = visit.page.getByRole('link', { name: 'Open the text on this phone' });
  expect(await link.getAttribute('href')).toBe('sms:+12025550100?&body=JOIN%20550142');
  // It stands above the code, which was not sent and so is not asked for.
  const heightOf = async (part: typeof panel) => (await part.boundingBox())?.y ?? 0;
  expect(await heightOf(panel)).toBeLessThan(await heightOf(field(visit, 'Verification code')));
  expect(await visit.page.evaluate('document.activeElement.name')).not.toBe('code');
  await expect.poll(() => bodyOf(visit, check)).toEqual({ signIn: true });
  const confirmation = { user, loggedIn: true, authTokens };
  visit.site.answer({ [check]: () => ({ json: { verified: true, confirmation } }) });
  await expect.poll(() => pathOf(visit)).toBe('/subscribe');
});

test('when the reply that signed in was lost, the page finds the session, or leads to the login', async ({ open }) => {
  await using visit = await atCodeStep(open, codesPaused);
  await note(visit, '(212) 555-0142').waitFor();
  visit.site.answer({ [check]: expired });
  const alert = visit.page.getByRole('alert').getByText(checkEnded);
  await alert.waitFor();
  expect(await note(visit, '(212) 555-0142').count()).toBe(0);
  await alert.getByRole('link', { name: 'Log in' }).click();
  await expect.poll(() => pathOf(visit)).toBe('/login');

  // Here only the body of the reply was lost: the browser has the session.
  await using other = await atCodeStep(open, { ...codesPaused, 'GET /api/user': () => ({ json: user }) });
  await note(other, '(212) 555-0142').waitFor();
  await other.page.context().addCookies([{ name: 'authenticated', value: 'true', url: other.site.url }]);
  other.site.answer({ [check]: expired });
  await expect.poll(() => pathOf(other)).toBe('/subscribe');
});

test('a reload shows the code that is in the text ready to send, and asks for no other', async ({ open }) => {
  await using visit = await atCodeStep(open, codesPaused);
  await note(visit, '(212) 555-0142').waitFor();
  await visit.page.reload();
  await visit.page.getByText(/From \(212\) 555-0142, text JOIN 550142 to \(202\) 555-0100/).waitFor();
  expect(asked(visit)).toHaveLength(1);
  const confirmation = { user, loggedIn: true, authTokens };
  visit.site.answer({ [check]: () => ({ json: { verified: true, confirmation } }) });
  await expect.poll(() => pathOf(visit)).toBe('/subscribe');
  expect(await sessionStorageOf(visit)).toBe('{}');
});

test('a phone that is verified already leads to the login, by either kind of code', async ({ open }) => {
  const message = 'This phone number is already verified.';
  await using visit = await atCodeStep(open, { ...codesPaused, [ask]: () => refusal(message) });
  await visit.page.getByRole('alert').getByText(checkEnded).waitFor();
  visit.site.answer({
    'POST /api/resend-confirmation': () => ({ json: { message, retryAfterSeconds: 0, alreadyVerified: true } }),
  });
  await press(visit, 'Resend code');
  await expect.poll(() => pathOf(visit)).toBe('/login');
  expect(await sessionStorageOf(visit)).toBe('{}');
});

test('a check that was refused for good is not repeated', async ({ open }) => {
  await using visit = await atCodeStep(open, { ...byText, [check]: expired });
  await stopClock(visit.page);
  await press(visit, 'No code? Text us instead');
  await untilShown(note(visit, '(212) 555-0142'));
  await visit.page.clock.runFor(3000);
  await untilShown(visit.page.getByRole('alert').getByText(checkEnded));
  await visit.page.clock.runFor(30_000);
  expect(visit.site.received.filter(({ call }) => call === check)).toHaveLength(1);
});

test('while codes are paused, a corrected number gets a code to text of its own', async ({ open }) => {
  await using visit = await atCodeStep(open, codesPaused);
  await note(visit, '(212) 555-0142').waitFor();
  // A number that is refused itself changes nothing.
  const fields = { phoneNumber: 'Phone number already registered.' };
  const taken: Reply = { status: 409, json: { code: 'conflict', message: fields.phoneNumber, fields } };
  visit.site.answer({ 'POST /api/resend-confirmation': () => taken });
  await correctNumber(visit);
  await visit.page.getByText(fields.phoneNumber).first().waitFor();
  expect(asked(visit)).toEqual([{}]);

  visit.site.answer({ 'POST /api/resend-confirmation': () => refusal('Codes are paused.', 429) });
  await press(visit, 'Text a Code to This Number');
  await note(visit, '(212) 555-0199').waitFor();
  expect(await note(visit, '(212) 555-0142').count()).toBe(0);
  expect(asked(visit)).toEqual([{}, { phoneNumber: '2125550199' }]);
  await visit.page.getByText('Your number: (212) 555-0199').waitFor();

  // Once codes are sent again, they go to the corrected number.
  const again = { message: 'On its way.', retryAfterSeconds: 60, phoneNumber: '+12125550199' };
  visit.site.answer({ 'POST /api/resend-confirmation': () => ({ json: again }) });
  await press(visit, 'Resend code');
  await visit.page.getByText('We texted a 6-digit code to (212) 555-0199.').waitFor();
  const resent = visit.site.received.findLast(({ call }) => call === 'POST /api/resend-confirmation')?.body ?? '';
  expect(JSON.parse(resent)).toEqual({ email: 'ada@example.com', phoneNumber: '2125550199' });
});

test('a helper, whose phone is another, gets no link to text from it', async ({ open }) => {
  await using visit = await open('/signup?for=parent', { calls: codesPaused });
  await visit.page.getByRole('checkbox', { name: /^The owner of this phone/ }).check();
  for (const [label, value] of [
    ['Your name', 'Ruth Keller'],
    ['Email', 'ruth@example.com'],
    ['Password', 'Secret123!'],
    ['Confirm password', 'Secret123!'],
    ['Their phone number', '(212) 555-0142'],
  ] as const) {
    await field(visit, label).fill(value);
  }
  await visit.page.getByRole('checkbox', { name: /I agree to the Terms/ }).check();
  await press(visit, 'Create Account');
  await note(visit, '(212) 555-0142').waitFor();
  expect(await visit.page.locator('a[href^="sms:"]').count()).toBe(0);
});

test('a corrected number removes the code to text of the number before', async ({ open }) => {
  const again = { message: 'On its way.', retryAfterSeconds: 60, phoneNumber: '+12125550199' };
  await using visit = await atCodeStep(open, { ...byText, 'POST /api/resend-confirmation': () => ({ json: again }) });
  await press(visit, 'No code? Text us instead');
  await note(visit, '(212) 555-0142').waitFor();
  await correctNumber(visit);
  await note(visit, '(212) 555-0142').waitFor({ state: 'detached' });
  await press(visit, 'No code? Text us instead');
  await note(visit, '(212) 555-0199').waitFor();
});

const sent = { message: 'We sent a code.', retryAfterSeconds: 60, phoneNumber: '+12125550142' };
const verifying: Calls = { ...byText, 'POST /api/resend-confirmation': () => ({ json: sent }) };

test('on the Verify page another number gets a code to text of its own', async ({ open }) => {
  await using visit = await open('/verify?email=ada@example.com&userId=u1', { calls: verifying });
  await expect.poll(() => field(visit, 'Phone number').inputValue()).toBe('(212) 555-0142');
  await press(visit, 'No code? Text us instead');
  await note(visit, '(212) 555-0142').waitFor();
  await field(visit, 'Phone number').fill('(212) 555-0199');
  await press(visit, 'Changed the number? Get a new code');
  await note(visit, '(212) 555-0199').waitFor();
  expect(await note(visit, '(212) 555-0142').count()).toBe(0);
  expect(asked(visit)).toEqual([{ phoneNumber: '2125550142' }, { phoneNumber: '2125550199' }]);
});

test('the focus follows the code to text: to it when it comes, and to its place when it has expired', async ({
  open,
}) => {
  await using visit = await atCodeStep(open, byText);
  await stopClock(visit.page);
  const focused = async () => String(await visit.page.evaluate('document.activeElement.textContent'));
  await visit.page.getByRole('button', { name: 'No code? Text us instead' }).press('Enter');
  await untilShown(note(visit, '(212) 555-0142'));
  expect(await focused()).toMatch(/^From \(212\) 555-0142, text JOIN \d+/);
  await visit.page.clock.runFor(601_000);
  await untilShown(visit.page.getByRole('button', { name: 'That code expired. Get a new one' }));
  expect(await focused()).toBe('That code expired. Get a new one');
});
