import type { SubscriptionStatus } from '#server/db/schema.ts';
import { type Runner, statement } from '#server/db/statement.ts';

/** A telephone number, as far as answering it goes. */
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
    select status, answers_until from subscriptions where user_id = p.user_id
     order by status in ('active', 'trialing', 'past_due') desc, answers_until desc limit 1) s on true`;

const phonesPage = statement<[after: string, limit: number], PhoneRow>(
  'eligibility_page',
  `select ${columns} where p.number > $1 order by p.number limit $2`,
);

/** The numbers after one, in order, a page of them. */
export function readPhones(runner: Runner, after: string, limit: number): Promise<PhoneRow[]> {
  return phonesPage(runner, after, limit);
}

const somePhones = statement<[numbers: string[]], PhoneRow>(
  'eligibility_of',
  `select ${columns} where p.number = any($1)`,
);

/** These numbers, those of them that an account has. */
export function readSomePhones(runner: Runner, numbers: string[]): Promise<PhoneRow[]> {
  return somePhones(runner, numbers);
}

/** A row of `opt_outs`: a number, or its hash once its account is gone, and what it said last. */
export type ConsentRow = { readonly key: string; readonly isOptedOut: boolean };

const consentsPage = statement<[after: string, limit: number], ConsentRow>(
  'consents_page',
  `select phone_key as key, opted_out as "isOptedOut" from opt_outs where phone_key > $1 order by phone_key limit $2`,
);

/** Who opted out, and who opted in again, a page after a key. */
export function readConsents(runner: Runner, after: string, limit: number): Promise<ConsentRow[]> {
  return consentsPage(runner, after, limit);
}

const someConsents = statement<[keys: string[]], ConsentRow>(
  'consents_of',
  `select phone_key as key, opted_out as "isOptedOut" from opt_outs where phone_key = any($1)`,
);

/** What these keys said last, as far as they have said anything. */
export function readSomeConsents(runner: Runner, keys: string[]): Promise<ConsentRow[]> {
  return someConsents(runner, keys);
}
