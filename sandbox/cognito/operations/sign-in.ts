import { randomBytes } from 'node:crypto';

import * as z from 'zod';

import { requirePublicClient } from '../clients.ts';
import { invalidParameter, notAuthorized } from '../errors.ts';
import { type Operation, operation } from '../operation.ts';
import { isPassword } from '../passwords.ts';
import type { Pool, User } from '../pool.ts';
import { authParameters, publicMembers, session } from '../shapes.ts';
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

/** Signing in with a password. */
export const signInOperations: readonly Operation[] = [
  operation({
    name: 'InitiateAuth',
    access: 'public',
    input: z.object({
      ...publicMembers,
      AuthFlow: z.enum(flows),
      AuthParameters: authParameters.optional(),
      Session: session,
    }),
    async run(pool, { ClientId, AuthFlow, AuthParameters = {} }) {
      const { settings } = requirePublicClient(pool, ClientId, AuthParameters['SECRET_HASH']);
      if (AuthFlow !== 'USER_PASSWORD_AUTH' || !settings.ExplicitAuthFlows.includes(`ALLOW_${AuthFlow}`))
        throw invalidParameter(`${AuthFlow} flow not enabled for this client`);
      return signIn(pool, required(AuthParameters, 'USERNAME'), required(AuthParameters, 'PASSWORD'));
    },
  }),
];

function required(parameters: Record<string, string>, name: string): string {
  const value = parameters[name];
  if (!value) throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}

/**
 * The fifth wrong password, and each one after it, locks the account: for a second, then twice as long each time, up to
 * 15 min. A lock refuses the right password too. A sign-in, or 15 min without any attempt, ends the count (Cognito's
 * developer guide, "Lockout behavior for failed sign-in attempts").
 */
const FREE_FAILURES = 5;
const LOCK_MAX_MS = 15 * 60_000;
const FORGET_AFTER_MS = 15 * 60_000;

async function signIn(pool: Pool, name: string, password: string): Promise<object> {
  const user = findUser(pool, name);
  const isRight = await isPassword(password, user?.password ?? null);
  if (!user) throw notAuthorized();
  recordAttempt(pool, user);
  if (user.lockedUntil > pool.now()) throw notAuthorized('Password attempts exceeded');
  if (!isRight) {
    user.failedLogins += 1;
    const over = user.failedLogins - FREE_FAILURES;
    if (over >= 0) user.lockedUntil = pool.now() + Math.min(1_000 * 2 ** over, LOCK_MAX_MS);
    throw notAuthorized();
  }
  user.failedLogins = 0;
  touch(pool, user);
  return { ChallengeParameters: {}, AuthenticationResult: tokens() };
}

function recordAttempt(pool: Pool, user: User): void {
  if (pool.now() - user.lastAttempt >= FORGET_AFTER_MS) user.failedLogins = 0;
  user.lastAttempt = pool.now();
  pool.records.put('user', user);
}

/** Random tokens: no operation of the sandbox takes one. */
function tokens(): object {
  return { AccessToken: token(), IdToken: token(), RefreshToken: token(), ExpiresIn: 3_600, TokenType: 'Bearer' };
}

function token(): string {
  return randomBytes(48).toString('base64url');
}
