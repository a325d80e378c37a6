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

const optOutsPage = statement<[after: string, limit: number], { key: string }>(
  'opt_outs_page',
  `select phone_key as key from opt_outs where opted_out and phone_key > $1 order by phone_key limit $2`,
);

/** Who opted out, by `opt_outs.phone_key`, a page after one. */
export async function readOptOuts(runner: Runner, after: string, limit: number): Promise<string[]> {
  return (await optOutsPage(runner, after, limit)).map(({ key }) => key);
}

const someOptOuts = statement<[keys: string[]], { key: string }>(
  'opt_outs_of',
  `select phone_key as key from opt_outs where opted_out and phone_key = any($1)`,
);

/** Those of these keys that opted out. */
export async function readSomeOptOuts(runner: Runner, keys: string[]): Promise<string[]> {
  return (await someOptOuts(runner, keys)).map(({ key }) => key);
}
