import * as z from 'zod';

import { CognitoError } from '../errors.ts';
import { type Operation, operation } from '../operation.ts';
import { type Group, type Pool, requirePool } from '../pool.ts';
import { groupName, onUser, page, poolId } from '../shapes.ts';
import { requireUser, touch } from '../users.ts';
import { pageOf } from './paging.ts';

const onGroup = { UserPoolId: poolId, GroupName: groupName };

/** Operations on groups. */
export const groupOperations: readonly Operation[] = [
  operation({
    name: 'CreateGroup',
    access: 'signed',
    input: z.object({
      ...onGroup,
      Description: z.string().max(2_048).optional(),
      RoleArn: z
        .string()
        .min(20)
        .max(2_048)
        .regex(/^arn:[\w+=/,.@-]+:[\w+=/,.@-]+:([\w+=/,.@-]*)?:[0-9]+:[\w+=/,.@-]+(:[\w+=/,.@-]+)?(:[\w+=/,.@-]+)?$/)
        .optional(),
      Precedence: z.int().min(0).optional(),
    }),
    run(pool, { UserPoolId, GroupName, Description = null, Precedence = null }) {
      requirePool(pool, UserPoolId);
      if (pool.records.get('group', GroupName)) {
        throw new CognitoError('GroupExistsException', 'A group with the name already exists.');
      }
      const group = { id: GroupName, description: Description, precedence: Precedence, created: pool.now() };
      pool.records.put('group', group);
      return { Group: groupType(pool, group) };
    },
  }),
  operation({
    name: 'ListGroups',
    access: 'signed',
    input: z.object({ UserPoolId: poolId, ...page }),
    run(pool, { UserPoolId, Limit, NextToken }) {
      requirePool(pool, UserPoolId);
      const { rows, next } = pageOf([...pool.records.all('group')], Limit, NextToken);
      return { Groups: rows.map((group) => groupType(pool, group)), ...(next && { NextToken: next }) };
    },
  }),
  operation({
    name: 'AdminAddUserToGroup',
    access: 'signed',
    input: z.object({ ...onUser, GroupName: groupName }),
    run(pool, { UserPoolId, Username, GroupName }) {
      requirePool(pool, UserPoolId);
      const user = requireUser(pool, Username);
      requireGroup(pool, GroupName);
      user.groups = [...new Set([...user.groups, GroupName])];
      touch(pool, user);
      return {};
    },
  }),
];

function requireGroup(pool: Pool, name: string): Group {
  const group = pool.records.get('group', name);
  if (!group) throw new CognitoError('ResourceNotFoundException', 'Group not found.');
  return group;
}

function groupType({ poolId }: Pool, { id, description, precedence, created }: Group): object {
  return {
    GroupName: id,
    UserPoolId: poolId,
    ...(description !== null && { Description: description }),
    ...(precedence !== null && { Precedence: precedence }),
    LastModifiedDate: created / 1000,
    CreationDate: created / 1000,
  };
}
