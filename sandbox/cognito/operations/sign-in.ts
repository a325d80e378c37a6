import * as z from 'zod';

import { CognitoError, invalidParameter, notAuthorized, userNotFound } from '../errors.ts';
import { type Operation, operation } from '../operation.ts';
import { isPassword } from '../passwords.ts';
import { type Pool, requireClient, requirePool, settingsOf } from '../pool.ts';
import { accessToken, authParameters, clientId, poolId, publicMembers, session } from '../shapes.ts';
import { renew, revoke, signIn, signOutEverywhere, userOf } from '../tokens.ts';
import { findUser, touch } from '../users.ts';

const flows = [
  'USER_SRP_AUTH',
  'REFRESH_TOKEN_AUTH',
  'REFRESH_TOKEN',
  'CUSTOM_AUTH',
  'ADMIN_NO_SRP_AUTH',
  'USER_PASSWORD_AUTH',
  'ADMIN_USER_PASSWORD_AUTH',
  'USER_AUTH',
] as const;
const authMembers = { AuthFlow: z.enum(flows), AuthParameters: authParameters.optional(), Session: session };
const { SecretHash: _none, ...initiateMembers } = publicMembers;

/** Signing in, staying in, signing out. */
export const signInOperations: readonly Operation[] = [
  operation({
    name: 'InitiateAuth',
    access: 'public',
    input: z.object({ ...initiateMembers, ...authMembers }),
    async run(pool, { ClientId, AuthFlow, AuthParameters = {} }) {
      requireClient(pool, ClientId, AuthParameters['SECRET_HASH']);
      return start(pool, AuthFlow, 'USER_PASSWORD_AUTH', AuthParameters);
    },
  }),
  operation({
    name: 'AdminInitiateAuth',
    access: 'signed',
    input: z.object({ ...initiateMembers, ...authMembers, UserPoolId: poolId }),
    async run(pool, { UserPoolId, ClientId, AuthFlow, AuthParameters = {} }) {
      requirePool(pool, UserPoolId);
      requireClient(pool, ClientId, AuthParameters['SECRET_HASH']);
      return start(pool, AuthFlow, 'ADMIN_USER_PASSWORD_AUTH', AuthParameters);
    },
  }),
  operation({
    name: 'GlobalSignOut',
    access: 'public',
    input: z.object({ AccessToken: accessToken }),
    run(pool, { AccessToken }) {
      signOutEverywhere(pool, userOf(pool, AccessToken));
      return {};
    },
  }),
  operation({
    name: 'RevokeToken',
    access: 'public',
    input: z.object({
      Token: accessToken,
      ClientId: clientId,
      ClientSecret: z
        .string()
        .min(24)
        .max(64)
        .regex(/^[\w+]+$/)
        .optional(),
    }),
    run(pool, { Token, ClientId }) {
      if (ClientId !== pool.clientId) throw new CognitoError('UnauthorizedException', 'Client is not authorized.');
      if (Token.split('.').length === 3) {
        throw new CognitoError('UnsupportedTokenTypeException', 'Unsupported token type');
      }
      revoke(pool, Token);
      return {};
    },
  }),
];

type Flow = (typeof flows)[number];

async function start(pool: Pool, flow: Flow, passwordFlow: Flow, parameters: Record<string, string>): Promise<object> {
  if (flow === 'REFRESH_TOKEN_AUTH' || flow === 'REFRESH_TOKEN') {
    return { ChallengeParameters: {}, AuthenticationResult: renew(pool, required(parameters, 'REFRESH_TOKEN')) };
  }
  if (flow !== passwordFlow) throw invalidParameter(`${flow} flow not enabled for this client`);
  return withPassword(pool, required(parameters, 'USERNAME'), required(parameters, 'PASSWORD'));
}

function required(parameters: Record<string, string>, name: string): string {
  const value = parameters[name];
  if (!value) throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}

/** From this many wrong passwords on, each locks the account: for a second, then twice as long each time, up to 15 min. */
const FREE_FAILURES = 5;
const LOCK_MAX_MS = 15 * 60_000;

async function withPassword(pool: Pool, name: string, password: string): Promise<object> {
  const user = findUser(pool, name);
  const isRight = await isPassword(password, user?.password ?? null);
  if (!user) throw settingsOf(pool).preventUserExistenceErrors ? notAuthorized() : userNotFound();
  if (user.lockedUntil > pool.now()) throw notAuthorized('Password attempts exceeded');
  if (user.status === 'RESET_REQUIRED') {
    throw new CognitoError('PasswordResetRequiredException', 'Password reset required for the user');
  }
  if (!isRight) {
    user.failedLogins += 1;
    const over = user.failedLogins - FREE_FAILURES;
    if (over >= 0) user.lockedUntil = pool.now() + Math.min(1_000 * 2 ** over, LOCK_MAX_MS);
    pool.book.put('user', user);
    throw notAuthorized();
  }
  if (!user.enabled) throw notAuthorized('User is disabled.');
  if (user.status === 'UNCONFIRMED') throw new CognitoError('UserNotConfirmedException', 'User is not confirmed.');
  user.failedLogins = 0;
  touch(pool, user);
  if (user.status === 'FORCE_CHANGE_PASSWORD') return newPasswordChallenge(user.id, user.attributes);
  return { ChallengeParameters: {}, AuthenticationResult: signIn(pool, user) };
}

/** A temporary password is good for choosing a new one only. */
function newPasswordChallenge(id: string, attributes: Record<string, string>): object {
  return {
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session: `${id}${'-'.repeat(20)}`,
    ChallengeParameters: { USER_ID_FOR_SRP: id, requiredAttributes: '[]', userAttributes: JSON.stringify(attributes) },
  };
}
