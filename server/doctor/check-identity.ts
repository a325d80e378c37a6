import {
  CreateGroupCommand,
  CreateUserPoolClientCommand,
  DescribeUserPoolClientCommand,
  DescribeUserPoolCommand,
  ListGroupsCommand,
  ListUserPoolClientsCommand,
  UpdateUserPoolClientCommand,
  type UserPoolClientType,
  type UserPoolType,
} from '@aws-sdk/client-cognito-identity-provider';

import { brand } from '#contract/brand.ts';
import type { ProviderSettings } from '#server/config/provider-settings.ts';
import { errorName, identityError } from '#server/providers/cognito/errors.ts';
import { openPool, type PoolClient } from '#server/providers/cognito/pool-client.ts';

import { advice, fault, faultOfCall, type Finding, type KeepSetting, ok, type Repair } from './finding.ts';

type PoolSettings = ProviderSettings['identity']['pool'];

const about = {
  name: 'Cognito',
  keys: 'the AWS credentials and their rights, COGNITO_USER_POOL_ID, COGNITO_CLIENT_ID',
};
const flows = ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'] as const;
const groupNames = ['Administrators', 'Users'] as const;

/** Checks the pool, its client and our rights to them. Only its repairs change anything. */
export async function checkIdentity(settings: PoolSettings, keep: KeepSetting): Promise<Finding[]> {
  const pool = openPool({ ...settings, clientId: settings.clientId ?? 'none' });
  const { send, userPoolId: UserPoolId } = pool;
  try {
    const { UserPool } = await send(new DescribeUserPoolCommand({ UserPoolId }));
    const client = settings.clientId === null ? null : await readClient(pool);
    const { Groups = [] } = await send(new ListGroupsCommand({ UserPoolId }));
    const groups = new Set(Groups.map(({ GroupName }) => GroupName));
    const missing = groupNames.filter((name) => !groups.has(name));
    return [...judgePool(UserPool), ...judgeClient(pool, client, keep), ...judgeGroups(pool, missing)];
  } catch (error) {
    return [faultOfIdentity(error, settings)];
  }
}

/** What a failed call to Cognito means for the operator. */
export function faultOfIdentity(error: unknown, { endpoint, region }: PoolSettings): Finding {
  return faultOfCall(identityError(error), { ...about, address: endpoint ?? `AWS, ${region}` });
}

async function readClient({ send, userPoolId, clientId }: PoolClient): Promise<UserPoolClientType | null> {
  const command = new DescribeUserPoolClientCommand({ UserPoolId: userPoolId, ClientId: clientId });
  return send(command).then(
    ({ UserPoolClient }) => UserPoolClient ?? null,
    (error: unknown) => {
      // The pool was found, so it is the client that does not exist.
      if (errorName(error) === 'ResourceNotFoundException') return null;
      throw error;
    },
  );
}

function judgePool(pool: UserPoolType | undefined): Finding[] {
  if (pool?.UsernameAttributes?.includes('email'))
    return [ok('The user pool exists, and our credentials can read it.')];
  const act = 'Make a pool whose users sign in with their email address: it cannot be changed later.';
  return [fault('The pool does not take an email address as the user name.', act)];
}

function judgeClient(pool: PoolClient, client: UserPoolClientType | null, keep: KeepSetting): Finding[] {
  if (client === null) {
    const act = 'Make a client without a secret, and name it in COGNITO_CLIENT_ID.';
    return [{ ...fault('The pool has no such client.', act), repair: createClient(pool, keep) }];
  }
  if (client.ClientSecret) {
    const finding = fault('The client has a secret.', 'Make a client without one: it cannot be taken away.');
    return [{ ...finding, repair: createClient(pool, keep) }];
  }
  const findings: Finding[] = [];
  if (!client.ExplicitAuthFlows?.includes('ALLOW_USER_PASSWORD_AUTH')) {
    findings.push(fault('The client may not check passwords.', 'Enable ALLOW_USER_PASSWORD_AUTH for the client.'));
  }
  if (client.PreventUserExistenceErrors !== 'ENABLED') {
    const act = 'Set PreventUserExistenceErrors to ENABLED for the client.';
    findings.push(fault('The client tells strangers which addresses have an account.', act));
  }
  const [first, ...rest] = findings;
  // One call repairs both.
  return first === undefined
    ? [ok('The client is set up.')]
    : [{ ...first, repair: updateClient(pool, client) }, ...rest];
}

/** Cognito resets what an update omits, so the repair repeats everything that the client has. */
function updateClient({ send }: PoolClient, client: UserPoolClientType): Repair {
  return {
    does: `Let the client ${client.ClientId} check passwords, and tell no one which addresses have an account`,
    async run() {
      const { ClientSecret: _secret, CreationDate: _made, LastModifiedDate: _changed, ...kept } = client;
      // Flows with the old names cannot be mixed with these.
      const named = (client.ExplicitAuthFlows ?? []).filter((flow) => flow.startsWith('ALLOW_'));
      const ExplicitAuthFlows = [...new Set([...named, ...flows])];
      const { UserPoolId, ClientId } = client;
      const changes = { ExplicitAuthFlows, PreventUserExistenceErrors: 'ENABLED' } as const;
      await send(new UpdateUserPoolClientCommand({ ...kept, ...changes, UserPoolId, ClientId }));
    },
  };
}

/** Uses a client that an earlier run left, found by its name, or creates one. */
function createClient({ send, userPoolId: UserPoolId, clientId }: PoolClient, keep: KeepSetting): Repair {
  const ClientName = `${brand.name} sign-in`.replaceAll(/[^\w\s+=,.@-]/g, '');
  return {
    does: `Create the client "${ClientName}" without a secret, and write COGNITO_CLIENT_ID`,
    async run() {
      const { UserPoolClients = [] } = await send(new ListUserPoolClientsCommand({ UserPoolId, MaxResults: 60 }));
      const named = UserPoolClients.find((one) => one.ClientName === ClientName && one.ClientId !== clientId);
      const earlier = named?.ClientId;
      const id = earlier ?? (await create());
      if (id === undefined) throw new Error('Cognito named no client');
      await keep('COGNITO_CLIENT_ID', id);
    },
  };
  async function create(): Promise<string | undefined> {
    const command = new CreateUserPoolClientCommand({
      UserPoolId,
      ClientName,
      GenerateSecret: false,
      ExplicitAuthFlows: [...flows],
      PreventUserExistenceErrors: 'ENABLED',
    });
    return (await send(command)).UserPoolClient?.ClientId;
  }
}

function judgeGroups({ send, userPoolId: UserPoolId }: PoolClient, missing: readonly string[]): Finding[] {
  if (missing.length === 0) return [];
  const repair = {
    does: `Create the groups ${missing.join(' and ')}`,
    async run() {
      for (const GroupName of missing) await send(new CreateGroupCommand({ UserPoolId, GroupName }));
    },
  };
  const act = 'Press "Setup Groups" in the admin area, under User Migration.';
  return [{ ...advice('The groups are missing.', act), repair }];
}
