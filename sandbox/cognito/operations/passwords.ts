import * as z from 'zod';

import { sendCode, useCode } from '../codes.ts';
import { codeMismatch, invalidParameter, limitExceeded, notAuthorized, userNotFound } from '../errors.ts';
import { type Operation, operation } from '../operation.ts';
import { checkPolicy, hashPassword, isPassword } from '../passwords.ts';
import { type Pool, type User, requireClient, settingsOf } from '../pool.ts';
import { accessToken, code, password, publicMembers, username } from '../shapes.ts';
import { signOutEverywhere, userOf } from '../tokens.ts';
import { findUser, isVerified, touch } from '../users.ts';
import { madeUp } from './sign-up.ts';

/** Forgotten and changed passwords. */
export const passwordOperations: readonly Operation[] = [
  operation({
    name: 'ForgotPassword',
    access: 'public',
    input: z.object({ ...publicMembers, Username: username }),
    run(pool, { ClientId, SecretHash, Username }) {
      requireClient(pool, ClientId, SecretHash);
      const user = findUser(pool, Username);
      if (!user) return { CodeDeliveryDetails: madeUp(pool, Username) };
      if (!user.enabled) throw notAuthorized('User is disabled.');
      if (user.status === 'FORCE_CHANGE_PASSWORD') {
        throw notAuthorized('User password cannot be reset in the current state.');
      }
      return { CodeDeliveryDetails: sendResetCode(pool, user) };
    },
  }),
  operation({
    name: 'ConfirmForgotPassword',
    access: 'public',
    input: z.object({ ...publicMembers, Username: username, ConfirmationCode: code, Password: password }),
    async run(pool, { ClientId, SecretHash, Username, ConfirmationCode, Password }) {
      requireClient(pool, ClientId, SecretHash);
      checkPolicy(Password);
      const hash = await hashPassword(Password);
      const user = findUser(pool, Username);
      if (!user) throw settingsOf(pool).preventUserExistenceErrors ? codeMismatch() : userNotFound();
      if (!user.enabled) throw codeMismatch();
      const contact = useCode(pool, user, 'reset', ConfirmationCode);
      user.attributes[`${contact}_verified`] = 'true';
      Object.assign(user, {
        password: hash,
        status: 'CONFIRMED',
        failedLogins: 0,
        lockedUntil: 0,
      } satisfies Partial<User>);
      touch(pool, user);
      signOutEverywhere(pool, user);
      return {};
    },
  }),
  operation({
    name: 'ChangePassword',
    access: 'public',
    input: z.object({ AccessToken: accessToken, PreviousPassword: password.optional(), ProposedPassword: password }),
    async run(pool, { AccessToken, PreviousPassword = '', ProposedPassword }) {
      const user = userOf(pool, AccessToken);
      if (user.lockedUntil > pool.now()) throw limitExceeded();
      if (!(await isPassword(PreviousPassword, user.password))) throw notAuthorized();
      checkPolicy(ProposedPassword);
      user.password = await hashPassword(ProposedPassword);
      touch(pool, user);
      return {};
    },
  }),
];

/**
 * Sends a reset code to the first verified contact in the pool's order of recovery.
 * @throws CognitoError InvalidParameter when nothing is verified
 */
export function sendResetCode(pool: Pool, user: User) {
  const contact = settingsOf(pool).recovery.find((one) => isVerified(user, one));
  const value = contact && user.attributes[contact];
  if (!contact || !value) {
    throw invalidParameter(
      'Cannot reset password for the user as there is no registered/verified email or phone_number',
    );
  }
  return sendCode(pool, user, 'reset', { contact, value });
}
