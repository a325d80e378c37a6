import { expect } from 'vitest';

import { test } from '#server/testing/identity-stages.ts';
import { type PhoneText, serviceNumbers, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import { codeOn, type Visitor, visitor } from '#server/testing/visitor.ts';

/** Texts something and waits for what comes back to this very text. */
async function ask(app: TestApp, phone: string, body: string): Promise<string> {
  const path = `/sandbox/phones/${encodeURIComponent(phone)}/messages`;
  const { sid } = await app.sandbox<{ sid: string }>('POST', path, { to: serviceNumbers[0], body });
  return until(`a reply to "${body}"`, async () => {
    const texts = await app.sandbox<PhoneText[]>('GET', path);
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

async function customerOf(app: TestApp, sessionId: string): Promise<string> {
  const response = await fetch(`${app.sandboxUrl}/v1/checkout/sessions/${sessionId}`, {
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
async function buy(app: TestApp, ann: Visitor, plan: string): Promise<string> {
  const { status, body } = await ann.call('POST', '/api/create-subscription', { plan });
  expect(status).toBe(200);
  const back = await submit(body.checkoutUrl, card);
  expect(back).toContain('/dashboard?subscription_success=true');
  expect(back).toContain(`plan=${plan}`);
  await untilPlan(ann, { plan, status: 'active', isInGracePeriod: false });
  return customerOf(app, body.sessionId);
}

async function untilPlan(ann: Visitor, expected: Record<string, unknown>): Promise<void> {
  await until(`the plan to be ${JSON.stringify(expected)}`, async () => {
    const { body } = await ann.call('GET', '/api/user/subscription');
    return Object.entries(expected).every(([key, value]) => body[key] === value);
  });
}

// At the same time: most of it is waiting.
test.for(['pre', 'during', 'post'] as const)(
  'stage %s: a subscriber from sign-up to goodbye, over HTTP and by text alone',
  { concurrent: true },
  async (stage, { stages }) => {
    const app = stages[stage];
    const ann = visitor(app);
    const { email, phoneNumber: phone } = await ann.join();
    const customer = await buy(app, ann, 'annual');
    expect((await ann.call('GET', '/api/service-phone-numbers')).body.servicePhoneNumbers).toContain(serviceNumbers[0]);
    expect(await ask(app, phone, 'What is 17 times 23?')).toContain('391');

    const portal = await ann.call('POST', '/api/create-customer-portal');
    const page = await (await fetch(portal.body.url)).text();
    // On the way back the dashboard reads the plan again.
    expect(page).toContain('/dashboard?from_portal=true"');
    const [, cancel = ''] = /href="([^"]+\/cancel)"/.exec(page) ?? [];
    await submit(new URL(cancel, portal.body.url).href);
    await untilPlan(ann, { status: 'active', isInGracePeriod: true, isExpired: false });
    expect(await ask(app, phone, 'What is 12 times 12?')).toContain('144');

    await app.sandbox('POST', '/sandbox/stripe/advance', { customer, to: 'expiry' });
    await untilPlan(ann, { isExpired: true, isInGracePeriod: false });
    expect(await ask(app, phone, 'What is 2 plus 2?')).toContain('this number has no active plan');

    await buy(app, ann, 'monthly');
    const other = app.phone();
    await ann.call('POST', '/api/cognito/initiate-phone-change', { phoneNumber: other });
    const changed = { verificationCode: await codeOn(app, other) };
    expect((await ann.call('POST', '/api/cognito/confirm-phone-change', changed)).status).toBe(200);
    expect(await ask(app, other, 'What is 9 times 9?')).toContain('81');

    await ann.call('POST', '/api/forgot-password', { email });
    const mail = await until('the code mail', async () =>
      (await app.mails(email)).find(({ subject }) => subject.includes('password reset code')),
    );
    const verificationCode = /^ {4}(\d{6})$/m.exec(mail.text)?.[1] ?? '';
    const newPassword = 'Newer456!';
    expect((await ann.call('POST', '/api/reset-password', { email, verificationCode, newPassword })).status).toBe(200);
    expect((await ann.call('GET', '/api/user')).status).toBe(401);
    expect((await ann.call('POST', '/api/login', { email, password: newPassword })).status).toBe(200);

    expect((await ann.call('DELETE', '/api/user/account')).status).toBe(200);
    expect((await ann.call('POST', '/api/login', { email, password: newPassword })).status).toBe(401);
    // The carrier dates by the second: what was sent within the same one may be from before.
    await app.product.deps.pool.query(`update departed_numbers set departed_at = departed_at - interval '1 minute'`);
    expect(await ask(app, other, 'What is 3 times 3?')).toContain('has no active plan');
  },
);
