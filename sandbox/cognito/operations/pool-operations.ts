import * as z from 'zod';

import { invalidParameter } from '../errors.ts';
import { type Operation, operation } from '../operation.ts';
import { passwordPolicy } from '../passwords.ts';
import { type Pool, type User, requireClient, requirePool, settingsOf } from '../pool.ts';
import { attributeName, clientId, poolId } from '../shapes.ts';
import { userType } from '../users.ts';
import { pageOf } from './paging.ts';

/** What the pool is, and who is in it. */
export const poolOperations: readonly Operation[] = [
  operation({
    name: 'ListUsers',
    access: 'signed',
    input: z.object({
      UserPoolId: poolId,
      AttributesToGet: z.array(attributeName).optional(),
      Limit: z.int().min(0).max(60).optional(),
      PaginationToken: z.string().min(1).regex(/^\S+$/).optional(),
      Filter: z.string().max(256).optional(),
    }),
    run(pool, { UserPoolId, AttributesToGet: wanted, Limit, PaginationToken, Filter = '' }) {
      requirePool(pool, UserPoolId);
      const found = [...pool.book.all('user')].filter(filterOf(Filter));
      const { rows, next } = pageOf(found, Limit, PaginationToken);
      const users = rows.map(userType).map((user) => ({
        ...user,
        Attributes: user.Attributes.filter(({ Name }) => wanted === undefined || wanted.includes(Name)),
      }));
      return { Users: users, ...(next && { PaginationToken: next }) };
    },
  }),
  operation({
    name: 'DescribeUserPool',
    access: 'signed',
    input: z.object({ UserPoolId: poolId }),
    run(pool, { UserPoolId }) {
      requirePool(pool, UserPoolId);
      return { UserPool: describe(pool) };
    },
  }),
  operation({
    name: 'DescribeUserPoolClient',
    access: 'signed',
    input: z.object({ UserPoolId: poolId, ClientId: clientId }),
    run(pool, { UserPoolId, ClientId }) {
      requirePool(pool, UserPoolId);
      requireClient(pool, ClientId);
      return { UserPoolClient: describeClient(pool) };
    },
  }),
];

/** What a filter may look at (API reference, ListUsers); the attributes are looked up by their own name. */
const filterable: Readonly<Record<string, (user: User) => string | undefined>> = {
  username: ({ id }) => id,
  sub: ({ id }) => id,
  'cognito:user_status': ({ status }) => status,
  status: ({ enabled }) => (enabled ? 'Enabled' : 'Disabled'),
  ...Object.fromEntries(
    ['email', 'phone_number', 'name', 'given_name', 'family_name', 'preferred_username'].map((name) => [
      name,
      ({ attributes }: User) => attributes[name],
    ]),
  ),
};

/** A filter such as `email = "a@example.com"` or `name ^= "An"`; an empty one lets everyone pass. */
function filterOf(filter: string): (user: User) => boolean {
  if (filter.trim() === '') return () => true;
  const [, name = '', sign, escaped = ''] = /^\s*([\w:]+)\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"\s*$/.exec(filter) ?? [];
  const read = filterable[name];
  if (!read) throw invalidParameter('Error while parsing filter.');
  const value = escaped.replaceAll(/\\(.)/g, '$1');
  return (user) => (sign === '=' ? read(user) === value : (read(user)?.startsWith(value) ?? false));
}

/** The pool counts from the day when its sandbox was first thought of: no one's clock depends on it. */
const CREATED_S = 1_767_225_600;

function describe(pool: Pool): object {
  const { autoVerified, recovery, verifyBeforeUpdate } = settingsOf(pool);
  return {
    Id: pool.poolId,
    Name: 'sandbox',
    Arn: `arn:aws:cognito-idp:${pool.region}:000000000000:userpool/${pool.poolId}`,
    Policies: { PasswordPolicy: passwordPolicy },
    DeletionProtection: 'INACTIVE',
    LambdaConfig: {},
    LastModifiedDate: CREATED_S,
    CreationDate: CREATED_S,
    AutoVerifiedAttributes: autoVerified,
    UsernameAttributes: ['email'],
    UsernameConfiguration: { CaseSensitive: false },
    UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: verifyBeforeUpdate },
    AccountRecoverySetting: {
      RecoveryMechanisms: recovery.map((contact, index) => ({ Priority: index + 1, Name: `verified_${contact}` })),
    },
    AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
    MfaConfiguration: 'OFF',
    EstimatedNumberOfUsers: [...pool.book.all('user')].length,
    EmailConfiguration: { EmailSendingAccount: 'COGNITO_DEFAULT' },
    UserPoolTier: 'ESSENTIALS',
  };
}

function describeClient(pool: Pool): object {
  return {
    UserPoolId: pool.poolId,
    ClientName: 'sandbox',
    ClientId: pool.clientId,
    LastModifiedDate: CREATED_S,
    CreationDate: CREATED_S,
    RefreshTokenValidity: 30,
    AccessTokenValidity: 60,
    IdTokenValidity: 60,
    TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'days' },
    ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    PreventUserExistenceErrors: settingsOf(pool).preventUserExistenceErrors ? 'ENABLED' : 'LEGACY',
    EnableTokenRevocation: true,
    AuthSessionValidity: 3,
  };
}
