import { expect } from 'vitest';

import { accountDeps } from '#server/app/dependencies.ts';
import { readClient } from '#server/http/client-address.ts';
import { tooBusy } from '#server/platform/errors.ts';
import { Secret } from '#server/platform/secret.ts';
import { newToken } from '#server/platform/token.ts';
import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { codeOn, randomAddress, visitor, wrongCode } from '#server/testing/visitor.ts';

import { withFailureLimit } from '../codes/phone-code.ts';
import { resetPassword } from '../sign-in/password-reset.ts';
import { codeTriesMax } from './codes.ts';
import { recordPasswordRequest } from './password-codes.repo.ts';
import { hashPassword } from './password-hash.ts';

const load: Promise<unknown>[] = [];

/** A secret that fills the queue for hashes when it is revealed. */
class LateSecret extends Secret {
  override reveal(): string {
    for (let n = 0; n < 300; n += 1) load.push(hashPassword(new Secret('load')).catch(() => undefined));
    return super.reveal();
  }
}

/** Expects the refusal, and waits until the load is over. */
async function expectRefusal(late: Promise<unknown>): Promise<void> {
  await expect(late).rejects.toMatchObject({ code: 'temporarily_unavailable' });
  await Promise.all(load.splice(0));
}

/** A browser's request for a new password. @returns its code, and the reset with a code */
async function requestedReset(app: TestApp) {
  const { db, identity } = app.product.deps;
  const { userId, email } = await visitor(app).join();
  const requestHash = newToken().hash;
  await recordPasswordRequest(db, userId, requestHash);
  const code = await identity.createPasswordCode({ userId, email });
  if (code === null) throw new Error('the account has another email');
  const reset = (entered: { code: Secret; newPassword?: Secret }) =>
    identity.resetPassword({ userId, requestHash, newPassword: new Secret('Another1!'), ...entered });
  return { code, reset };
}

test('a reset refused under load leaves its code valid, and costs no try', async ({ app }) => {
  const { reset, code } = await requestedReset(app);
  for (let n = 0; n < codeTriesMax; n += 1) {
    await expectRefusal(reset({ code: new LateSecret(code.reveal()) }));
    await expectRefusal(reset({ code, newPassword: new LateSecret('Another1!') }));
  }
  expect(await reset({ code })).toMatchObject({ kind: 'reset' });
});

test('a reset refused under load gives its own try back, and none before it', async ({ app }) => {
  const { reset, code } = await requestedReset(app);
  const wrong = new Secret(wrongCode(code.reveal()));
  for (let n = 1; n < codeTriesMax; n += 1) await reset({ code: wrong });
  await expectRefusal(reset({ code: new LateSecret(code.reveal()) }));
  await reset({ code: wrong });
  expect(await reset({ code })).not.toMatchObject({ kind: 'reset' });
});

test('a phone code refused under load costs no try', async ({ app }) => {
  const { identity } = app.product.deps;
  const { body, fields } = await visitor(app).signUp();
  const { phoneNumber } = fields;
  const answer = { userId: body.user.id as string, purpose: 'confirm', phoneNumber } as const;
  const code = await codeOn(app, phoneNumber);
  for (let n = 0; n < codeTriesMax; n += 1) {
    await expectRefusal(identity.checkPhoneCode({ ...answer, code: new LateSecret(code) }));
  }
  // What was compared still counts.
  for (let n = 1; n < codeTriesMax; n += 1) {
    expect(await identity.checkPhoneCode({ ...answer, code: new Secret(wrongCode(code)) })).toBe(false);
  }
  expect(await identity.checkPhoneCode({ ...answer, code: new Secret(code) })).toBe(true);
});

test('a code refused under load does not count as one of the wrong codes of the day', async ({ app }) => {
  const deps = accountDeps(app.product.deps);
  const whose = { userId: null, key: newToken().hash };
  const isWrong = (outcome: string): boolean => outcome === 'wrong';
  for (let n = 0; n <= deps.rules.codeFailures.points; n += 1) {
    await expect(withFailureLimit(deps, whose, () => Promise.reject(tooBusy()), isWrong)).rejects.toMatchObject({
      code: 'temporarily_unavailable',
    });
  }
  expect(await withFailureLimit(deps, whose, () => Promise.resolve('right'), isWrong)).toBe('right');
});

test.for([
  ['for load', () => Promise.reject(tooBusy())],
  ['for its new password', () => Promise.resolve({ kind: 'refused' as const })],
] as const)('a reset that is refused %s is no failed login of its address', async ([, reset], { app }) => {
  const deps = accountDeps(app.product.deps);
  const { loginPerAddress } = deps.rules;
  const { client } = readClient({ peer: randomAddress(), headers: {} }, () => false);
  const caller = { caller: { ...client, device: null }, requestHash: newToken().hash };
  const body = { email: 'anyone@askline.example', verificationCode: '123456', newPassword: 'Another1!' };
  const refusing = { ...deps, identity: { ...deps.identity, resetPassword: reset } };
  await expect(resetPassword(refusing, body, caller)).rejects.toMatchObject({ name: 'AppError' });
  const left = await deps.rateLimits.peek(loginPerAddress, client.key);
  expect(left).toEqual({ ok: true, left: loginPerAddress.points });
});
