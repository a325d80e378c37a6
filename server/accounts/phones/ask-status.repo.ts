import { sql } from 'kysely';

import type { AskStatus } from '#contract/ask-status.ts';
import type { Db } from '#server/db/client.ts';
import type { SubscriptionStatus } from '#server/db/schema.ts';

import type { PhoneStatusFacts } from './ask-state.ts';

type PhoneStatusRow = {
  readonly phoneNumber: string | null;
  readonly serviceNumber: string | null;
  readonly isVerified: boolean;
  readonly awaitsYes: boolean;
  readonly status: SubscriptionStatus | null;
  readonly answersUntil: Date | null;
  readonly nextTryAt: Date | null;
  readonly isEndedUnpaid: boolean;
};

/** An account's phone with what decides about its texts, except its opt-out. */
export type StoredPhoneStatus = Omit<PhoneStatusFacts, 'isOptedOut'> & {
  readonly phoneNumber: string | null;
  /** The active service number that the account was assigned; null while it has none. */
  readonly serviceNumber: string | null;
  /** When the card is charged again for what the account owes; null where it owes nothing, or no try is set. */
  readonly nextTryAt: Date | null;
  /** Whether the plan ended because its card could not be charged. */
  readonly isEndedUnpaid: boolean;
};

/**
 * Reads the account's phone: the verified one, otherwise the last one claimed. In free time, an overdue payment ends no
 * answers, so it does not show.
 */
export async function readPhoneStatus(db: Db, userId: string): Promise<StoredPhoneStatus> {
  const { rows } = await sql<PhoneStatusRow>`
    select p.number as "phoneNumber", n.number as "serviceNumber",
           coalesce(p.verified_at is not null, false) as "isVerified",
           coalesce(p.opt_in_asked_at is not null and p.opt_in_confirmed_at is null, false) as "awaitsYes",
           case when exists (select from free_periods where user_id = u.id and answers_until > now())
                then 'active' else t.status end as status,
           t.answers_until as "answersUntil", s.next_payment_attempt as "nextTryAt",
           coalesce(e.ended_unpaid, false) as "isEndedUnpaid"
      from users u
      left join service_numbers n on n.number = u.service_number and n.active
      left join lateral (
        select number, verified_at, opt_in_asked_at, opt_in_confirmed_at from phone_numbers where user_id = u.id
         order by verified_at is null, verified_at desc, created_at desc limit 1) p on true
      left join lateral (
        select status, answers_until from entitlements where user_id = u.id limit 1) t on true
      left join current_subscriptions s on s.user_id = u.id
      left join subscriptions e on e.id = s.id
     where u.id = ${userId}`.execute(db);
  const [row] = rows;
  if (row === undefined || row.phoneNumber === null) {
    const { serviceNumber = null, nextTryAt = null, isEndedUnpaid = false } = row ?? {};
    return { sender: null, awaitsYes: false, phoneNumber: null, serviceNumber, nextTryAt, isEndedUnpaid };
  }
  const { phoneNumber, isVerified, awaitsYes, status, answersUntil, ...others } = row;
  const subscription = status === null || answersUntil === null ? null : { status, answersUntil };
  return { sender: { userId, isVerified, subscription }, awaitsYes, phoneNumber, ...others };
}

/**
 * How many of an account's questions were accepted since the first of the month (New York time), and when the carrier
 * accepted the newest answer.
 */
export async function readUse(db: Db, userId: string): Promise<Pick<AskStatus, 'questionsThisMonth' | 'lastAnswer'>> {
  const { rows } = await sql<{ questionsThisMonth: number; receivedAt: Date | null; answeredAt: Date | null }>`
    select (select count(*) from inbound_texts
             where user_id = ${userId} and accepted
               and received_at >= date_trunc('month', now() at time zone 'America/New_York')
                                  at time zone 'America/New_York')::integer as "questionsThisMonth",
           newest.received_at as "receivedAt", newest.accepted_at as "answeredAt"
      from (values (1)) as one
      left join lateral (
        select i.received_at, o.accepted_at
          from inbound_texts i
          join outbound_texts o on o.inbound_sid = i.sid and o.purpose = 'answer' and o.state = 'accepted'
         where i.user_id = ${userId} and i.accepted
         order by i.received_at desc limit 1) newest on true`.execute(db);
  const { questionsThisMonth = 0, receivedAt = null, answeredAt = null } = rows[0] ?? {};
  if (receivedAt === null || answeredAt === null) return { questionsThisMonth, lastAnswer: null };
  const seconds = Math.max(1, Math.round((answeredAt.getTime() - receivedAt.getTime()) / 1000));
  return { questionsThisMonth, lastAnswer: { answeredAt: answeredAt.toISOString(), seconds } };
}

/** Whether an account's questions are answered now: on a plan or in free time. */
export async function isAnsweredNow(db: Db, userId: string): Promise<boolean> {
  const entitlement = await db
    .selectFrom('entitlements')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('is_answered', '=', true)
    .executeTakeFirst();
  return entitlement !== undefined;
}
