/** What a text from the product is, as far as the reference tells them apart. */
export type Reply = 'answer' | 'stop' | 'start' | 'start_no_plan' | 'promo' | 'inactive';

/** `over`: had one, and it has ended. */
export type Plan = 'none' | 'active' | 'past_due' | 'over';

/**
 * The product as its customers know it: one person, the numbers that this person has had, and who gets which reply. No
 * queue, no process, no journal: nothing of those may be seen from outside.
 */
export type Reference = {
  hasAccount: boolean;
  /** By position; the account's own is the last one. */
  phones: number;
  plan: Plan;
  /** The card on file will be refused at the next renewal. */
  isCardFailing: boolean;
  /** How often it has been tried since. */
  failures: number;
  /** The database can be reached. */
  isDatabaseThere: boolean;
  /** STOP or START, by number, that were said during this outage: within two minutes a second is not confirmed. */
  readonly saidInOutage: Set<string>;
  readonly optedOut: Set<number>;
  /** Numbers that were told today that the plan is not active. */
  readonly toldInactive: Set<number>;
  /** Numbers without an account that were told, once and for all, how to get one. */
  readonly toldPromo: Set<number>;
  /** Everything that each number must have received, oldest first. */
  readonly received: string[][];
};

/** Someone who has just signed up, without a plan. */
export function newReference(): Reference {
  return {
    hasAccount: true,
    phones: 1,
    plan: 'none',
    isCardFailing: false,
    failures: 0,
    isDatabaseThere: true,
    saidInOutage: new Set(),
    optedOut: new Set(),
    toldInactive: new Set(),
    toldPromo: new Set(),
    received: [[]],
  };
}

/** Whether the number belongs to the account. */
export function isOwn({ hasAccount, phones }: Reference, phone: number): boolean {
  return hasAccount && phone === phones - 1;
}

/** Whether the account's plan buys answers. */
export function paysForAnswers({ plan }: Reference): boolean {
  return plan === 'active' || plan === 'past_due';
}

/** A question that was never asked before: what comes back, and what is remembered of it. */
export function question(it: Reference, phone: number): Reply | null {
  if (it.optedOut.has(phone)) return null;
  if (!isOwn(it, phone)) {
    // During an outage it is not known who has been told.
    if (!it.isDatabaseThere || it.toldPromo.has(phone)) return null;
    it.toldPromo.add(phone);
    return 'promo';
  }
  if (paysForAnswers(it)) return 'answer';
  if (it.toldInactive.has(phone)) return null;
  it.toldInactive.add(phone);
  return 'inactive';
}

/** STOP: confirmed once, however often it is said. */
export function stop(it: Reference, phone: number): Reply | null {
  if (it.optedOut.has(phone)) return null;
  it.optedOut.add(phone);
  return 'stop';
}

/** START: always confirmed, in other words to who has no plan. */
export function start(it: Reference, phone: number): Reply {
  it.optedOut.delete(phone);
  return isOwn(it, phone) && paysForAnswers(it) ? 'start' : 'start_no_plan';
}

/** How often the payment provider tries a card again before it ends the plan (sandbox/stripe: three times). */
const retriesMax = 3;

/** The period ends: the card on file is charged. */
export function renew(it: Reference): void {
  if (it.isCardFailing) it.plan = 'past_due';
  it.failures = 0;
}

/** The refused card is tried once more. */
export function retryCard(it: Reference): void {
  it.failures += 1;
  if (it.failures === retriesMax) it.plan = 'over';
}
