import { expect } from 'vitest';

import { test } from '#server/testing/shared-app.ts';
import { type PhoneText, serviceNumbers, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import { codeOn, PASSWORD, type Visitor, visitor, wrongCode } from '#server/testing/visitor.ts';

/** Texts something and waits for what comes back to this very text. */
async function ask(it: TestApp, phone: string, body: string): Promise<string> {
  const path = `/sandbox/phones/${encodeURIComponent(phone)}/messages`;
  const { sid } = await it.sandbox<{ sid: string }>('POST', path, { to: serviceNumbers[0], body });
  return until(`a reply to "${body}"`, async () => {
    const texts = await it.sandbox<PhoneText[]>('GET', path);
    const asked = texts.findIndex((text) => text.sid === sid);
    // The welcome may come at the same time.
    return texts.slice(asked + 1).find((text) => text.direction === 'from_service' && !text.body.includes('Reply YES'))
      ?.body;
  });
}

/** Fills in a form of the payment provider's pages. @returns where it leads */
async function submit(url: string, fields: Record<string, string> = {}): Promise<string | null> {
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  return response.headers.get('location');
}

async function customerOf(it: TestApp, sessionId: string): Promise<string> {
  const response = await fetch(`${it.sandboxUrl}/v1/checkout/sessions/${sessionId}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  });
  return ((await response.json()) as { customer: string }).customer;
}

const card = {
  number: '4242 4242 4242 4242',
  expiry: '12 / 34',
  cvc: '123',
  name: 'Ann',
  email: 'ann@askline.example',
};

/** Chooses a plan and pays on the hosted page. @returns the customer at the payment provider */
async function buy(it: TestApp, ann: Visitor, plan: string): Promise<string> {
  const { status, body } = await ann.call('POST', '/api/create-subscription', { plan });
  expect(status).toBe(200);
  const back = await submit(body.checkoutUrl, card);
  expect(back).toContain('/dashboard?subscription_success=true');
  expect(back).toContain(`plan=${plan}`);
  await untilPlan(ann, { plan, status: 'active', isInGracePeriod: false });
  return customerOf(it, body.sessionId);
}

async function untilPlan(ann: Visitor, expected: Record<string, unknown>): Promise<void> {
  await until(`the plan to be ${JSON.stringify(expected)}`, async () => {
    const { body } = await ann.call('GET', '/api/user/subscription');
    return Object.entries(expected).every(([key, value]) => body[key] === value);
  });
}

test('a subscriber from sign-up to goodbye, over HTTP and by text alone', async ({ it }) => {
  const ann = visitor(it);
  const { email, phoneNumber: phone } = await ann.join();
  const customer = await buy(it, ann, 'annual');
  expect((await ann.call('GET', '/api/service-phone-numbers')).body.servicePhoneNumbers).toContain(serviceNumbers[0]);
  expect(await ask(it, phone, 'What is 17 times 23?')).toContain('391');

  const portal = await ann.call('POST', '/api/create-customer-portal');
  const page = await (await fetch(portal.body.url)).text();
  const [, cancel = ''] = /href="([^"]+\/cancel)"/.exec(page) ?? [];
  await submit(new URL(cancel, portal.body.url).href);
  await untilPlan(ann, { status: 'active', isInGracePeriod: true, isExpired: false });
  expect(await ask(it, phone, 'What is 12 times 12?')).toContain('144');

  await it.sandbox('POST', '/sandbox/stripe/advance', { customer, to: 'expiry' });
  await untilPlan(ann, { isExpired: true, isInGracePeriod: false });
  expect(await ask(it, phone, 'What is 2 plus 2?')).toContain("your plan isn't active");

  await buy(it, ann, 'monthly');
  const other = it.phone();
  await ann.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber: other });
  const changed = { verificationCode: await codeOn(it, other) };
  expect((await ann.call('POST', '/api/cognito/confirm-phone-change', changed)).status).toBe(200);
  expect(await ask(it, other, 'What is 9 times 9?')).toContain('81');

  await ann.call('POST', '/api/forgot-password', { email });
  const mail = await until('the code mail', async () =>
    (await it.mails(email)).find(({ subject }) => subject.includes('code to set a new password')),
  );
  const verificationCode = /^ {4}(\d{6})$/m.exec(mail.text)?.[1] ?? '';
  const newPassword = 'Newer456!';
  expect((await ann.call('POST', '/api/reset-password', { email, verificationCode, newPassword })).status).toBe(200);
  expect((await ann.call('GET', '/api/user')).status).toBe(401);
  expect((await ann.call('POST', '/api/login', { email, password: newPassword })).status).toBe(200);

  expect((await ann.call('DELETE', '/api/user/account')).status).toBe(200);
  expect((await ann.call('POST', '/api/login', { email, password: newPassword })).status).toBe(401);
  expect(await ask(it, other, 'What is 3 times 3?')).toContain('has no active plan');
});

test('what goes wrong is said in the words of the catalogue', async ({ it }) => {
  const [ann, bob] = [visitor(it), visitor(it)];
  const known = await visitor(it).join();
  const said = async (call: ReturnType<Visitor['call']>) => {
    const { status, body } = await call;
    return `${status} ${body.message}`;
  };
  const post = (path: string, body?: unknown, who = ann) => said(who.call('POST', path, body));
  const signUp = (fields: object) => said(ann.signUp(fields));

  expect(await post('/api/login', { email: known.email, password: 'Wrong123!' })).toBe(
    '401 Invalid email or password.',
  );
  expect(await signUp({ phoneNumber: known.phoneNumber.slice(2) })).toContain('409 Phone number already registered');
  expect(await signUp({ phoneNumber: '4165550142' })).toContain('400 US phone numbers only');
  expect(await signUp({ email: known.email })).toContain('409 An account with this email address already exists');

  const { fields } = await ann.signUp();
  const { email, phoneNumber } = fields;
  expect((await bob.call('POST', '/api/login', { email, password: PASSWORD })).body).toMatchObject({
    needsConfirmation: true,
    message: expect.stringContaining('not confirmed'),
  });
  const code = await codeOn(it, phoneNumber);
  const confirmation = { email, password: PASSWORD };
  const confirm = (confirmationCode: string) =>
    post('/api/confirm-registration', { ...confirmation, confirmationCode });
  expect(await confirm(wrongCode(code))).toContain('400 This code is not right');
  // The page's own request, as it opens, is answered with the code of the login; the next one has to wait.
  await post('/api/resend-confirmation', { email, phoneNumber }, bob);
  expect(await post('/api/resend-confirmation', { email, phoneNumber }, bob)).toContain('429 Please wait');
  expect(await post('/api/resend-confirmation', { email, phoneNumber: known.phoneNumber }, bob)).toContain(
    '409 This phone number was already verified by another user',
  );
  expect(
    (await ann.call('POST', '/api/confirm-registration', { ...confirmation, confirmationCode: code })).status,
  ).toBe(200);
  expect(await post('/api/reset-password', { email, verificationCode: '123456', newPassword: PASSWORD })).toContain(
    '400 This code',
  );

  expect(await post('/api/create-subscription', { plan: 'starter' })).toContain('400 This plan is not available');
  expect(await post('/api/subscription/cancel-immediately')).toBe('404 You have no subscription to cancel.');
  expect((await ann.call('POST', '/api/create-customer-portal')).body.redirectUrl).toBe('/subscribe');
  expect(await post('/api/check-phone-duplicate', { phoneNumber: known.phoneNumber })).toContain(
    '200 This phone number is already in use',
  );
  expect(await post('/api/cognito/initiate-phone-change', { phoneNumber: known.phoneNumber })).toContain(
    '409 This phone number is already in use',
  );
  expect(await post('/api/cognito/confirm-phone-change', { verificationCode: '123456' })).toContain(
    '409 There is no phone change',
  );
  await it.sandbox('PUT', '/sandbox/faults', {
    stripe: { status: 500 },
    perplexity: { status: 500 },
    twilio: { status: 400 },
  });
  expect(await post('/api/create-subscription', { plan: 'monthly' })).toContain(
    '502 We cannot reach our payment provider',
  );
  expect(await post('/api/demo/search', { query: 'weather in Boston' })).toBe(
    '502 Sorry, our search service is temporarily unavailable. Please try again later.',
  );
  expect(await post('/api/cognito/initiate-phone-change', { phoneNumber: it.phone() })).toContain(
    '502 We could not text a code',
  );
  await it.sandbox('DELETE', '/sandbox/faults');

  expect(await post('/api/cognito/initiate-phone-change', { phoneNumber }, bob)).toBe('401 Authentication required');
  expect(await said(bob.call('DELETE', '/api/user/account'))).toBe('401 Authentication required');
  expect((await bob.call('GET', '/api/admin/auth-check?token=wrong')).body).toEqual({ authorized: false });
  expect(await said(bob.call('GET', '/api/admin/monitoring'))).toContain('403 This is for the operator');
  expect(await said(bob.call('GET', '/api/nothing'))).toBe('404 There is nothing at this address.');
});
