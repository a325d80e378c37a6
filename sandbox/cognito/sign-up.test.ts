import {
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  GetUserCommand,
  ResendConfirmationCodeCommand,
  SignUpCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { expect, test } from 'vitest';

import { ClientId, UserPoolId, EMAIL, PHONE, PASSWORD, ann, start, texted, signIn } from '../testing/cognito-user.ts';
import { control } from '../testing/start.ts';

test('signing up: the code comes by text from a short number, confirms once, and then one can log in', async () => {
  await using it = await start();
  const { sandbox, client } = it;
  const { UserSub, UserConfirmed, CodeDeliveryDetails } = await client.send(new SignUpCommand(ann));
  expect([UserConfirmed, CodeDeliveryDetails]).toEqual([
    false,
    { AttributeName: 'phone_number', DeliveryMedium: 'SMS', Destination: '+*******0142' },
  ]);
  await expect(signIn(client)).rejects.toMatchObject({ name: 'UserNotConfirmedException' });
  const texts = (await control(sandbox, 'GET', `/phones/${PHONE}/messages`)) as {
    from: string;
    isFromProduct: boolean;
  }[];
  expect(texts).toEqual([expect.objectContaining({ from: '47832', isFromProduct: false })]);

  const ConfirmationCode = await texted(sandbox);
  await client.send(new ConfirmSignUpCommand({ ClientId, Username: EMAIL, ConfirmationCode }));
  const again = client.send(new ConfirmSignUpCommand({ ClientId, Username: EMAIL, ConfirmationCode }));
  await expect(again).rejects.toMatchObject({
    name: 'NotAuthorizedException',
    message: 'User cannot be confirmed. Current status is CONFIRMED',
  });
  const resend = client.send(new ResendConfirmationCodeCommand({ ClientId, Username: EMAIL }));
  await expect(resend).rejects.toMatchObject({
    name: 'InvalidParameterException',
    message: 'User is already confirmed.',
  });

  const { access, id } = await signIn(client);
  const user = await client.send(new GetUserCommand({ AccessToken: access }));
  const attributes = Object.fromEntries(user.UserAttributes!.map(({ Name, Value }) => [Name, Value]));
  expect(attributes).toEqual({
    sub: UserSub,
    email: EMAIL,
    name: 'Ann',
    phone_number: PHONE,
    phone_number_verified: 'true',
  });
  const claims = JSON.parse(Buffer.from(id.split('.')[1]!, 'base64url').toString()) as object;
  expect(claims).toMatchObject({
    aud: ClientId,
    email: EMAIL,
    token_use: 'id',
    iss: expect.stringContaining(UserPoolId),
  });
});

test.each([
  ['short1A!'.slice(0, 7), 'Password not long enough'],
  ['UPPER-123', 'Password must have lowercase characters'],
  ['lower-123', 'Password must have uppercase characters'],
  ['Lower-Upper', 'Password must have numeric characters'],
  ['Lower1234', 'Password must have symbol characters'],
])('the password %s is refused: %s', async (Password, words) => {
  await using it = await start();
  await expect(it.client.send(new SignUpCommand({ ...ann, Password }))).rejects.toMatchObject({
    name: 'InvalidPasswordException',
    message: `Password did not conform with policy: ${words}`,
  });
});

test('nobody can say of themselves that an address is verified', async () => {
  await using it = await start();
  const UserAttributes = [{ Name: 'email_verified', Value: 'true' }];
  await expect(it.client.send(new SignUpCommand({ ...ann, UserAttributes }))).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
});

test('of ten sign-ups at once with one address, in any letter case, one succeeds', async () => {
  await using it = await start();
  const tries = Array.from({ length: 10 }, async (_, n) =>
    it.client.send(new SignUpCommand({ ...ann, Username: n % 2 ? EMAIL : EMAIL.toUpperCase() })),
  );
  const results = await Promise.allSettled(tries);
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.map(({ reason }) => (reason as Error).name)).toEqual(
    Array.from({ length: 9 }, () => 'UsernameExistsException'),
  );
});

test('a wrong code five times is one time too many, a new code works, and a code of yesterday does not', async () => {
  await using it = await start();
  const { sandbox, client } = it;
  await client.send(new SignUpCommand(ann));
  const right = await texted(sandbox);
  const wrong = right === '000000' ? '000001' : '000000';
  const confirm = async (ConfirmationCode: string) =>
    client.send(new ConfirmSignUpCommand({ ClientId, Username: EMAIL, ConfirmationCode }));
  for (let n = 0; n < 5; n++) await expect(confirm(wrong)).rejects.toMatchObject({ name: 'CodeMismatchException' });
  await expect(confirm(right)).rejects.toMatchObject({ name: 'TooManyFailedAttemptsException' });
  await client.send(new ResendConfirmationCodeCommand({ ClientId, Username: EMAIL }));
  const second = await texted(sandbox);
  await control(sandbox, 'POST', '/cognito/codes/expire', {});
  await expect(confirm(second)).rejects.toMatchObject({ name: 'ExpiredCodeException' });
  await client.send(new ResendConfirmationCodeCommand({ ClientId, Username: EMAIL }));
  await confirm(await texted(sandbox));
});

test('codes run out: the eleventh in an hour is refused, until the hour has passed', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  await using it = await start({ now: () => new Date(now) });
  await it.client.send(new SignUpCommand(ann));
  const resend = async () => it.client.send(new ResendConfirmationCodeCommand({ ClientId, Username: EMAIL }));
  for (let n = 0; n < 9; n++) await resend();
  await expect(resend()).rejects.toMatchObject({ name: 'LimitExceededException' });
  now += 3_600_000;
  await resend();
});

test('who does not exist looks like who does, unless the client is set to tell', async () => {
  await using it = await start();
  const { sandbox, client } = it;
  const nobody = { ClientId, Username: 'nobody@example.com' };
  const confirm = { ...nobody, ConfirmationCode: '123456' };
  const calls = async () =>
    Promise.allSettled([
      signIn(client, PASSWORD, nobody.Username),
      client.send(new ForgotPasswordCommand(nobody)),
      client.send(new ResendConfirmationCodeCommand(nobody)),
      client.send(new ConfirmSignUpCommand(confirm)),
      client.send(new ConfirmForgotPasswordCommand({ ...confirm, Password: PASSWORD })),
    ]);
  const names = (results: PromiseSettledResult<unknown>[]) =>
    results.map((one) => (one.status === 'rejected' ? (one.reason as Error).name : one.status));
  expect(names(await calls())).toEqual([
    'NotAuthorizedException',
    'fulfilled',
    'fulfilled',
    'ExpiredCodeException',
    'CodeMismatchException',
  ]);
  expect(await control(sandbox, 'GET', '/mail')).toEqual([]);
  await control(sandbox, 'PUT', '/cognito/settings', { preventUserExistenceErrors: false });
  expect(new Set(names(await calls()))).toEqual(new Set(['UserNotFoundException']));
});
