import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  InitiateAuthCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';

import type { SandboxOptions } from '../sandbox.ts';
import { cognitoClient } from './cognito-client.ts';
import { startTestSandbox } from './start.ts';

export const ClientId = 'sandboxclient00000000000000';
export const UserPoolId = 'us-east-1_Sandbox00';
export const EMAIL = 'ann@example.com';
export const PHONE = '+12125550142';
export const PASSWORD = 'Secret-123';
export const admin = { UserPoolId, Username: EMAIL };

export async function start(options: Partial<SandboxOptions> = {}) {
  const sandbox = await startTestSandbox(options);
  return { sandbox, client: cognitoClient(sandbox), [Symbol.asyncDispose]: async () => sandbox.close() };
}

export async function signIn(client: CognitoIdentityProviderClient, Password = PASSWORD, Username = EMAIL) {
  const AuthParameters = { USERNAME: Username, PASSWORD: Password };
  const { AuthenticationResult } = await client.send(
    new InitiateAuthCommand({ ClientId, AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters }),
  );
  return { access: AuthenticationResult?.AccessToken ?? '' };
}

/** Creates a user with a password and both contacts verified. */
export async function addAnn(client: CognitoIdentityProviderClient): Promise<void> {
  const UserAttributes = [
    { Name: 'email_verified', Value: 'true' },
    { Name: 'phone_number', Value: PHONE },
    { Name: 'phone_number_verified', Value: 'true' },
  ];
  await client.send(new AdminCreateUserCommand({ ...admin, MessageAction: 'SUPPRESS', UserAttributes }));
  await client.send(new AdminSetUserPasswordCommand({ ...admin, Password: PASSWORD, Permanent: true }));
}
