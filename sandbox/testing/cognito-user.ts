import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  InitiateAuthCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';

import type { Sandbox, SandboxOptions } from '../sandbox.ts';
import { cognitoClient } from './cognito-client.ts';
import { control, startTestSandbox } from './start.ts';

export const ClientId = 'sandboxclient00000000000000';
export const UserPoolId = 'us-east-1_Sandbox00';
export const EMAIL = 'ann@example.com';
export const PHONE = '+12125550142';
export const PASSWORD = 'Secret-123';
export const ann = {
  ClientId,
  Username: EMAIL,
  Password: PASSWORD,
  UserAttributes: [
    { Name: 'phone_number', Value: PHONE },
    { Name: 'name', Value: 'Ann' },
  ],
};
export const admin = { UserPoolId, Username: EMAIL };

export async function start(options: Partial<SandboxOptions> = {}) {
  const sandbox = await startTestSandbox(options);
  return { sandbox, client: cognitoClient(sandbox), [Symbol.asyncDispose]: async () => sandbox.close() };
}

/** The last code that a phone got. */
export async function texted(sandbox: Sandbox, phone = PHONE): Promise<string> {
  const texts = (await control(sandbox, 'GET', `/phones/${phone}/messages`)) as { body: string }[];
  return /\d{6}/.exec(texts.at(-1)?.body ?? '')?.[0] ?? 'none';
}

export async function mailed(sandbox: Sandbox): Promise<string> {
  const mails = (await control(sandbox, 'GET', '/mail')) as { to: string; text: string }[];
  return /\d{6}/.exec(mails.at(-1)?.text ?? '')?.[0] ?? 'none';
}

export async function signIn(client: CognitoIdentityProviderClient, Password = PASSWORD, Username = EMAIL) {
  const AuthParameters = { USERNAME: Username, PASSWORD: Password };
  const { AuthenticationResult } = await client.send(
    new InitiateAuthCommand({ ClientId, AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters }),
  );
  return {
    access: AuthenticationResult?.AccessToken ?? '',
    refresh: AuthenticationResult?.RefreshToken ?? '',
    id: AuthenticationResult?.IdToken ?? '',
  };
}

/** A user made by the account's owner, with a password and both contacts verified. */
export async function addAnn(client: CognitoIdentityProviderClient): Promise<void> {
  const UserAttributes = [
    { Name: 'email_verified', Value: 'true' },
    { Name: 'phone_number', Value: PHONE },
    { Name: 'phone_number_verified', Value: 'true' },
  ];
  await client.send(new AdminCreateUserCommand({ ...admin, MessageAction: 'SUPPRESS', UserAttributes }));
  await client.send(new AdminSetUserPasswordCommand({ ...admin, Password: PASSWORD, Permanent: true }));
}
