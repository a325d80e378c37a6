import * as z from 'zod';

import { addClient, clientDefaults, requireClient } from '../clients.ts';
import { type Operation, operation } from '../operation.ts';
import { type Client, type ClientSettings, type Pool, requirePool } from '../pool.ts';
import { clientId, poolId } from '../shapes.ts';
import { pageOf } from './paging.ts';

const clientName = z
  .string()
  .min(1)
  .max(128)
  .regex(/^[\w\s+=,.@-]+$/);
const flows = z.array(
  z.enum([
    'ADMIN_NO_SRP_AUTH',
    'CUSTOM_AUTH_FLOW_ONLY',
    'USER_PASSWORD_AUTH',
    'ALLOW_ADMIN_USER_PASSWORD_AUTH',
    'ALLOW_CUSTOM_AUTH',
    'ALLOW_USER_PASSWORD_AUTH',
    'ALLOW_USER_SRP_AUTH',
    'ALLOW_REFRESH_TOKEN_AUTH',
    'ALLOW_USER_AUTH',
  ]),
);
const settings = {
  ExplicitAuthFlows: flows.optional(),
  PreventUserExistenceErrors: z.enum(['LEGACY', 'ENABLED']).optional(),
  RefreshTokenValidity: z.int().min(0).max(315_360_000).optional(),
  AccessTokenValidity: z.int().min(1).max(86_400).optional(),
  IdTokenValidity: z.int().min(1).max(86_400).optional(),
  TokenValidityUnits: z.record(z.string(), z.enum(['seconds', 'minutes', 'hours', 'days'])).optional(),
  EnableTokenRevocation: z.boolean().optional(),
  AuthSessionValidity: z.int().min(3).max(15).optional(),
};

/** Operations on the pool's clients. */
export const clientOperations: readonly Operation[] = [
  operation({
    name: 'DescribeUserPoolClient',
    access: 'signed',
    input: z.object({ UserPoolId: poolId, ClientId: clientId }),
    run(pool, { UserPoolId, ClientId }) {
      requirePool(pool, UserPoolId);
      return { UserPoolClient: describe(pool, requireClient(pool, ClientId)) };
    },
  }),
  operation({
    name: 'ListUserPoolClients',
    access: 'signed',
    input: z.object({
      UserPoolId: poolId,
      MaxResults: z.int().min(1).max(60).optional(),
      NextToken: z.string().min(1).max(131_072).regex(/^\S+$/).optional(),
    }),
    run(pool, { UserPoolId, MaxResults, NextToken }) {
      requirePool(pool, UserPoolId);
      const { rows, next } = pageOf([...pool.records.all('client')], MaxResults, NextToken);
      const clients = rows.map(({ id, settings: { ClientName } }) => ({ ClientId: id, UserPoolId, ClientName }));
      return { UserPoolClients: clients, ...(next && { NextToken: next }) };
    },
  }),
  operation({
    name: 'CreateUserPoolClient',
    access: 'signed',
    input: z.object({
      UserPoolId: poolId,
      ClientName: clientName,
      GenerateSecret: z.boolean().optional(),
      ...settings,
    }),
    run(pool, { UserPoolId, GenerateSecret = false, ClientName, ...given }) {
      requirePool(pool, UserPoolId);
      const client = addClient(pool, { ClientName, ...withDefaults(given) }, GenerateSecret);
      return { UserPoolClient: describe(pool, client) };
    },
  }),
  operation({
    name: 'UpdateUserPoolClient',
    access: 'signed',
    input: z.object({ UserPoolId: poolId, ClientId: clientId, ClientName: clientName.optional(), ...settings }),
    run(pool, { UserPoolId, ClientId, ClientName, ...given }) {
      requirePool(pool, UserPoolId);
      const client = requireClient(pool, ClientId);
      client.settings = { ClientName: ClientName ?? client.settings.ClientName, ...withDefaults(given) };
      pool.records.put('client', client);
      return { UserPoolClient: describe(pool, client) };
    },
  }),
];

type Given = { readonly [K in keyof Omit<ClientSettings, 'ClientName'>]?: ClientSettings[K] | undefined };

function withDefaults(given: Given): Omit<ClientSettings, 'ClientName'> {
  const named = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...clientDefaults, ...Object.fromEntries(named) };
}

function describe({ poolId: UserPoolId }: Pool, { id, secret, created, settings: own }: Client): object {
  return {
    UserPoolId,
    ClientId: id,
    LastModifiedDate: created / 1000,
    CreationDate: created / 1000,
    ...(secret === null ? {} : { ClientSecret: secret }),
    ...own,
  };
}
