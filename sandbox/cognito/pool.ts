import type { SandboxContext } from '../context.ts';
import type { RecordStore } from '../record-store.ts';
import { CognitoError } from './errors.ts';

/** A user of the pool. Times in milliseconds. */
export type User = {
  /** The `sub`, which is the username too. Users sign in with their email address. */
  readonly id: string;
  attributes: Record<string, string>;
  /** Without a password of their own, users have to choose one. */
  status: 'CONFIRMED' | 'FORCE_CHANGE_PASSWORD';
  readonly created: number;
  modified: number;
  /** A hash; null before the first password. */
  password: string | null;
  groups: string[];
  failedLogins: number;
  lockedUntil: number;
};

export type Group = {
  readonly id: string;
  readonly description: string | null;
  readonly precedence: number | null;
  readonly created: number;
};

export type CognitoTables = {
  user: User;
  group: Group;
};

export type Pool = {
  readonly context: SandboxContext;
  readonly records: RecordStore<CognitoTables>;
  readonly poolId: string;
  readonly clientId: string;
  readonly region: string;
  /** Unix time, ms. */
  now(): number;
};

/** @throws CognitoError ResourceNotFound for a pool other than this one */
export function requirePool({ poolId }: Pool, id: string): void {
  if (id !== poolId) throw new CognitoError('ResourceNotFoundException', `User pool ${id} does not exist.`);
}

/** @throws CognitoError for a client other than this one, and for a secret's hash: this client has no secret */
export function requireClient({ clientId }: Pool, id: string, secretHash?: string): void {
  if (id !== clientId) throw new CognitoError('ResourceNotFoundException', `User pool client ${id} does not exist.`);
  if (secretHash !== undefined) {
    throw new CognitoError('NotAuthorizedException', `Unable to verify secret hash for client ${id}`);
  }
}
