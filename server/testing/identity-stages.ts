import { test as base } from 'vitest';

import { startTestApp, type TestApp } from './test-app.ts';
import { until } from './until.ts';
import { testPassword, type Visitor } from './visitor.ts';

type Stages = Record<'pre' | 'during' | 'post', TestApp>;

/** `test` with the product in each identity stage, on one database and one user pool, for the whole file. */
export const test = base
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads which fixtures are asked for from the pattern
  .extend('stages', { scope: 'file' }, async ({}, { onCleanup }): Promise<Stages> => {
    const during = await startTestApp({ settings: { TRUST_PROXY: '127.0.0.1', IDENTITY_STAGE: 'during' } });
    const others = await Promise.all(
      (['pre', 'post'] as const).map((IDENTITY_STAGE) => during.another({ IDENTITY_STAGE, ROLE: 'web' })),
    );
    onCleanup(async () => {
      for (const other of others) await other[Symbol.asyncDispose]();
      await during[Symbol.asyncDispose]();
    });
    const [pre, post] = others.map(({ product }) => ({ ...during, product, url: product.address ?? '' }));
    return { pre: pre!, during, post: post! };
  });

type PoolUser = { Username: string; Attributes: { Name: string; Value: string }[]; groups: string[] };

/** The user pool's data of an email address. */
export async function identitiesOf(app: TestApp, email: string): Promise<Record<string, string>[]> {
  const users = await app.sandbox<PoolUser[]>('GET', '/sandbox/cognito/users');
  return users
    .map(({ Attributes }) => Object.fromEntries(Attributes.map(({ Name, Value }) => [Name, Value])))
    .filter((attributes) => attributes['email'] === email);
}

/** Waits until the user pool has a verified phone for an email address. */
export async function untilPhoneIs(app: TestApp, email: string, phone: string): Promise<void> {
  await until('the phone in the user pool', async () => {
    const [identity] = await identitiesOf(app, email);
    return identity?.['phone_number'] === phone && identity['phone_number_verified'] === 'true';
  });
}

/** Logs in. @returns the status, and the message or the account's user id */
export async function login(ann: Visitor, email: string, password = testPassword): Promise<[number, unknown]> {
  const { status, body } = await ann.call('POST', '/api/login', { email, password });
  return [status, body.message ?? body.user?.email];
}
