import * as z from 'zod';

import { invalidParameter } from '../errors.ts';
import { type Operation, operation } from '../operation.ts';
import { passwordPolicy } from '../passwords.ts';
import { type Pool, type User, requirePool } from '../pool.ts';
import { attributeName, poolId } from '../shapes.ts';
import { userType } from '../users.ts';
import { pageOf } from './paging.ts';

/** Operations on the pool. */
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
      const found = [...pool.records.all('user')].filter(filterOf(Filter));
      // A search may answer with fewer users than there are, and even with none, before its end (API reference).
      if (Filter.trim() !== '' && PaginationToken === undefined) return { Users: [], PaginationToken: SEARCH_START };
      const token = PaginationToken === SEARCH_START ? undefined : PaginationToken;
      const { rows, next } = pageOf(found, Limit, token);
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
];

/** The token of the first page of a search that has users. */
const SEARCH_START = 'search-start';

/** The attributes that a filter may name (API reference, ListUsers). */
const filterable = new Set(['sub', 'email', 'phone_number', 'name', 'preferred_username']);

/** A filter such as `email = "a@example.com"`; an empty one selects all users. */
function filterOf(filter: string): (user: User) => boolean {
  if (filter.trim() === '') return () => true;
  const [, name = '', escaped = ''] = /^\s*([\w:]+)\s*=\s*"((?:[^"\\]|\\.)*)"\s*$/.exec(filter) ?? [];
  if (!filterable.has(name)) throw invalidParameter('Error while parsing filter.');
  const value = escaped.replaceAll(/\\(.)/g, '$1');
  return ({ id, attributes }) => (name === 'sub' ? id : attributes[name]) === value;
}

/** A fixed creation date: nothing depends on it. */
const CREATED_S = 1_767_225_600;

function describe(pool: Pool): object {
  return {
    Id: pool.poolId,
    Name: 'sandbox',
    Arn: `arn:aws:cognito-idp:${pool.region}:000000000000:userpool/${pool.poolId}`,
    Policies: { PasswordPolicy: passwordPolicy },
    DeletionProtection: 'INACTIVE',
    LambdaConfig: {},
    LastModifiedDate: CREATED_S,
    CreationDate: CREATED_S,
    AutoVerifiedAttributes: ['phone_number', 'email'],
    UsernameAttributes: ['email'],
    UsernameConfiguration: { CaseSensitive: false },
    UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['phone_number', 'email'] },
    AccountRecoverySetting: {
      RecoveryMechanisms: ['email', 'phone_number'].map((contact, index) => ({
        Priority: index + 1,
        Name: `verified_${contact}`,
      })),
    },
    AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
    MfaConfiguration: 'OFF',
    EstimatedNumberOfUsers: [...pool.records.all('user')].length,
    EmailConfiguration: { EmailSendingAccount: 'COGNITO_DEFAULT' },
    UserPoolTier: 'ESSENTIALS',
  };
}
