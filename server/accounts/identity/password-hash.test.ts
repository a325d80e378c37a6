import { expect, test } from 'vitest';

import { passwordCost } from '#server/accounts/identity/password-cost.ts';
import { Secret } from '#server/platform/secret.ts';

import { passwordHashing } from './password-hash.ts';

// At the product's cost, which other tests replace (vitest.config.ts).
const { hashPassword, isPasswordHashOf } = passwordHashing(passwordCost);

test('a hash of the reference implementation is read (argon2 test.c: version 19, t=2, m=65536, p=1)', async () => {
  const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await isPasswordHashOf(reference, new Secret('password'))).toBe(true);
  expect(await isPasswordHashOf(reference, new Secret('Password'))).toBe(false);
});

test('a hash contains its settings but not the password, and differs each time', async () => {
  const [one, two] = await Promise.all([
    hashPassword(new Secret('Secret123!')),
    hashPassword(new Secret('Secret123!')),
  ]);
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(one).not.toBe(two);
  expect(await isPasswordHashOf(one, new Secret('Secret123!'))).toBe(true);
  expect(await isPasswordHashOf(one, new Secret('Secret123'))).toBe(false);
});

test('a password matches in composed and decomposed Unicode form', async () => {
  const stored = await hashPassword(new Secret('S\u00e9cr\u00e8te 1'));
  expect(await isPasswordHashOf(stored, new Secret('Se\u0301cre\u0300te 1'))).toBe(true);
});

test.each([null, '', 'x', '$argon2id$v=19$m=19456,t=2,p=1$$', '$2b$10$abcdefghijklmnopqrstuv'])(
  'nothing matches a stored hash of %j, and it is refused after a real computation',
  async (stored) => {
    const start = performance.now();
    expect(await isPasswordHashOf(stored, new Secret(''))).toBe(false);
    // 19 MiB in 2 passes take more than 2 ms on any machine.
    expect(performance.now() - start).toBeGreaterThan(2);
  },
);
