/** An account that its owner asked to delete. It is already closed; these are its ids at the third parties. */
export type ClosedAccount = {
  readonly userId: string;
  /** From then on its phone may have a new owner, so later texts are not part of the deletion. */
  readonly requestedAt: Date;
  readonly stripeCustomerId: string | null;
  readonly externalIdentityId: string | null;
  /** Its phone numbers, in E.164. */
  readonly numbers: readonly string[];
  /** There is no account: an operator has a number forgotten, including earlier texts that accounts sent from it. */
  readonly isNumberOnly: boolean;
};

/**
 * One feature's part of a deletion (docs/reference/security.md#t23). Done when it returns; retried indefinitely while
 * it throws. It may run twice, so it must accept what is already deleted. The user's row is removed after all of them.
 */
export type DeletionStep = {
  /** Stored when the step is done, so never rename one. */
  readonly name: string;
  run(account: ClosedAccount): Promise<void>;
};

/** The step must wait for something in progress. Not a failure. */
export class StepPending extends Error {
  constructor() {
    super('not yet');
    this.name = 'StepPending';
  }
}
