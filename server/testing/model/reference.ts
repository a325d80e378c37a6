/** The kinds of replies that the reference distinguishes. */
export type Reply =
  | 'answer'
  | 'stop'
  | 'start'
  | 'start_no_plan'
  | 'promo'
  | 'inactive'
  | 'forgot'
  | 'nothing_more'
  | 'home'
  | 'home_removed'
  | 'home_later'
  | 'home_ask';

/** `over`: the account had a plan, and it has ended. */
export type Plan = 'none' | 'active' | 'past_due' | 'over';

/**
 * The reference model of the product as its customers see it: one person, their numbers, and the reply to each text. It has
 * no queue, process or journal, because these must not be visible from outside.
 */
export type Reference = {
  hasAccount: boolean;
  /** By position; the account's current number is the last one. */
  phones: number;
  plan: Plan;
  /** The next renewal will fail. */
  isCardFailing: boolean;
  /** Number of retries since. */
  failures: number;
  /** The database is available. */
  isDatabaseThere: boolean;
  /** Keywords per number during this outage: a repetition within two minutes is not confirmed. */
  readonly saidInOutage: Set<string>;
  readonly optedOut: Set<number>;
  /** Numbers that got today's notice of an inactive plan. */
  readonly toldInactive: Set<number>;
  /** Numbers without an account that got their only notice. */
  readonly toldPromo: Set<number>;
  /** Numbers that texted while they belonged to the account. */
  readonly textedAsOwn: Set<number>;
  /** The replies to each number since time was advanced by a day. */
  readonly repliesToday: Map<number, number>;
  /** What a follow-up or MORE of each number refers to, and how often MORE was answered. */
  readonly last: ({ readonly word: string; told: number } | null)[];
  /** The home place of the account, as it is shown. */
  home: string | null;
  /** Numbers that were asked for their home place. */
  readonly askedForHome: Set<number>;
  /** The expected texts to each number, oldest first. */
  readonly received: string[][];
};

/** A new account without a plan. */
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
    textedAsOwn: new Set(),
    repliesToday: new Map(),
    last: [null],
    home: null,
    askedForHome: new Set(),
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

/** Replies to a number without a plan in an hour (docs/reference/security.md#t27). */
const repliesWithoutPlanMax = 6;

/** A new question: updates the state and returns the reply. */
export function question(reference: Reference, phone: number): Reply | null {
  if (reference.optedOut.has(phone)) return null;
  if (isOwn(reference, phone) && paysForAnswers(reference)) return 'answer';
  if ((reference.repliesToday.get(phone) ?? 0) >= repliesWithoutPlanMax) return null;
  if (!isOwn(reference, phone)) {
    // During an outage, earlier notices are unknown.
    if (!reference.isDatabaseThere || reference.toldPromo.has(phone)) return null;
    reference.toldPromo.add(phone);
    return 'promo';
  }
  if (reference.toldInactive.has(phone)) return null;
  reference.toldInactive.add(phone);
  return 'inactive';
}

/** STOP: confirmed once, however often it is sent. */
export function stop(reference: Reference, phone: number): Reply | null {
  if (reference.optedOut.has(phone)) return null;
  reference.optedOut.add(phone);
  reference.last[phone] = null;
  return 'stop';
}

/** START: always confirmed, with another text for accounts without a plan. */
export function start(reference: Reference, phone: number): Reply {
  reference.optedOut.delete(phone);
  return isOwn(reference, phone) && paysForAnswers(reference) ? 'start' : 'start_no_plan';
}

/**
 * Everything known about the numbers that the account texted from is deleted with it (docs/privacy.md), except an
 * opt-out.
 */
export function deleteAccount(reference: Reference): void {
  for (const phone of reference.textedAsOwn) {
    reference.toldPromo.delete(phone);
    reference.repliesToday.delete(phone);
  }
  Object.assign(reference, { hasAccount: false, plan: 'none', home: null });
}

/** Number of payment retries before the provider ends the plan (sandbox/stripe: three). */
const retriesMax = 3;

/** The period ends: the card is charged. */
export function renew(reference: Reference): void {
  if (reference.isCardFailing) reference.plan = 'past_due';
  reference.failures = 0;
}

/** The payment is retried. */
export function retryCard(reference: Reference): void {
  reference.failures += 1;
  if (reference.failures === retriesMax) reference.plan = 'over';
}
