import * as z from 'zod';

import { deliver } from '../codes.ts';
import { CognitoError, invalidParameter, notAuthorized } from '../errors.ts';
import { type Operation, operation } from '../operation.ts';
import { checkPolicy, hashPassword, temporaryPassword } from '../passwords.ts';
import { type Contact, type Pool, type User, requirePool } from '../pool.ts';
import { attributes, clientMetadata, onUser, password } from '../shapes.ts';
import { signOutEverywhere } from '../tokens.ts';
import { addUser, findUser, isEmail, listAttributes, readAttributes, requireUser, touch, userType } from '../users.ts';
import { applyAttributes, removeUser, requireFree } from './attributes.ts';
import { sendResetCode } from './passwords.ts';

const CreateUser = z.object({
  ...onUser,
  UserAttributes: attributes.optional(),
  ValidationData: attributes.optional(),
  TemporaryPassword: password.optional(),
  ForceAliasCreation: z.boolean().optional(),
  MessageAction: z.enum(['RESEND', 'SUPPRESS']).optional(),
  DesiredDeliveryMediums: z.array(z.enum(['SMS', 'EMAIL'])).optional(),
  ClientMetadata: clientMetadata,
});

/** The plain calls on one user: find, do, answer with nothing. */
function onUserOperation(name: string, work: (pool: Pool, user: User) => void): Operation {
  return operation({
    name,
    access: 'signed',
    input: z.object({ ...onUser, ClientMetadata: clientMetadata }),
    run(pool, { UserPoolId, Username }) {
      requirePool(pool, UserPoolId);
      work(pool, requireUser(pool, Username));
      return {};
    },
  });
}

/** What the account's owner does with users. */
export const adminOperations: readonly Operation[] = [
  operation({ name: 'AdminCreateUser', access: 'signed', input: CreateUser, run: createUser }),
  operation({
    name: 'AdminSetUserPassword',
    access: 'signed',
    input: z.object({ ...onUser, Password: password, Permanent: z.boolean().optional() }),
    async run(pool, { UserPoolId, Username, Password, Permanent = false }) {
      requirePool(pool, UserPoolId);
      requireUser(pool, Username);
      checkPolicy(Password);
      const hash = await hashPassword(Password);
      const user = requireUser(pool, Username);
      const status = Permanent ? 'CONFIRMED' : 'FORCE_CHANGE_PASSWORD';
      Object.assign(user, { password: hash, status, failedLogins: 0, lockedUntil: 0 } satisfies Partial<User>);
      touch(pool, user);
      return {};
    },
  }),
  operation({
    name: 'AdminGetUser',
    access: 'signed',
    input: z.object(onUser),
    run(pool, { UserPoolId, Username }) {
      requirePool(pool, UserPoolId);
      const user = requireUser(pool, Username);
      const { Attributes: _listed, ...rest } = userType(user);
      return { ...rest, UserAttributes: listAttributes(user) };
    },
  }),
  operation({
    name: 'AdminUpdateUserAttributes',
    access: 'signed',
    input: z.object({ ...onUser, UserAttributes: attributes, ClientMetadata: clientMetadata }),
    run(pool, { UserPoolId, Username, UserAttributes }) {
      requirePool(pool, UserPoolId);
      const user = requireUser(pool, Username);
      const changes = readAttributes(UserAttributes, 'admin');
      if (changes['email']) requireFree(pool, user, 'email', changes['email']);
      for (const contact of ['email', 'phone_number'] as const) {
        const isNew = changes[contact] !== undefined && changes[contact] !== user.attributes[contact];
        if (isNew) changes[`${contact}_verified`] ??= 'false';
      }
      applyAttributes(pool, user, changes);
      return {};
    },
  }),
  onUserOperation('AdminDeleteUser', removeUser),
  onUserOperation('AdminConfirmSignUp', (pool, user) => {
    if (user.status !== 'UNCONFIRMED')
      throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
    user.status = 'CONFIRMED';
    touch(pool, user);
  }),
  onUserOperation('AdminDisableUser', (pool, user) => setEnabled(pool, user, false)),
  onUserOperation('AdminEnableUser', (pool, user) => setEnabled(pool, user, true)),
  onUserOperation('AdminUserGlobalSignOut', signOutEverywhere),
  onUserOperation('AdminResetUserPassword', (pool, user) => {
    if (user.status !== 'CONFIRMED' && user.status !== 'RESET_REQUIRED') {
      throw notAuthorized('User password cannot be reset in the current state.');
    }
    sendResetCode(pool, user);
    user.status = 'RESET_REQUIRED';
    touch(pool, user);
  }),
];

async function createUser(pool: Pool, input: z.output<typeof CreateUser>): Promise<object> {
  requirePool(pool, input.UserPoolId);
  const { Username: name, MessageAction: action, TemporaryPassword: given } = input;
  if (action === 'RESEND') return { User: userType(await invite(pool, requireUser(pool, name), input)) };
  if (!isEmail(name)) throw invalidParameter('Username should be an email.');
  const read = readAttributes(input.UserAttributes, 'admin');
  const email = name.toLowerCase();
  if (read['email'] !== undefined && read['email'] !== email) {
    throw invalidParameter('User attribute email does not match the username.');
  }
  if (given !== undefined) checkPolicy(given);
  const temporary = given ?? temporaryPassword();
  const hash = await hashPassword(temporary);
  // From here to the end nothing waits: of two calls for one address, one adds the user.
  if (findUser(pool, email)) throw new CognitoError('UsernameExistsException', 'User account already exists');
  const user = addUser(pool, { attributes: { ...read, email }, status: 'FORCE_CHANGE_PASSWORD', password: hash });
  if (action !== 'SUPPRESS') send(pool, user, input.DesiredDeliveryMediums, temporary);
  return { User: userType(user) };
}

async function invite(pool: Pool, user: User, input: z.output<typeof CreateUser>): Promise<User> {
  if (user.status !== 'FORCE_CHANGE_PASSWORD') {
    throw new CognitoError(
      'UnsupportedUserStateException',
      'Resend not possible. User status is not FORCE_CHANGE_PASSWORD',
    );
  }
  const temporary = input.TemporaryPassword ?? temporaryPassword();
  checkPolicy(temporary);
  user.password = await hashPassword(temporary);
  touch(pool, user);
  send(pool, user, input.DesiredDeliveryMediums, temporary);
  return user;
}

/** An invitation with the temporary password; by text unless asked otherwise. */
function send(pool: Pool, user: User, mediums: readonly ('SMS' | 'EMAIL')[] = ['SMS'], temporary: string): void {
  for (const medium of mediums) {
    const contact: Contact = medium === 'SMS' ? 'phone_number' : 'email';
    const value = user.attributes[contact];
    if (value) deliver(pool, { contact, value }, 'Your temporary password is', temporary);
  }
}

function setEnabled(pool: Pool, user: User, enabled: boolean): void {
  user.enabled = enabled;
  touch(pool, user);
}
