/** An account that its owner asked to delete. It is closed already; this is what the third parties know it by. */
export type ClosedAccount = {
  readonly userId: string;
  /** Since then its phone may have a new owner: what came later is not part of it. */
  readonly requestedAt: Date;
  readonly stripeCustomerId: string | null;
  readonly externalIdentityId: string | null;
  /** The telephone numbers that were its own, in E.164. */
  readonly numbers: readonly string[];
};

/**
 * One feature's part of a deletion (security T23). Done when it returns; tried again, for ever, while it throws. It may
 * run twice, so what is gone already is fine. The user's row is removed after all of them.
 */
export type DeletionStep = {
  /** Kept as the mark that it is done: never rename one. */
  readonly name: string;
  run(account: ClosedAccount): Promise<void>;
};

/** A step has to wait for something that is under way; nothing is wrong. */
export class StepPending extends Error {
  constructor() {
    super('not yet');
    this.name = 'StepPending';
  }
}
