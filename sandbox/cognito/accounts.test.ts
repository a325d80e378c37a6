import {
  AdminConfirmSignUpCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminInitiateAuthCommand,
  AdminResetUserPasswordCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  ChangePasswordCommand,
  ConfirmForgotPasswordCommand,
  DeleteUserCommand,
  ForgotPasswordCommand,
  GetUserAttributeVerificationCodeCommand,
  GetUserCommand,
  GlobalSignOutCommand,
  InitiateAuthCommand,
  RevokeTokenCommand,
  SignUpCommand,
  UpdateUserAttributesCommand,
  VerifyUserAttributeCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { expect, test } from 'vitest';

import {
  ClientId,
  UserPoolId,
  EMAIL,
  PHONE,
  PASSWORD,
  ann,
  admin,
  start,
  texted,
  mailed,
  signIn,
  addAnn,
} from '../testing/cognito-user.ts';
import { control } from '../testing/start.ts';

test.each([
  [{ Username: 'ann' }, 'Username should be an email.'],
  [{ UserAttributes: [{ Name: 'phone_number', Value: '2125550142' }] }, 'Invalid phone number format.'],
  [{ UserAttributes: [{ Name: 'shoe_size', Value: '9' }] }, 'Attribute does not exist in the schema.'],
  [
    { Username: `${'a'.repeat(120)}@example.com` },
    "Value at 'username' failed to satisfy constraint: Member must have length less than or equal to 128",
  ],
])('signing up with %j is refused in words', async (change, words) => {
  await using it = await start();
  const refused = it.client.send(new SignUpCommand({ ...ann, ...change }));
  await expect(refused).rejects.toMatchObject({
    name: 'InvalidParameterException',
    message: expect.stringContaining(words),
  });
});

test('a forgotten password: the code goes to the verified address, once, and ends other sign-ins', async () => {
  await using it = await start();
  const { sandbox, client } = it;
  await addAnn(client);
  const { access } = await signIn(client);
  const { CodeDeliveryDetails } = await client.send(new ForgotPasswordCommand({ ClientId, Username: EMAIL }));
  expect(CodeDeliveryDetails).toEqual({ AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: 'a***@e***' });
  const ConfirmationCode = await mailed(sandbox);
  const reset = { ClientId, Username: EMAIL, ConfirmationCode, Password: 'Another-456' };
  await expect(client.send(new ConfirmForgotPasswordCommand({ ...reset, Password: 'weak' }))).rejects.toMatchObject({
    name: 'InvalidPasswordException',
  });
  await client.send(new ConfirmForgotPasswordCommand(reset));
  await expect(client.send(new ConfirmForgotPasswordCommand(reset))).rejects.toMatchObject({
    name: 'ExpiredCodeException',
  });
  await expect(signIn(client)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  await signIn(client, 'Another-456');
  await expect(client.send(new GetUserCommand({ AccessToken: access }))).rejects.toMatchObject({
    message: 'Access Token has been revoked',
  });
});

test('without a verified contact no password can be reset', async () => {
  await using it = await start();
  await it.client.send(new SignUpCommand(ann));
  await it.client.send(new AdminConfirmSignUpCommand(admin));
  const forgot = it.client.send(new ForgotPasswordCommand({ ClientId, Username: EMAIL }));
  await expect(forgot).rejects.toMatchObject({
    name: 'InvalidParameterException',
    message: expect.stringContaining('no registered/verified email'),
  });
});

test('wrong passwords lock an account for a while, longer each time', async () => {
  let now = Date.parse('2026-11-20T12:00:00Z');
  await using it = await start({ now: () => new Date(now) });
  await addAnn(it.client);
  for (let n = 0; n < 5; n++)
    await expect(signIn(it.client, 'Wrong-000')).rejects.toMatchObject({ message: 'Incorrect username or password.' });
  await expect(signIn(it.client)).rejects.toMatchObject({ message: 'Password attempts exceeded' });
  now += 1_000;
  await signIn(it.client);
});

test('a phone number changes when its code is given, not before', async () => {
  await using it = await start();
  const { sandbox, client } = it;
  await addAnn(client);
  const { access: AccessToken } = await signIn(client);
  const next = '+13125550199';
  const phone = async () =>
    (await client.send(new AdminGetUserCommand(admin))).UserAttributes!.find(({ Name }) => Name === 'phone_number')
      ?.Value;
  const { CodeDeliveryDetailsList } = await client.send(
    new UpdateUserAttributesCommand({ AccessToken, UserAttributes: [{ Name: 'phone_number', Value: next }] }),
  );
  expect(CodeDeliveryDetailsList).toEqual([
    { AttributeName: 'phone_number', DeliveryMedium: 'SMS', Destination: '+*******0199' },
  ]);
  expect(await phone()).toBe(PHONE);
  await client.send(new GetUserAttributeVerificationCodeCommand({ AccessToken, AttributeName: 'phone_number' }));
  const Code = await texted(sandbox, next);
  await client.send(new VerifyUserAttributeCommand({ AccessToken, AttributeName: 'phone_number', Code }));
  expect(await phone()).toBe(next);
});

test('an email address that another account has cannot be taken', async () => {
  await using it = await start();
  await addAnn(it.client);
  await it.client.send(
    new AdminCreateUserCommand({ UserPoolId, Username: 'bob@example.com', MessageAction: 'SUPPRESS' }),
  );
  const { access: AccessToken } = await signIn(it.client);
  const UserAttributes = [{ Name: 'email', Value: 'Bob@example.com' }];
  await expect(it.client.send(new UpdateUserAttributesCommand({ AccessToken, UserAttributes }))).rejects.toMatchObject({
    name: 'AliasExistsException',
  });
  await expect(
    it.client.send(new AdminUpdateUserAttributesCommand({ ...admin, UserAttributes })),
  ).rejects.toMatchObject({ name: 'AliasExistsException' });
});

test('a user moved over by the owner hears nothing and logs in with the password they had', async () => {
  await using it = await start();
  const { sandbox, client } = it;
  const { User } = await client.send(
    new AdminCreateUserCommand({
      ...admin,
      MessageAction: 'SUPPRESS',
      UserAttributes: [{ Name: 'phone_number', Value: PHONE }],
    }),
  );
  expect([User?.UserStatus, User?.Enabled]).toEqual(['FORCE_CHANGE_PASSWORD', true]);
  await expect(client.send(new AdminCreateUserCommand(admin))).rejects.toMatchObject({
    name: 'UsernameExistsException',
  });
  await client.send(new AdminSetUserPasswordCommand({ ...admin, Password: PASSWORD, Permanent: false }));
  const first = await client.send(
    new AdminInitiateAuthCommand({
      UserPoolId,
      ClientId,
      AuthFlow: 'ADMIN_USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: EMAIL, PASSWORD },
    }),
  );
  expect([first.ChallengeName, first.AuthenticationResult]).toEqual(['NEW_PASSWORD_REQUIRED', undefined]);
  await client.send(new AdminSetUserPasswordCommand({ ...admin, Password: PASSWORD, Permanent: true }));
  expect((await signIn(client)).access).not.toBe('');
  expect(await control(sandbox, 'GET', `/phones/${PHONE}/messages`)).toEqual([]);
  expect(await control(sandbox, 'GET', '/mail')).toEqual([]);
});

test('disabled and deleted users cannot log in, and their tokens are dead', async () => {
  await using it = await start();
  const { client } = it;
  await addAnn(client);
  const { access: AccessToken, refresh } = await signIn(client);
  await client.send(new AdminDisableUserCommand(admin));
  await expect(signIn(client)).rejects.toMatchObject({ name: 'NotAuthorizedException', message: 'User is disabled.' });
  const renewal = client.send(
    new InitiateAuthCommand({ ClientId, AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: refresh } }),
  );
  await expect(renewal).rejects.toMatchObject({ message: 'User is disabled.' });
  await client.send(new AdminEnableUserCommand(admin));
  await client.send(new GetUserCommand({ AccessToken }));
  await client.send(new AdminDeleteUserCommand(admin));
  await expect(client.send(new GetUserCommand({ AccessToken }))).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
  await expect(client.send(new AdminDeleteUserCommand(admin))).rejects.toMatchObject({ name: 'UserNotFoundException' });
});

test('a refresh token renews until it is revoked or everybody is signed out', async () => {
  await using it = await start();
  const { client } = it;
  await addAnn(client);
  const renew = async (REFRESH_TOKEN: string) =>
    client.send(
      new InitiateAuthCommand({ ClientId, AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN } }),
    );
  const first = await signIn(client);
  const second = await signIn(client);
  expect((await renew(first.refresh)).AuthenticationResult).toMatchObject({ TokenType: 'Bearer', ExpiresIn: 3600 });
  await client.send(new RevokeTokenCommand({ ClientId, Token: first.refresh }));
  await expect(renew(first.refresh)).rejects.toMatchObject({ message: 'Invalid Refresh Token' });
  await expect(client.send(new GetUserCommand({ AccessToken: first.access }))).rejects.toMatchObject({
    message: 'Access Token has been revoked',
  });
  await client.send(new GlobalSignOutCommand({ AccessToken: second.access }));
  await expect(renew(second.refresh)).rejects.toMatchObject({ name: 'NotAuthorizedException' });
});

test('a token that was tampered with, or that is none, is refused', async () => {
  await using it = await start();
  await addAnn(it.client);
  const { access, id } = await signIn(it.client);
  const [head, body, signature] = access.split('.');
  const claims = { ...(JSON.parse(Buffer.from(body!, 'base64url').toString()) as object), sub: 'somebody' };
  const forged = [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
  for (const AccessToken of [forged, id, 'none', `${head}..`]) {
    await expect(it.client.send(new GetUserCommand({ AccessToken }))).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
  }
});

test('a password is changed by who knows it, or reset by the owner', async () => {
  await using it = await start();
  const { client } = it;
  await addAnn(client);
  const { access: AccessToken } = await signIn(client);
  const change = { AccessToken, PreviousPassword: 'Wrong-000', ProposedPassword: 'Another-456' };
  await expect(client.send(new ChangePasswordCommand(change))).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
  await client.send(new ChangePasswordCommand({ ...change, PreviousPassword: PASSWORD }));
  await signIn(client, 'Another-456');
  await client.send(new AdminResetUserPasswordCommand(admin));
  await expect(signIn(client, 'Another-456')).rejects.toMatchObject({ name: 'PasswordResetRequiredException' });
});

test('a user can leave by themselves', async () => {
  await using it = await start();
  await addAnn(it.client);
  const { access: AccessToken } = await signIn(it.client);
  await it.client.send(new DeleteUserCommand({ AccessToken }));
  await expect(it.client.send(new AdminGetUserCommand(admin))).rejects.toMatchObject({ name: 'UserNotFoundException' });
});
