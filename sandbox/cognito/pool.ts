import type { Book } from '../book.ts';
import type { SandboxContext } from '../context.ts';
import { CognitoError } from './errors.ts';

export type UserStatus = 'UNCONFIRMED' | 'CONFIRMED' | 'RESET_REQUIRED' | 'FORCE_CHANGE_PASSWORD';
/** The attributes that can be verified by a code. */
export type Contact = 'email' | 'phone_number';

/** A user of the pool. Times in milliseconds. */
export type User = {
  /** The `sub`, which is the username too: the pool's users are named by it and sign in with their email address. */
  readonly id: string;
  attributes: Record<string, string>;
  /** A new value that waits for its code; the old one stays till then. */
  pending: Partial<Record<Contact, string>>;
  status: UserStatus;
  enabled: boolean;
  readonly created: number;
  modified: number;
  password: string | null;
  groups: string[];
  failedLogins: number;
  lockedUntil: number;
  /** Access tokens older than this are dead (signed out everywhere). */
  tokensFrom: number;
  /** When codes were sent to this user in the last hour. */
  codesSent: number[];
};

export type Group = {
  readonly id: string;
  readonly description: string | null;
  readonly precedence: number | null;
  readonly created: number;
};
/** A code on its way. Only its hash is kept. */
export type Code = {
  readonly id: string;
  readonly hash: string;
  readonly contact: Contact;
  readonly expires: number;
  tries: number;
};
export type RefreshToken = {
  readonly id: string;
  readonly user: string;
  readonly origin: string;
  readonly expires: number;
};
/** The key that signs tokens, made at first need (PEM). */
export type SigningKey = { readonly id: 'signing'; readonly pem: string };

export type CognitoTables = {
  user: User;
  group: Group;
  code: Code;
  refresh: RefreshToken;
  key: SigningKey;
  settings: PoolSettings;
};

/** What an account's owner sets for a pool and its client. */
export type PoolSettings = {
  readonly id: 'settings';
  /** Sign-up codes go to the first of these that the user has; with both, by text only. */
  autoVerified: Contact[];
  /** Where reset codes go, first choice first, if verified. */
  recovery: Contact[];
  /** A change of these is not seen before it is verified. */
  verifyBeforeUpdate: Contact[];
  preventUserExistenceErrors: boolean;
};

export const defaultSettings: PoolSettings = {
  id: 'settings',
  autoVerified: ['phone_number', 'email'],
  recovery: ['email', 'phone_number'],
  verifyBeforeUpdate: ['phone_number', 'email'],
  preventUserExistenceErrors: true,
};

export type Pool = {
  readonly context: SandboxContext;
  readonly book: Book<CognitoTables>;
  readonly poolId: string;
  readonly clientId: string;
  readonly region: string;
  /** Unix time, ms. */
  now(): number;
};

export function settingsOf({ book }: Pool): PoolSettings {
  return book.get('settings', 'settings') ?? defaultSettings;
}

/** @throws CognitoError ResourceNotFound for another pool than this one */
export function requirePool({ poolId }: Pool, id: string): void {
  if (id !== poolId) throw new CognitoError('ResourceNotFoundException', `User pool ${id} does not exist.`);
}

/** @throws CognitoError for another client than this one, and for a secret's hash: this client has no secret */
export function requireClient({ clientId }: Pool, id: string, secretHash?: string): void {
  if (id !== clientId) throw new CognitoError('ResourceNotFoundException', `User pool client ${id} does not exist.`);
  if (secretHash !== undefined) {
    throw new CognitoError('NotAuthorizedException', `Unable to verify secret hash for client ${id}`);
  }
}
