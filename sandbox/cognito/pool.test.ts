import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
  AdminAddUserToGroupCommand,
  AdminCreateUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  CreateGroupCommand,
  DescribeUserPoolClientCommand,
  DescribeUserPoolCommand,
  InitiateAuthCommand,
  ListGroupsCommand,
  ListUsersCommand,
  paginateListUsers,
} from '@aws-sdk/client-cognito-identity-provider';
import { expect, onTestFinished, test } from 'vitest';

import { cognitoClient, raw, signed } from '../testing/cognito-client.ts';
import { control, startTestSandbox } from '../testing/start.ts';

const ClientId = 'sandboxclient00000000000000';
const UserPoolId = 'us-east-1_Sandbox00';
const admin = { UserPoolId, Username: 'ann@example.com' };

test('the pool and its client describe themselves as the product needs them', async () => {
  await using sandbox = await startTestSandbox();
  const client = cognitoClient(sandbox);
  const { UserPool } = await client.send(new DescribeUserPoolCommand({ UserPoolId }));
  expect(UserPool).toMatchObject({
    UsernameAttributes: ['email'],
    UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['phone_number', 'email'] },
    AccountRecoverySetting: {
      RecoveryMechanisms: [
        { Priority: 1, Name: 'verified_email' },
        { Priority: 2, Name: 'verified_phone_number' },
      ],
    },
  });
  const { UserPoolClient } = await client.send(new DescribeUserPoolClientCommand({ UserPoolId, ClientId }));
  expect(UserPoolClient).toMatchObject({
    PreventUserExistenceErrors: 'ENABLED',
    ExplicitAuthFlows: expect.arrayContaining(['ALLOW_USER_PASSWORD_AUTH']),
  });
  expect(UserPoolClient?.ClientSecret).toBeUndefined();
  await expect(client.send(new DescribeUserPoolCommand({ UserPoolId: 'us-east-1_Other' }))).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
  });
});

test('groups are created once and hold users', async () => {
  await using sandbox = await startTestSandbox();
  const client = cognitoClient(sandbox);
  const group = { UserPoolId, GroupName: 'Users' };
  await client.send(new CreateGroupCommand({ ...group, Description: 'Subscribers', Precedence: 2 }));
  await expect(client.send(new CreateGroupCommand(group))).rejects.toMatchObject({ name: 'GroupExistsException' });
  await client.send(new AdminCreateUserCommand({ ...admin, MessageAction: 'SUPPRESS' }));
  await client.send(new AdminAddUserToGroupCommand({ ...admin, GroupName: 'Users' }));
  await client.send(new AdminAddUserToGroupCommand({ ...admin, GroupName: 'Users' }));
  await expect(client.send(new AdminAddUserToGroupCommand({ ...admin, GroupName: 'None' }))).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
    message: 'Group not found.',
  });
  const { Groups } = await client.send(new ListGroupsCommand({ UserPoolId }));
  const known = { GroupName: 'Users', Description: 'Subscribers', Precedence: 2, CreationDate: expect.any(Date) };
  expect(Groups).toEqual([expect.objectContaining(known)]);
  expect(await control(sandbox, 'GET', '/cognito/users')).toEqual([expect.objectContaining({ groups: ['Users'] })]);
});

test('users are listed in pages and found by filters', async () => {
  await using sandbox = await startTestSandbox();
  const client = cognitoClient(sandbox);
  for (let n = 0; n < 7; n++) {
    const UserAttributes = [{ Name: 'phone_number', Value: `+1212555010${n}` }];
    await client.send(
      new AdminCreateUserCommand({
        UserPoolId,
        Username: `u${n}@example.com`,
        MessageAction: 'SUPPRESS',
        UserAttributes,
      }),
    );
  }
  const seen: string[] = [];
  for await (const { Users = [] } of paginateListUsers({ client, pageSize: 3 }, { UserPoolId })) {
    seen.push(...Users.map((user) => user.Attributes?.find(({ Name }) => Name === 'email')?.Value ?? ''));
  }
  expect(seen).toEqual(Array.from({ length: 7 }, (_, n) => `u${n}@example.com`));
  const found = async (Filter: string) => {
    const pages = paginateListUsers({ client }, { UserPoolId, Filter, AttributesToGet: ['email'] });
    const users = (await Array.fromAsync(pages)).flatMap(({ Users = [] }) => Users);
    return users.map(({ Attributes }) => Attributes?.[0]?.Value);
  };
  // A search may answer with an empty page before its end.
  const first = await client.send(new ListUsersCommand({ UserPoolId, Filter: 'email = "u3@example.com"' }));
  expect(first).toMatchObject({ Users: [], PaginationToken: expect.any(String) });
  expect(await found('email = "u3@example.com"')).toEqual(['u3@example.com']);
  expect(await found('phone_number = "+12125550106"')).toEqual(['u6@example.com']);
  expect(await found('preferred_username = "none"')).toEqual([]);
  await expect(found('shoe_size = "9"')).rejects.toMatchObject({ name: 'InvalidParameterException' });
});

test('admin operations require a signature, and a client without a secret takes no hash', async () => {
  await using sandbox = await startTestSandbox();
  expect(await raw(sandbox, 'AdminGetUser', admin)).toMatchObject({
    status: 400,
    type: 'MissingAuthenticationTokenException',
  });
  expect(await raw(sandbox, 'AdminGetUser', admin, signed)).toMatchObject({
    status: 400,
    type: 'UserNotFoundException',
  });
  expect(await raw(sandbox, 'Nonsense', {})).toMatchObject({ status: 400, type: 'UnknownOperationException' });
  const auth = { ClientId, AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters: { USERNAME: 'a', PASSWORD: 'b' } };
  const AuthParameters = { ...auth.AuthParameters, SECRET_HASH: 'abc=' };
  expect(await raw(sandbox, 'InitiateAuth', { ...auth, AuthParameters })).toMatchObject({
    type: 'NotAuthorizedException',
    message: `Unable to verify secret hash for client ${ClientId}`,
  });
  expect(await raw(sandbox, 'InitiateAuth', { ...auth, ClientId: 'other' })).toMatchObject({
    type: 'ResourceNotFoundException',
  });
  expect(await raw(sandbox, 'InitiateAuth', { ...auth, AuthParameters: { USERNAME: 5 } })).toMatchObject({
    type: 'SerializationException',
  });
});

test('public operations need no AWS credentials', async () => {
  await using sandbox = await startTestSandbox();
  const client = cognitoClient(sandbox, { isSigned: false });
  const AuthParameters = { USERNAME: 'ann@example.com', PASSWORD: 'Secret-123' };
  const auth = client.send(new InitiateAuthCommand({ ClientId, AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters }));
  await expect(auth).rejects.toMatchObject({ name: 'NotAuthorizedException' });
});

test('faults strike one operation, with any of its errors', async () => {
  await using sandbox = await startTestSandbox();
  const client = cognitoClient(sandbox);
  await control(sandbox, 'PUT', '/faults', {
    cognito: { status: 400, errorType: 'NotAuthorizedException', operations: ['ListGroups'] },
  });
  await expect(client.send(new ListGroupsCommand({ UserPoolId }))).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
  await client.send(new DescribeUserPoolCommand({ UserPoolId }));
});

test('users, passwords and groups survive a restart; no password is written to disk', async () => {
  const stateDir = await mkdtemp(join(tmpdir(), 'sandbox-cognito-'));
  onTestFinished(async () => rm(stateDir, { recursive: true }));
  const first = await startTestSandbox({ stateDir });
  const before = cognitoClient(first);
  const secret = 'Planted-Zebra-77';
  await before.send(new AdminCreateUserCommand({ ...admin, MessageAction: 'SUPPRESS' }));
  await before.send(new AdminSetUserPasswordCommand({ ...admin, Password: secret, Permanent: true }));
  const auth = {
    ClientId,
    AuthFlow: 'USER_PASSWORD_AUTH' as const,
    AuthParameters: { USERNAME: admin.Username, PASSWORD: secret },
  };
  await before.send(new CreateGroupCommand({ UserPoolId, GroupName: 'Users' }));
  await before.send(new AdminAddUserToGroupCommand({ ...admin, GroupName: 'Users' }));
  await before.send(new InitiateAuthCommand(auth));
  await first.close();

  const file = await readFile(join(stateDir, 'cognito.jsonl'), 'utf8');
  expect(file).not.toContain(secret);
  await using second = await startTestSandbox({ stateDir });
  const after = cognitoClient(second);
  expect((await after.send(new AdminGetUserCommand(admin))).UserStatus).toBe('CONFIRMED');
  await after.send(new InitiateAuthCommand(auth));
  expect(await control(second, 'GET', '/cognito/users')).toEqual([expect.objectContaining({ groups: ['Users'] })]);
});
