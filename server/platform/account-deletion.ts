/** An account that its owner asked to delete. It is already closed; these are its ids at the third parties. */
export type ClosedAccount = {
  readonly userId: string;
  /** Since then its phone may have a new owner: later texts are not part of it. */
  readonly requestedAt: Date;
  readonly stripeCustomerId: string | null;
  readonly externalIdentityId: string | null;
  /** The telephone numbers that were its own, in E.164. */
  readonly numbers: readonly string[];
  /** There was no account: an operator forgets a number, also in the texts that accounts sent from it earlier. */
  readonly isNumberOnly: boolean;
};

/**
 * One feature's part of a deletion (docs/reference/security.md#t23). Done when it returns; retried indefinitely while
 * it throws. It may run twice, so it must accept what is already deleted. The user's row is removed after all of them.
 */
export type DeletionStep = {
  /** Stored when the step is done: never rename one. */
  readonly name: string;
  run(account: ClosedAccount): Promise<void>;
};

/** A step has to wait for something in progress; this is not an error. */
export class StepPending extends Error {
  constructor() {
    super('not yet');
    this.name = 'StepPending';
  }
}
