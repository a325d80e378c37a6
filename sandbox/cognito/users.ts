import { randomUUID } from 'node:crypto';

import { invalidParameter, notAuthorized, userNotFound } from './errors.ts';
import type { Contact, Pool, User, UserStatus } from './pool.ts';
import type { Attributes } from './shapes.ts';

/** The user with this email address or `sub`; letter case does not count in addresses. */
export function findUser({ book }: Pool, name: string): User | undefined {
  const direct = book.get('user', name);
  if (direct) return direct;
  const email = name.toLowerCase();
  for (const user of book.all('user')) if (user.attributes['email'] === email) return user;
  return undefined;
}

/** @throws CognitoError UserNotFound */
export function requireUser(pool: Pool, name: string): User {
  const user = findUser(pool, name);
  if (!user) throw userNotFound();
  return user;
}

type NewUser = {
  readonly attributes: Record<string, string>;
  readonly status: UserStatus;
  readonly password: string | null;
};

/** Adds a user; whether the name is free was checked before, in the same breath. */
export function addUser(pool: Pool, { attributes, status, password }: NewUser): User {
  const now = pool.now();
  const id = randomUUID();
  const user: User = {
    id,
    attributes,
    pending: {},
    status,
    enabled: true,
    created: now,
    modified: now,
    password,
    groups: [],
    failedLogins: 0,
    lockedUntil: 0,
    tokensFrom: 0,
    codesSent: [],
  };
  pool.book.put('user', user);
  return user;
}

/** Marks a user as changed now. */
export function touch(pool: Pool, user: User): void {
  user.modified = pool.now();
  pool.book.put('user', user);
}

/** The standard attributes of OpenID Connect that every pool has; those that say "verified" are not for clients. */
const writable = new Set([
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
]);
const verifiedMarks = new Set(['email_verified', 'phone_number_verified']);

/**
 * A request's attributes as a record.
 * @param writer whether an administrator or the user writes them: only the first may say what is verified
 * @throws CognitoError for attributes that the pool does not have, or values that cannot be
 */
export function readAttributes(given: Attributes | undefined, writer: 'admin' | 'client'): Record<string, string> {
  const read: Record<string, string> = {};
  for (const { Name: name, Value: value = '' } of given ?? []) {
    if (verifiedMarks.has(name) && writer === 'client') {
      throw notAuthorized('A client attempted to write unauthorized attribute');
    }
    if (!writable.has(name) && !verifiedMarks.has(name)) {
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

/** Whether this is an email address at all. */
export function isEmail(value: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value);
}

/** A user's attributes as answers list them. */
export function listAttributes({ id, attributes }: User): { Name: string; Value: string }[] {
  return Object.entries({ sub: id, ...attributes }).map(([Name, Value]) => ({ Name, Value }));
}

/** Whether a user proved to own this address or number. */
export function isVerified({ attributes }: User, contact: Contact): boolean {
  return attributes[contact] !== undefined && attributes[`${contact}_verified`] === 'true';
}

/** A user in lists and in the answer to AdminCreateUser. Times in unix seconds, as this protocol has them. */
export function userType(user: User) {
  return {
    Username: user.id,
    Attributes: listAttributes(user),
    UserCreateDate: user.created / 1000,
    UserLastModifiedDate: user.modified / 1000,
    Enabled: user.enabled,
    UserStatus: user.status,
  };
}
