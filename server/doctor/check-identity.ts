import {
  DescribeUserPoolClientCommand,
  DescribeUserPoolCommand,
  ListGroupsCommand,
} from '@aws-sdk/client-cognito-identity-provider';

import { identityError } from '#server/providers/cognito/errors.ts';
import { openPool, type PoolOptions } from '#server/providers/cognito/pool-client.ts';

import { advice, fault, faultOfCall, type Finding, ok } from './finding.ts';

const about = { name: 'Cognito', keys: 'the AWS credentials, COGNITO_USER_POOL_ID and COGNITO_CLIENT_ID' };

/** The pool, its client and our rights to them. Changes nothing. */
export async function checkIdentity(options: PoolOptions): Promise<Finding[]> {
  const { send, userPoolId: UserPoolId, clientId: ClientId } = openPool(options);
  try {
    const { UserPool } = await send(new DescribeUserPoolCommand({ UserPoolId }));
    const { UserPoolClient } = await send(new DescribeUserPoolClientCommand({ UserPoolId, ClientId }));
    const { Groups = [] } = await send(new ListGroupsCommand({ UserPoolId }));
    const groups = new Set(Groups.map(({ GroupName }) => GroupName));
    const findings: Finding[] = [ok('The user pool and its client are there, and we may ask.')];
    if (!UserPool?.UsernameAttributes?.includes('email')) {
      const act = 'Make a pool whose users sign in with their email address: it cannot be changed later.';
      findings.push(fault('The pool does not take an email address as the user name.', act));
    }
    if (!UserPoolClient?.ExplicitAuthFlows?.includes('ALLOW_USER_PASSWORD_AUTH')) {
      findings.push(fault('The client may not check passwords.', 'Allow ALLOW_USER_PASSWORD_AUTH for it.'));
    }
    if (UserPoolClient?.ClientSecret) findings.push(fault('The client has a secret.', 'Make a client without one.'));
    if (UserPoolClient?.PreventUserExistenceErrors !== 'ENABLED') {
      const act = 'Set PreventUserExistenceErrors to ENABLED for the client.';
      findings.push(fault('The client tells strangers which addresses have an account.', act));
    }
    if (!groups.has('Administrators') || !groups.has('Users')) {
      findings.push(advice('The groups are missing.', 'Press "Setup Groups" in the admin area, under User Migration.'));
    }
    return findings;
  } catch (error) {
    return [faultOfCall(identityError(error), { ...about, address: options.endpoint ?? `AWS, ${options.region}` })];
  }
}
