import type { Secret } from '#server/platform/secret.ts';

/** Whose identity it is and what is known of them. Made from our account, which is where both change. */
export type IdentityDetails = {
  /** Our user's id, which the identity carries as `preferred_username`: the way back from an identity to its account. */
  readonly ownerId: string;
  readonly name: string;
  readonly email: string;
  /** E.164, verified; null while there is none. */
  readonly phoneNumber: string | null;
  /** We alone verify the account's phones: while it has none, the identity has none either. */
  readonly isPhoneOurs?: boolean;
};

/** An identity as the pool has it. */
export type PoolIdentity = {
  /** The `sub`: never changes, and is a user name as well (API reference, "AdminGetUser"). */
  readonly id: string;
  /** Null: no one here made it. */
  readonly ownerId: string | null;
  /** The phone that the pool has on record as verified. */
  readonly phoneNumber: string | null;
};

/**
 * `locked`: after wrong passwords the service checks none of this identity for a while; this one may be right. An attempt
 * meanwhile does not prolong it.
 */
export type PoolPasswordCheck = 'right' | 'wrong' | 'locked';

/** The users of the identity service. Every method: one try of at most 5 s. @throws ProviderError */
export interface IdentityPool {
  /** Creates an identity without a usable password. @returns its id; null when the address is taken */
  create(details: IdentityDetails): Promise<string | null>;
  /** @param name an id or an address */
  find(name: string): Promise<PoolIdentity | null>;
  /** The ids of the identities that belong to an account; more than one only after a fault. */
  findOwnedBy(ownerId: string): Promise<string[]>;
  /**
   * Updates an identity. An address that another identity has in the meantime is left as it was: the identity is found by
   * its id. @returns false when there is no such identity
   */
  update(id: string, details: IdentityDetails): Promise<boolean>;
  /** Idempotent: a missing identity is no error. */
  remove(id: string): Promise<void>;
  /** Idempotent: an existing group is no error. */
  createGroup(name: string, description: string): Promise<void>;
  /** Idempotent; a missing identity is no error. */
  addToGroup(id: string, group: string): Promise<void>;
  setPassword(id: string, password: Secret): Promise<'set' | 'refused' | 'missing'>;
  /** Checks the identity's password; a wrong one brings its lock closer. Takes as long for an id that does not exist. */
  checkPassword(id: string, password: Secret): Promise<PoolPasswordCheck>;
}
