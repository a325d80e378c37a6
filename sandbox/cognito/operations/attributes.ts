import * as z from 'zod';

import { type Delivery, sendCode, useCode } from '../codes.ts';
import { CognitoError, invalidParameter } from '../errors.ts';
import { type Operation, operation } from '../operation.ts';
import { type Contact, type Pool, type User, settingsOf } from '../pool.ts';
import { accessToken, attributeName, attributes, clientMetadata, code } from '../shapes.ts';
import { userOf } from '../tokens.ts';
import { findUser, listAttributes, readAttributes, touch } from '../users.ts';

const contacts: readonly Contact[] = ['phone_number', 'email'];

/** What a signed-in user does with their own account. */
export const attributeOperations: readonly Operation[] = [
  operation({
    name: 'GetUser',
    access: 'public',
    input: z.object({ AccessToken: accessToken }),
    run(pool, { AccessToken }) {
      const user = userOf(pool, AccessToken);
      return { Username: user.id, UserAttributes: listAttributes(user) };
    },
  }),
  operation({
    name: 'UpdateUserAttributes',
    access: 'public',
    input: z.object({ AccessToken: accessToken, UserAttributes: attributes, ClientMetadata: clientMetadata }),
    run(pool, { AccessToken, UserAttributes }) {
      const user = userOf(pool, AccessToken);
      return { CodeDeliveryDetailsList: update(pool, user, readAttributes(UserAttributes, 'client')) };
    },
  }),
  operation({
    name: 'GetUserAttributeVerificationCode',
    access: 'public',
    input: z.object({ AccessToken: accessToken, AttributeName: attributeName, ClientMetadata: clientMetadata }),
    run(pool, { AccessToken, AttributeName }) {
      const user = userOf(pool, AccessToken);
      const contact = contactNamed(AttributeName);
      const value = user.pending[contact] ?? user.attributes[contact];
      if (!value) throw invalidParameter(`User does not have attribute ${contact}.`);
      return { CodeDeliveryDetails: sendCode(pool, user, contact, { contact, value }) };
    },
  }),
  operation({
    name: 'VerifyUserAttribute',
    access: 'public',
    input: z.object({ AccessToken: accessToken, AttributeName: attributeName, Code: code }),
    run(pool, { AccessToken, AttributeName, Code }) {
      const user = userOf(pool, AccessToken);
      const contact = contactNamed(AttributeName);
      useCode(pool, user, contact, Code);
      const value = user.pending[contact];
      if (value !== undefined) requireFree(pool, user, contact, value);
      if (value !== undefined) user.attributes[contact] = value;
      delete user.pending[contact];
      user.attributes[`${contact}_verified`] = 'true';
      touch(pool, user);
      return {};
    },
  }),
  operation({
    name: 'DeleteUser',
    access: 'public',
    input: z.object({ AccessToken: accessToken }),
    run(pool, { AccessToken }) {
      removeUser(pool, userOf(pool, AccessToken));
      return {};
    },
  }),
];

function update(pool: Pool, user: User, changes: Record<string, string>): Delivery[] {
  const { verifyBeforeUpdate, autoVerified } = settingsOf(pool);
  const sent: Delivery[] = [];
  for (const contact of contacts) {
    const value = changes[contact];
    if (value === undefined || value === '' || value === user.attributes[contact]) continue;
    requireFree(pool, user, contact, value);
    if (verifyBeforeUpdate.includes(contact)) {
      delete changes[contact];
      user.pending[contact] = value;
    } else changes[`${contact}_verified`] = 'false';
    if (autoVerified.includes(contact)) sent.push(sendCode(pool, user, contact, { contact, value }));
  }
  applyAttributes(pool, user, changes);
  return sent;
}

/** Writes attributes; an empty value removes one. */
export function applyAttributes(pool: Pool, user: User, changes: Record<string, string>): void {
  user.attributes = Object.fromEntries(
    Object.entries({ ...user.attributes, ...changes }).filter(([, value]) => value !== ''),
  );
  touch(pool, user);
}

/**
 * An email address names one account only. (A phone number is no alias in this pool: Cognito lets two users have one.)
 * @throws CognitoError AliasExists
 */
export function requireFree(pool: Pool, user: User, contact: Contact, value: string): void {
  const holder = contact === 'email' ? findUser(pool, value) : undefined;
  if (holder && holder.id !== user.id) {
    throw new CognitoError('AliasExistsException', 'An account with the email already exists.');
  }
}

/** Takes a user and everything of theirs out of the pool. */
export function removeUser(pool: Pool, { id }: User): void {
  pool.book.remove('user', id);
  for (const purpose of ['signup', 'reset', 'email', 'phone_number']) pool.book.remove('code', `${id}:${purpose}`);
  for (const token of pool.book.all('refresh')) if (token.user === id) pool.book.remove('refresh', token.id);
}

function contactNamed(name: string): Contact {
  const contact = contacts.find((one) => one === name);
  if (!contact) throw invalidParameter(`Attribute ${name} cannot be verified.`);
  return contact;
}
