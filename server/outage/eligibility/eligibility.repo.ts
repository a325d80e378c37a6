import type { SubscriptionStatus } from '#server/db/schema.ts';
import { type Runner, statement } from '#server/db/statement.ts';

/** What decides whether a phone number may be answered. */
export type PhoneRow = {
  readonly number: string;
  readonly phoneId: string;
  readonly userId: string;
  readonly isVerified: boolean;
  readonly awaitsYes: boolean;
  readonly status: SubscriptionStatus | null;
  readonly answersUntil: Date | null;
};

const columns = `p.number, p.id as "phoneId", p.user_id as "userId", p.verified_at is not null as "isVerified",
       p.opt_in_asked_at is not null and p.opt_in_confirmed_at is null as "awaitsYes",
       s.status, s.answers_until as "answersUntil"
  from phone_numbers p
  left join lateral (
    select status, answers_until from entitlements where user_id = p.user_id limit 1) s on true`;

const phonesPage = statement<[after: string, limit: number], PhoneRow>(
  'eligibility_page',
  `select ${columns} where p.number > $1 order by p.number limit $2`,
);

/** One page of the numbers after `after`, in order. */
export function readPhones(runner: Runner, after: string, limit: number): Promise<PhoneRow[]> {
  return phonesPage(runner, after, limit);
}

const somePhones = statement<[numbers: string[]], PhoneRow>(
  'eligibility_of',
  `select ${columns} where p.number = any($1)`,
);

/** Those of these numbers that belong to an account. */
export function readSomePhones(runner: Runner, numbers: string[]): Promise<PhoneRow[]> {
  return somePhones(runner, numbers);
}

/** A row of `opt_outs`: a number, or its hash once its account is deleted, and its latest choice. */
export type ConsentRow = { readonly key: string; readonly isOptedOut: boolean };

const consentsPage = statement<[after: string, limit: number], ConsentRow>(
  'consents_page',
  `select phone_key as key, opted_out as "isOptedOut" from opt_outs where phone_key > $1 order by phone_key limit $2`,
);

/** One page of opt-outs, and of opt-ins that ended them, after a key. */
export function readConsents(runner: Runner, after: string, limit: number): Promise<ConsentRow[]> {
  return consentsPage(runner, after, limit);
}

const someConsents = statement<[keys: string[]], ConsentRow>(
  'consents_of',
  `select phone_key as key, opted_out as "isOptedOut" from opt_outs where phone_key = any($1)`,
);

/** The latest choice of each of these keys that has made one. */
export function readSomeConsents(runner: Runner, keys: string[]): Promise<ConsentRow[]> {
  return someConsents(runner, keys);
}
