import {
  AdminConfirmSignUpCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { expect, test } from 'vitest';

import { EMAIL, PASSWORD, PHONE, UserPoolId, addAnn, admin, signIn, start } from '../testing/cognito-user.ts';

const created = { ...admin, MessageAction: 'SUPPRESS' as const };

test.each([
  [{ Username: 'ann' }, 'Username should be an email.'],
  [{ UserAttributes: [{ Name: 'phone_number', Value: '2125550142' }] }, 'Invalid phone number format.'],
  [{ UserAttributes: [{ Name: 'shoe_size', Value: '9' }] }, 'Attribute does not exist in the schema.'],
  [
    { Username: `${'a'.repeat(120)}@example.com` },
    "Value at 'username' failed to satisfy constraint: Member must have length less than or equal to 128",
  ],
])('creating a user with %j is refused in Cognito’s words', async (change, words) => {
  await using sandbox = await start();
  const refused = sandbox.client.send(new AdminCreateUserCommand({ ...created, ...change }));
  await expect(refused).rejects.toMatchObject({
    name: 'InvalidParameterException',
    message: expect.stringContaining(words),
  });
});

test.each([
  ['short1A!'.slice(0, 7), 'Password not long enough'],
  ['UPPER-123', 'Password must have lowercase characters'],
  ['lower-123', 'Password must have uppercase characters'],
  ['Lower-Upper', 'Password must have numeric characters'],
  ['Lower1234', 'Password must have symbol characters'],
])('the password %s is refused: %s', async (Password, words) => {
  await using sandbox = await start();
  await sandbox.client.send(new AdminCreateUserCommand(created));
  const refused = sandbox.client.send(new AdminSetUserPasswordCommand({ ...admin, Password, Permanent: true }));
  await expect(refused).rejects.toMatchObject({
    name: 'InvalidPasswordException',
    message: `Password did not conform with policy: ${words}`,
  });
});

test('of ten concurrent creations of one address, in any letter case, one succeeds', async () => {
  await using sandbox = await start();
  const tries = Array.from({ length: 10 }, async (_, n) =>
    sandbox.client.send(new AdminCreateUserCommand({ ...created, Username: n % 2 ? EMAIL : EMAIL.toUpperCase() })),
  );
  const results = await Promise.allSettled(tries);
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.map(({ reason }) => (reason as Error).name)).toEqual(
    Array.from({ length: 9 }, () => 'UsernameExistsException'),
  );
});

test('wrong passwords lock an account for a while, longer each time', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  await using sandbox = await start({ now: () => new Date(now) });
  await addAnn(sandbox.client);
  for (let n = 0; n < 5; n++)
    await expect(signIn(sandbox.client, 'Wrong-000')).rejects.toMatchObject({
      message: 'Incorrect username or password.',
    });
  await expect(signIn(sandbox.client)).rejects.toMatchObject({ message: 'Password attempts exceeded' });
  now += 1_000;
  await signIn(sandbox.client);
});

test('a lock doubles, outlives a new password, and is forgotten after a quarter of an hour without attempts', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  await using sandbox = await start({ now: () => new Date(now) });
  const { client } = sandbox;
  await addAnn(client);
  const messages: string[] = [];
  const attempt = async (password: string, afterMs: number) => {
    now += afterMs;
    messages.push(
      await signIn(client, password).then(
        () => 'right',
        (error: Error) => error.message,
      ),
    );
  };
  const wrong = 'Incorrect username or password.';
  const locked = 'Password attempts exceeded';
  for (let n = 0; n < 5; n++) await attempt('Wrong-000', 14 * 60_000);
  await client.send(new AdminSetUserPasswordCommand({ ...admin, Password: PASSWORD, Permanent: true }));
  await attempt(PASSWORD, 999);
  await attempt('Wrong-000', 1);
  await attempt(PASSWORD, 1_999);
  await attempt('Wrong-000', 15 * 60_000);
  await attempt(PASSWORD, 0);
  expect(messages).toEqual([...Array.from({ length: 5 }, () => wrong), locked, wrong, locked, wrong, 'right']);
});

test('an unknown user looks like a wrong password', async () => {
  await using sandbox = await start();
  await expect(signIn(sandbox.client, PASSWORD, 'nobody@example.com')).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: 'Incorrect username or password.',
  });
});

test('an email address that another account has cannot be taken', async () => {
  await using sandbox = await start();
  await addAnn(sandbox.client);
  await sandbox.client.send(new AdminCreateUserCommand({ ...created, Username: 'bob@example.com' }));
  const UserAttributes = [{ Name: 'email', Value: 'Bob@example.com' }];
  await expect(
    sandbox.client.send(new AdminUpdateUserAttributesCommand({ ...admin, UserAttributes })),
  ).rejects.toMatchObject({ name: 'AliasExistsException' });
});

test('a changed phone number counts as unverified unless the call says otherwise', async () => {
  await using sandbox = await start();
  await addAnn(sandbox.client);
  const next = { Name: 'phone_number', Value: '+13125550199' };
  const read = async () => {
    const { UserAttributes = [] } = await sandbox.client.send(new AdminGetUserCommand(admin));
    const values = new Map(UserAttributes.map(({ Name, Value }) => [Name, Value]));
    return [values.get('phone_number'), values.get('phone_number_verified')];
  };
  expect(await read()).toEqual([PHONE, 'true']);
  await sandbox.client.send(new AdminUpdateUserAttributesCommand({ ...admin, UserAttributes: [next] }));
  expect(await read()).toEqual([next.Value, 'false']);
  const verified = { Name: 'phone_number_verified', Value: 'true' };
  await sandbox.client.send(new AdminUpdateUserAttributesCommand({ ...admin, UserAttributes: [next, verified] }));
  expect(await read()).toEqual([next.Value, 'true']);
});

test('a migrated user logs in with the password that was set, and not before it was set', async () => {
  await using sandbox = await start();
  const { client } = sandbox;
  const { User } = await client.send(
    new AdminCreateUserCommand({ ...created, UserAttributes: [{ Name: 'phone_number', Value: PHONE }] }),
  );
  expect([User?.UserStatus, User?.Enabled]).toEqual(['FORCE_CHANGE_PASSWORD', true]);
  await expect(client.send(new AdminCreateUserCommand(created))).rejects.toMatchObject({
    name: 'UsernameExistsException',
  });
  await expect(signIn(client)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  await client.send(new AdminSetUserPasswordCommand({ ...admin, Password: PASSWORD, Permanent: true }));
  expect((await signIn(client)).access).not.toBe('');
  await expect(client.send(new AdminConfirmSignUpCommand(admin))).rejects.toMatchObject({
    message: 'User cannot be confirmed. Current status is CONFIRMED',
  });
});

test('what the sandbox does not emulate is refused, not ignored', async () => {
  await using sandbox = await start();
  const invited = sandbox.client.send(new AdminCreateUserCommand(admin));
  await expect(invited).rejects.toMatchObject({ message: expect.stringContaining('The sandbox simulates') });
  await sandbox.client.send(new AdminCreateUserCommand(created));
  const temporary = sandbox.client.send(new AdminSetUserPasswordCommand({ ...admin, Password: PASSWORD }));
  await expect(temporary).rejects.toMatchObject({ message: expect.stringContaining('The sandbox simulates') });
});

test('a deleted user can no longer log in, and is not found again', async () => {
  await using sandbox = await start();
  const { client } = sandbox;
  await addAnn(client);
  await client.send(new AdminDeleteUserCommand(admin));
  await expect(signIn(client)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  await expect(client.send(new AdminDeleteUserCommand({ UserPoolId, Username: EMAIL }))).rejects.toMatchObject({
    name: 'UserNotFoundException',
  });
});
