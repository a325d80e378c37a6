import { randomUUID } from 'node:crypto';

import { invalidParameter, userNotFound } from './errors.ts';
import type { Pool, User } from './pool.ts';
import type { Attributes } from './shapes.ts';

/** The user with this email address or `sub`; addresses are case-insensitive. */
export function findUser({ records }: Pool, name: string): User | undefined {
  const direct = records.get('user', name);
  if (direct) return direct;
  const email = name.toLowerCase();
  for (const user of records.all('user')) if (user.attributes['email'] === email) return user;
  return undefined;
}

/** @throws CognitoError UserNotFound */
export function requireUser(pool: Pool, name: string): User {
  const user = findUser(pool, name);
  if (!user) throw userNotFound();
  return user;
}

/** Adds a user without a password. The caller checks in the same tick that the address is free. */
export function addUser(pool: Pool, attributes: Record<string, string>): User {
  const now = pool.now();
  const id = randomUUID();
  const user: User = {
    id,
    attributes,
    status: 'FORCE_CHANGE_PASSWORD',
    created: now,
    modified: now,
    password: null,
    groups: [],
    failedLogins: 0,
    lockedUntil: 0,
    lastAttempt: 0,
  };
  pool.records.put('user', user);
  return user;
}

/** Marks a user as changed now. */
export function touch(pool: Pool, user: User): void {
  user.modified = pool.now();
  pool.records.put('user', user);
}

/** The standard attributes of OpenID Connect that every pool has. */
const known = new Set([
  'address',
  'birthdate',
  'email',
  'family_name',
  'gender',
  'given_name',
  'locale',
  'middle_name',
  'name',
  'nickname',
  'phone_number',
  'picture',
  'preferred_username',
  'profile',
  'updated_at',
  'website',
  'zoneinfo',
  'email_verified',
  'phone_number_verified',
]);

/**
 * A request's attributes as a record.
 * @throws CognitoError for an attribute that the pool does not have, or an invalid value
 */
export function readAttributes(given: Attributes | undefined): Record<string, string> {
  const read: Record<string, string> = {};
  for (const { Name: name, Value: value = '' } of given ?? []) {
    if (!known.has(name)) {
      throw invalidParameter(
        `Attributes did not conform to the schema: ${name}: Attribute does not exist in the schema.\n`,
      );
    }
    read[name] = name === 'email' ? value.toLowerCase() : value;
  }
  if (read['email'] !== undefined && !isEmail(read['email'])) throw invalidParameter('Invalid email address format.');
  const phone = read['phone_number'];
  if (phone !== undefined && phone !== '' && !/^\+[1-9]\d{6,14}$/.test(phone)) {
    throw invalidParameter('Invalid phone number format.');
  }
  return read;
}

/** Whether this looks like an email address. */
export function isEmail(value: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value);
}

/** A user's attributes as answers list them. */
export function listAttributes({ id, attributes }: User): { Name: string; Value: string }[] {
  return Object.entries({ sub: id, ...attributes }).map(([Name, Value]) => ({ Name, Value }));
}

/** A user in lists and in the answer to AdminCreateUser. Times in unix seconds, as in this protocol. */
export function userType(user: User) {
  return {
    Username: user.id,
    Attributes: listAttributes(user),
    UserCreateDate: user.created / 1000,
    UserLastModifiedDate: user.modified / 1000,
    Enabled: true,
    UserStatus: user.status,
  };
}
