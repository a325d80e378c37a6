import * as z from 'zod';

import { CognitoError, invalidParameter, notAuthorized } from '../errors.ts';
import { type Operation, operation } from '../operation.ts';
import { checkPolicy, hashPassword } from '../passwords.ts';
import { type Pool, type User, requirePool } from '../pool.ts';
import { attributes, clientMetadata, onUser, password } from '../shapes.ts';
import { addUser, findUser, isEmail, listAttributes, readAttributes, requireUser, touch, userType } from '../users.ts';

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

/** Operations on one user. */
export const userOperations: readonly Operation[] = [
  operation({ name: 'AdminCreateUser', access: 'signed', input: CreateUser, run: createUser }),
  operation({
    name: 'AdminSetUserPassword',
    access: 'signed',
    input: z.object({ ...onUser, Password: password, Permanent: z.boolean().optional() }),
    async run(pool, { UserPoolId, Username, Password, Permanent }) {
      requirePool(pool, UserPoolId);
      requireUser(pool, Username);
      if (Permanent !== true) throw invalidParameter('The sandbox simulates permanent passwords only.');
      checkPolicy(Password);
      const hash = await hashPassword(Password);
      const user = requireUser(pool, Username);
      // A lock stays: AWS documents that only a sign-in and a quarter of an hour without attempts end one.
      const changes = { password: hash, status: 'CONFIRMED' } as const;
      Object.assign(user, changes satisfies Partial<User>);
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
      const changes = readAttributes(UserAttributes);
      requireFreeEmail(pool, user, changes['email']);
      for (const contact of ['email', 'phone_number'] as const) {
        const isNew = changes[contact] !== undefined && changes[contact] !== user.attributes[contact];
        if (isNew) changes[`${contact}_verified`] ??= 'false';
      }
      // An empty value removes an attribute.
      const merged = Object.entries({ ...user.attributes, ...changes }).filter(([, value]) => value !== '');
      user.attributes = Object.fromEntries(merged);
      touch(pool, user);
      return {};
    },
  }),
  operation({
    name: 'AdminDeleteUser',
    access: 'signed',
    input: z.object(onUser),
    run(pool, { UserPoolId, Username }) {
      requirePool(pool, UserPoolId);
      pool.records.remove('user', requireUser(pool, Username).id);
      return {};
    },
  }),
  operation({
    name: 'AdminConfirmSignUp',
    access: 'signed',
    input: z.object({ ...onUser, ClientMetadata: clientMetadata }),
    run(pool, { UserPoolId, Username }) {
      requirePool(pool, UserPoolId);
      // The sandbox has no sign-up, and therefore no user that waits for confirmation.
      const { status } = requireUser(pool, Username);
      throw notAuthorized(`User cannot be confirmed. Current status is ${status}`);
    },
  }),
];

function createUser(pool: Pool, input: z.output<typeof CreateUser>): object {
  requirePool(pool, input.UserPoolId);
  const { Username: name, MessageAction: action, TemporaryPassword: temporary } = input;
  if (action !== 'SUPPRESS' || temporary !== undefined) {
    throw invalidParameter('The sandbox simulates MessageAction SUPPRESS without a TemporaryPassword only.');
  }
  if (!isEmail(name)) throw invalidParameter('Username should be an email.');
  const read = readAttributes(input.UserAttributes);
  const email = name.toLowerCase();
  if (read['email'] !== undefined && read['email'] !== email) {
    throw invalidParameter('User attribute email does not match the username.');
  }
  if (findUser(pool, email)) throw new CognitoError('UsernameExistsException', 'User account already exists');
  return { User: userType(addUser(pool, { ...read, email })) };
}

/** An email address belongs to one account only; a phone number may belong to several. */
function requireFreeEmail(pool: Pool, user: User, email: string | undefined): void {
  const holder = email ? findUser(pool, email) : undefined;
  if (holder && holder.id !== user.id) {
    throw new CognitoError('AliasExistsException', 'An account with the email already exists.');
  }
}
