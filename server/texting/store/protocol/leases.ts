/**
 * A lease gives one process a text for a while. PostgreSQL leases, renews and releases many texts in one statement
 * (queue.repo.ts), because only it can skip rows that another process is leasing; store/statements.test.ts compares its
 * conditions with these functions.
 */

import type { Text } from './states.ts';

/** What may be leased; see `LeaseGate` in text-store.ts. */
export type LeaseFilter = {
  readonly now: number;
  /** Texts from before this time wait for the journals of an outage. */
  readonly notBefore: number | null;
  readonly busySenders: readonly string[];
  /** Only replies that need no model. */
  readonly isFixedOnly: boolean;
};

/** Whether a text may be leased: it waits for work, no lease on it runs, and no other store may have it. */
export function mayLease(text: Text, { now, notBefore, busySenders, isFixedOnly }: LeaseFilter): boolean {
  if (text.state !== 'received') return false;
  if (text.leaseUntil !== null && text.leaseUntil >= now) return false;
  if (notBefore !== null && text.receivedAt < notBefore) return false;
  if (busySenders.includes(text.sender)) return false;
  return !isFixedOnly || text.reply !== 'answer';
}

/** The text with a new lease, and with a fence that tells it from every earlier one. */
export function lease(text: Text, owner: string, leaseUntil: number): Text {
  return { ...text, fence: text.fence + 1, leaseOwner: owner, leaseUntil };
}

/** Whether the heartbeat of `owner` keeps its lease: also while its send is open. */
export function mayRenew({ state, leaseOwner }: Text, owner: string): boolean {
  return state !== 'done' && leaseOwner === owner;
}

/** Whether `owner` may let others work on it: a text whose send is open stays with the reconciler. */
export function mayRelease({ state, leaseOwner }: Text, owner: string): boolean {
  return state === 'received' && leaseOwner === owner;
}

/** The text without its lease; it rests until `restUntil`, if need be. */
export function release(text: Text, restUntil: number | null): Text {
  return { ...text, leaseOwner: null, leaseUntil: restUntil };
}
