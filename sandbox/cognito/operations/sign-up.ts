import * as z from 'zod';

import { type Delivery, deliveryTo, sendCode, useCode } from '../codes.ts';
import { CognitoError, expiredCode, invalidParameter, notAuthorized, userNotFound } from '../errors.ts';
import { type Operation, operation } from '../operation.ts';
import { checkPolicy, hashPassword } from '../passwords.ts';
import { type Contact, type Pool, type User, requireClient, settingsOf } from '../pool.ts';
import { attributes, code, password, publicMembers, session, username } from '../shapes.ts';
import { addUser, findUser, isEmail, readAttributes, touch } from '../users.ts';

const SignUp = z.object({
  ...publicMembers,
  Username: username,
  Password: password.optional(),
  UserAttributes: attributes.optional(),
  ValidationData: attributes.optional(),
});

/** Signing up: the account, its code, and the code again. */
export const signUpOperations: readonly Operation[] = [
  operation({ name: 'SignUp', access: 'public', input: SignUp, run: signUp }),
  operation({
    name: 'ConfirmSignUp',
    access: 'public',
    input: z.object({
      ...publicMembers,
      Username: username,
      ConfirmationCode: code,
      ForceAliasCreation: z.boolean().optional(),
      Session: session,
    }),
    run(pool, { ClientId, SecretHash, Username, ConfirmationCode }) {
      requireClient(pool, ClientId, SecretHash);
      const user = findUser(pool, Username);
      if (!user) throw settingsOf(pool).preventUserExistenceErrors ? expiredCode() : userNotFound();
      if (user.status !== 'UNCONFIRMED') {
        throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
      }
      const contact = useCode(pool, user, 'signup', ConfirmationCode);
      user.attributes[`${contact}_verified`] = 'true';
      user.status = 'CONFIRMED';
      touch(pool, user);
      return {};
    },
  }),
  operation({
    name: 'ResendConfirmationCode',
    access: 'public',
    input: z.object({ ...publicMembers, Username: username }),
    run(pool, { ClientId, SecretHash, Username }) {
      requireClient(pool, ClientId, SecretHash);
      const user = findUser(pool, Username);
      if (!user) return { CodeDeliveryDetails: madeUp(pool, Username) };
      if (user.status !== 'UNCONFIRMED') throw invalidParameter('User is already confirmed.');
      const sent = sendSignUpCode(pool, user);
      if (!sent) throw invalidParameter('Cannot resend codes. Auto verification not turned on.');
      return { CodeDeliveryDetails: sent };
    },
  }),
];

async function signUp(pool: Pool, input: z.output<typeof SignUp>): Promise<object> {
  const { ClientId, SecretHash, Username, Password, UserAttributes } = input;
  requireClient(pool, ClientId, SecretHash);
  if (Password === undefined) throw invalidParameter('Password is required.');
  if (!isEmail(Username)) throw invalidParameter('Username should be an email.');
  checkPolicy(Password);
  const read = readAttributes(UserAttributes, 'client');
  const email = Username.toLowerCase();
  if (read['email'] !== undefined && read['email'] !== email) {
    throw invalidParameter('User attribute email does not match the username.');
  }
  const hash = await hashPassword(Password);
  // From here to the end nothing waits: two sign-ups with one address cannot both pass.
  if (findUser(pool, email)) {
    throw new CognitoError('UsernameExistsException', 'An account with the given email already exists.');
  }
  const user = addUser(pool, { attributes: { ...read, email }, status: 'UNCONFIRMED', password: hash });
  const sent = sendSignUpCode(pool, user);
  return { UserConfirmed: false, UserSub: user.id, ...(sent && { CodeDeliveryDetails: sent }) };
}

/** With phone and email both auto-verified, the code goes by text only (developer guide, "Verifying contact info"). */
function sendSignUpCode(pool: Pool, user: User): Delivery | null {
  const { autoVerified } = settingsOf(pool);
  const order: Contact[] = ['phone_number', 'email'];
  for (const contact of order) {
    const value = user.attributes[contact];
    if (value && autoVerified.includes(contact)) return sendCode(pool, user, 'signup', { contact, value });
  }
  return null;
}

/**
 * What is told of a message to a user who does not exist, where that is not told.
 * @throws CognitoError UserNotFound where it is
 */
export function madeUp(pool: Pool, name: string): Delivery {
  if (!settingsOf(pool).preventUserExistenceErrors) throw userNotFound();
  return deliveryTo({ contact: 'email', value: isEmail(name) ? name : `${name}@example.com` });
}
