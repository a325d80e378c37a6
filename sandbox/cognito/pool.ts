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
  lastAttempt: number;
};

export type Group = {
  readonly id: string;
  readonly description: string | null;
  readonly precedence: number | null;
  readonly created: number;
};

/** What an update changes of a client; what it does not name goes back to its default, as with Cognito. */
export type ClientSettings = {
  readonly ClientName: string;
  readonly ExplicitAuthFlows: readonly string[];
  readonly PreventUserExistenceErrors: 'ENABLED' | 'LEGACY';
  readonly RefreshTokenValidity: number;
  readonly AccessTokenValidity: number;
  readonly IdTokenValidity: number;
  readonly TokenValidityUnits: Readonly<Record<string, string>>;
  readonly EnableTokenRevocation: boolean;
  readonly AuthSessionValidity: number;
};

/** A client of the pool. Times in milliseconds. */
export type Client = {
  readonly id: string;
  readonly secret: string | null;
  readonly created: number;
  settings: ClientSettings;
};

export type CognitoTables = {
  client: Client;
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
