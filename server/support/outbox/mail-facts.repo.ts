import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import type { SubscriptionStatus } from '#server/db/schema.ts';
import { refundKey } from '#server/domain/ports/mail-queue.ts';

/** What the emails to an account may say about it and its plan. */
export type MailFacts = {
  readonly name: string;
  readonly email: string;
  readonly isEmailProven: boolean;
  /** Whether the phone belongs to someone the account's owner helps. */
  readonly isHelper: boolean;
  readonly phone: string | null;
  readonly serviceNumber: string | null;
  readonly planName: string | null;
  readonly priceMinor: number | null;
  readonly currency: string | null;
  readonly interval: 'month' | 'year' | null;
  readonly status: SubscriptionStatus | null;
  readonly renewsAt: Date | null;
  /** When the card is charged again for what it owes. */
  readonly nextTryAt: Date | null;
  readonly isCanceling: boolean | null;
  /** When a canceled plan ends. */
  readonly endsAt: Date | null;
  /** The plan has ended because no try of the card went through. */
  readonly isUnpaid: boolean;
  readonly hasOtherPlan: boolean;
  /** Until when the account has free time; null when it has none now. */
  readonly freeUntil: Date | null;
  readonly isOptedOut: boolean;
  /** Whether a payment was disputed or made with a blocked card: then no plan may be sold to the account. */
  readonly isFlagged: boolean;
};

/**
 * Reads an account with the subscription that an email is about: the one named, otherwise the current one.
 * @returns null when there is no such account, or it is being deleted
 */
export async function readMailFacts(db: Db, userId: string, subscriptionId: string | null): Promise<MailFacts | null> {
  const { rows } = await sql<MailFacts>`
    select u.name, u.email, u.email_proven_at is not null as "isEmailProven", u.is_helper as "isHelper",
           u.service_number as "serviceNumber",
           n.number as phone, p.name as "planName", coalesce(s.price_minor, p.price_minor) as "priceMinor",
           coalesce(s.currency, p.currency) as currency, p.billing_interval as interval,
           s.status, s.current_period_end as "renewsAt", s.next_payment_attempt as "nextTryAt",
           s.cancel_at is not null or s.cancel_at_period_end as "isCanceling",
           coalesce(s.cancel_at, s.current_period_end) as "endsAt",
           coalesce(s.ended_unpaid, false) as "isUnpaid",
           exists (select 1 from subscriptions o where o.user_id = u.id and o.id <> s.id
                      and is_paying(o.status)) as "hasOtherPlan",
           (select max(answers_until) from free_periods
             where user_id = u.id and answers_until > now()) as "freeUntil",
           coalesce((select opted_out from opt_outs where phone_key = n.number), false) as "isOptedOut",
           u.payment_flag is not null as "isFlagged"
      from users u
      left join verified_phones n on n.user_id = u.id
      left join current_subscriptions c on c.user_id = u.id
      left join subscriptions s on s.user_id = u.id and s.id = coalesce(${subscriptionId}, c.id)
      left join plans p on p.id = s.plan_id
     where u.id = ${userId} and u.deleted_at is null`.execute(db);
  return rows[0] ?? null;
}

/** The refund that an email is about; null if the bank has rejected it since. */
export async function readRefund(
  db: Db,
  mailId: string,
): Promise<{ readonly amountMinor: number; readonly currency: string } | null> {
  const { rows } = await sql<{ amountMinor: number; currency: string }>`
    select e.amount_minor as "amountMinor", e.currency
      from mails m join payment_events e on e.id = substr(m.once_key, ${refundKey('').length + 1})
     where m.id = ${mailId} and m.once_key like ${`${refundKey('')}%`}
       and e.amount_minor is not null and e.currency is not null
       and not exists (select from payment_events f
                        where f.object_id = e.object_id and f.type like 'refund.%' and f.status = 'failed')`.execute(
    db,
  );
  return rows[0] ?? null;
}
