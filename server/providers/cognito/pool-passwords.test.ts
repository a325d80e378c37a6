import { expect, test } from 'vitest';

import { Secret } from '#server/platform/secret.ts';

import type { PoolClient } from './pool-client.ts';
import { poolPasswords } from './pool-passwords.ts';

/** The passwords of a pool that gives its answers in order. @returns also the inputs of the calls */
function poolWith(...answers: readonly (object | Error)[]) {
  const inputs: Record<string, unknown>[] = [];
  const send = (command: { readonly input: Record<string, unknown> }) => {
    const answer = answers[inputs.length] ?? {};
    inputs.push(command.input);
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  };
  const client = { userPoolId: 'pool', clientId: 'client', send: send as unknown as PoolClient['send'] };
  return { ...poolPasswords(client), inputs };
}

const named = (name: string) => Object.assign(new Error('Why.'), { name });
const composed = 'Caf\u00E9 on the corner 7';
const decomposed = 'Cafe\u0301 on the corner 7';

test('a password typed on a system that decomposes accents is the same at the pool', async () => {
  const pool = poolWith({}, { AuthenticationResult: {} });
  expect(await pool.setPassword('id', new Secret(decomposed))).toBe('set');
  expect(await pool.checkPassword('id', new Secret(decomposed))).toBe('right');
  const [set, checked] = pool.inputs;
  expect(set).toMatchObject({ Password: composed, Permanent: true });
  expect(checked).toMatchObject({ AuthParameters: { PASSWORD: composed } });
});

test('a challenge opens nothing, and neither does a password that the pool wants to be changed', async () => {
  expect(await poolWith({ ChallengeName: 'NEW_PASSWORD_REQUIRED' }).checkPassword('id', new Secret('x'))).toBe('wrong');
  const reset = poolWith(named('PasswordResetRequiredException'));
  expect(await reset.checkPassword('id', new Secret('x'))).toBe('wrong');
});

test.each(['InvalidPasswordException', 'InvalidParameterException', 'PasswordHistoryPolicyViolationException'])(
  'a new password that the pool refuses (%s) is told as refused, not as a failure',
  async (name) => {
    expect(await poolWith(named(name)).setPassword('id', new Secret('x'))).toBe('refused');
  },
);

test('an identity that the pool has not confirmed is confirmed, and its password checked', async () => {
  const pool = poolWith(named('UserNotConfirmedException'), {}, { AuthenticationResult: {} });
  expect(await pool.checkPassword('id', new Secret('x'))).toBe('right');
  expect(pool.inputs).toHaveLength(3);
  const wrong = poolWith(named('UserNotConfirmedException'), {}, named('NotAuthorizedException'));
  expect(await wrong.checkPassword('id', new Secret('x'))).toBe('wrong');
});
