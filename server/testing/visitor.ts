import { randomInt, randomUUID } from 'node:crypto';

import { askAgain } from './ask-again.ts';
import type { TestApp } from './test-app.ts';
import { until } from './until.ts';

/** The response of a call in a browser. */
export type Answer = {
  readonly status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  readonly body: any;
  readonly headers: Headers;
};

/** The parts of the product under test that a browser and its owner's phone need. */
export type Place = Pick<TestApp, 'url' | 'phone' | 'replies'>;

/** The fields of the sign-up form. */
export type SignupFields = {
  name: string;
  email: string;
  password: string;
  phoneNumber: string;
  consentToMessaging: boolean;
  consentToTerms: boolean;
  isHelper?: boolean;
};

/** A browser with its own cookies and address. */
export type Visitor = {
  readonly cookies: Map<string, string>;
  call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Answer>;
  /** Submits the sign-up form; `fields` overrides the defaults. */
  signUp(fields?: Partial<SignupFields>): Promise<Answer & { fields: SignupFields }>;
  /** Signs up and confirms with the code from the phone; the account is then signed in. */
  join(fields?: Partial<SignupFields>): Promise<SignupFields & { userId: string }>;
};

export const testPassword = 'Secret123!';

/**
 * Opens a browser. Its address counts only if the product trusts 127.0.0.1 as a proxy (`TRUST_PROXY`).
 * @param address default: a unique one
 */
export function visitor(app: Place, address = randomAddress()): Visitor {
  const cookies = new Map<string, string>();

  const call: Visitor['call'] = async (method, path, body) => {
    const response = await askAgain(() =>
      fetch(app.url + path, {
        method,
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          'x-forwarded-for': address,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/max-age=0/i.test(line)) cookies.delete(name);
      else cookies.set(name, value);
    }
    return { status: response.status, headers: response.headers, body: await response.json() };
  };

  const signUp: Visitor['signUp'] = async (given = {}) => {
    const fields = {
      name: 'Sam Example',
      email: `${randomUUID()}@askline.example`,
      password: testPassword,
      phoneNumber: app.phone(),
      consentToMessaging: true,
      consentToTerms: true,
      ...given,
    };
    return { ...(await call('POST', '/api/signup', fields)), fields };
  };

  return {
    cookies,
    call,
    signUp,
    async join(given) {
      let signedUp = await signUp(given);
      // On a starved machine a 503 can follow its commit: asked again, the sign-up meets its own account.
      if (signedUp.status === 409 && given === undefined) signedUp = await signUp();
      const { status, body, fields } = signedUp;
      if (status !== 200) throw new Error(`sign-up: ${status} ${JSON.stringify(body)}`);
      const confirmed = await call('POST', '/api/confirm-registration', {
        email: fields.email,
        confirmationCode: await codeOn(app, fields.phoneNumber),
        password: body.confirmationTicket,
      });
      if (confirmed.status !== 200) throw new Error(`confirm: ${confirmed.status} ${JSON.stringify(confirmed.body)}`);
      return { ...fields, userId: body.user.id };
    },
  };
}

/** The verification codes on a phone, in either language, oldest first. */
export async function codesOn(app: Pick<Place, 'replies'>, phone: string): Promise<string[]> {
  const texts = await app.replies(phone);
  return texts.flatMap((text) => /(?:verification code is|digo de verificaci.n es) (\d{6})/.exec(text)?.[1] ?? []);
}

/** The newest code on a phone, once there are `count`. */
export async function codeOn(app: Pick<Place, 'replies'>, phone: string, count = 1): Promise<string> {
  const codes = await until(`code ${count} on the phone`, async () => {
    const found = await codesOn(app, phone);
    return found.length >= count && found;
  });
  return codes.at(-1) ?? '';
}

/** The code of the newest password email to an address, once there are `count` of them. */
export async function mailedCode(app: Pick<TestApp, 'mails'>, email: string, count = 1): Promise<string> {
  const mails = await until(`password email ${count}`, async () => {
    const found = (await app.mails(email)).filter(({ subject }) => subject.includes('password reset code'));
    return found.length >= count && found;
  });
  return /^ {4}(\d{6})$/m.exec(mails.at(-1)?.text ?? '')?.[1] ?? '';
}

/** The token of the link in the email about a phone change, the first or a later one. */
export async function undoToken(app: Pick<TestApp, 'mails'>, email: string, change = 1): Promise<string> {
  return until('the email about the change', async () => {
    const words = (await app.mails(email)).map(({ text }) => text).join('\n');
    return [...words.matchAll(/#undo_phone=([\w-]{43})/g)][change - 1]?.[1];
  });
}

/** A different code. */
export function wrongCode(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0');
}

/** Resets this kind of limit, such as the minute between two codes. */
export async function forgetLimits(app: TestApp, name: string): Promise<void> {
  await app.product.deps.pool.query('delete from rate_limits where key like $1', [`${name}:%`]);
}

export function randomAddress(): string {
  return `203.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
}
