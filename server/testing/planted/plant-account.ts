import { randomInt } from 'node:crypto';

import { phoneTexts } from '#server/testing/phone-texts.ts';
import type { ProcessFixture } from '#server/testing/process-fixture.ts';
import { testPhone } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import { codeOn, type Place, type Visitor, visitor } from '#server/testing/visitor.ts';

import type { Needle } from './needles.ts';

/** The product's URL and the fixture with its third parties. */
export type Target = { readonly url: string; readonly fixture: ProcessFixture };

type Mail = { readonly to: string; readonly subject: string; readonly text: string };

/** An operator's password and token, as settings of the product. */
export function operatorSecrets(tag: string): Record<'ADMIN_PASSWORD' | 'ADMIN_TOKEN', string> {
  return { ADMIN_PASSWORD: `${tag}-operator-Pa55!`, ADMIN_TOKEN: `${tag}-operator-token` };
}

/**
 * Goes through an account's life with secrets that contain `tag` where possible: right and wrong passwords, codes, tickets,
 * cookies, an operator's token, a card, a message to support, a question to the demo, and failing calls.
 * @returns the needles besides the tag
 */
export async function plantAccount(target: Target, tag: string): Promise<Needle[]> {
  const place = placeOf(target);
  const ann = visitor(place);
  const password = `${tag}A1!`;
  const { status, body, fields } = await ann.signUp({ password });
  if (status !== 200) throw new Error(`sign-up: ${status}`);
  const { email, phoneNumber } = fields;
  const first = await codeOn(place, phoneNumber);
  const ticket: string = body.confirmationTicket;
  await expectOk(ann, '/api/confirm-registration', { email, confirmationCode: first, password: ticket });
  const sessions = cookiesOf(ann);
  const card = await pay(ann);

  const other = testPhone();
  await expectOk(ann, '/api/cognito/initiate-phone-change', { phoneNumber: other });
  const second = await codeOn(place, other);
  await expectOk(ann, '/api/cognito/confirm-phone-change', { verificationCode: second });
  const third = await resetPassword(target, ann, { email, newPassword: `${tag}B2!` });
  await expectOk(ann, '/api/login', { email, password: `${tag}B2!` });
  await failIn(ann, { email, tag });
  return [
    { what: 'the tag of secrets', text: tag },
    { what: 'the sign-up code', text: first },
    { what: 'the phone change code', text: second },
    { what: 'the password code', text: third },
    { what: 'the confirmation ticket', text: ticket },
    ...[...sessions, ...cookiesOf(ann)].map((text) => ({ what: 'a session cookie', text })),
    ...card,
  ];
}

function placeOf({ url, fixture }: Target): Place {
  return {
    url,
    phone: testPhone,
    replies: (phone) => phoneTexts(fixture, phone),
  };
}

async function expectOk(who: Visitor, path: string, body: unknown): Promise<void> {
  const { status } = await who.call('POST', path, body);
  if (status !== 200) throw new Error(`${path}: ${status}`);
}

/** Without the short cookie for scripts, which is not a secret. */
function cookiesOf({ cookies }: Visitor): string[] {
  return [...cookies.values()].filter((value) => value.length >= 20);
}

/** Pays on the payment provider's page with a new card. */
async function pay(ann: Visitor): Promise<Needle[]> {
  const { body } = await ann.call('POST', '/api/create-subscription', { plan: 'monthly' });
  const number = '4242 4242 4242 4242';
  const form = {
    number,
    expiry: '12 / 34',
    cvc: String(randomInt(100, 999)),
    name: 'Ann',
    email: 'ann@askline.example',
  };
  await fetch(body.checkoutUrl, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
  await until('the plan', async () => (await ann.call('GET', '/api/user/subscription')).body.status === 'active');
  return [
    { what: 'the card number', text: number.replaceAll(' ', '') },
    { what: 'the card number, as it is printed', text: number },
  ];
}

async function resetPassword(
  { fixture }: Target,
  ann: Visitor,
  { email, newPassword }: { email: string; newPassword: string },
): Promise<string> {
  await expectOk(ann, '/api/forgot-password', { email });
  const code = await until('the email with the code', async () => {
    const mails = await fixture.control<Mail[]>('GET', '/sandbox/mail');
    const mail = mails.find(({ to, subject }) => to === email && subject.includes('password reset code'));
    return /^ {4}(\d{6})$/m.exec(mail?.text ?? '')?.[1];
  });
  await expectOk(ann, '/api/reset-password', { email, verificationCode: code, newPassword });
  return code;
}

/** Failing calls whose contents must not appear in an error message. */
async function failIn(ann: Visitor, { email, tag }: { email: string; tag: string }): Promise<void> {
  await ann.call('POST', '/api/login', { email, password: `${tag}C3!` });
  await ann.call('POST', '/api/login', { email: `${tag}@`, password: [tag] });
  await ann.call('POST', '/api/confirm-registration', { email, confirmationCode: tag, password: tag });
  await ann.call('GET', `/api/admin/auth-check?token=${tag}`);
  await ann.call('GET', `/api/nothing/${tag}?q=${tag}`);
  await ann.call('POST', '/api/demo/search', { query: `who is ${tag}` });
}
