import { sql } from 'kysely';

import type { FoundUser, TextJourney } from '#contract/admin-look-up.ts';
import { withoutTicketSuffix } from '#contract/ticket-id.ts';
import type { Db } from '#server/db/client.ts';
import { readIsUnreachable } from '#server/domain/reach.repo.ts';
import { isUuid } from '#server/platform/uuid.ts';

import { newestTextsOfAccount } from './newest-texts.repo.ts';

/** The free time of an account, which billing knows. */
export type FreeTimeView = Pick<FoundUser, 'freeUntil' | 'freeMonthsUntil'>;

type UserRow = Omit<
  FoundUser,
  keyof FreeTimeView | 'createdAt' | 'answersUntil' | 'planEndsAt' | 'isUnreachable' | 'texts' | 'payments'
> & {
  phoneNumber: string | null;
  createdAt: Date;
  answersUntil: Date | null;
  planEndsAt: Date | null;
};

/** Finds an account by its email, id, one of its tickets or verified number. @param number E.164, or null when the query is not a number */
export async function findUser(
  db: Db,
  email: string,
  number: string | null,
): Promise<Omit<FoundUser, keyof FreeTimeView> | null> {
  const { rows } = await sql<UserRow>`
    select u.id, u.name, u.email, n.number as "phoneNumber", right(n.number, 2) as "phoneEnding", u.created_at as "createdAt",
           u.confirmed_at is not null as "isConfirmed", u.email_proven_at is not null as "isEmailProven",
           u.is_helper as "isHelper", u.deleted_at is not null as "isBeingDeleted",
           coalesce((select opted_out from opt_outs where phone_key = n.number), false) as "hasOptedOut",
           s.plan_id as plan, s.status as "subscriptionStatus", s.answers_until as "answersUntil",
           case when s.is_paying and (s.cancel_at is not null or s.cancel_at_period_end)
                then coalesce(s.cancel_at, s.current_period_end) end as "planEndsAt",
           u.service_number as "servicePhoneNumber", u.payment_flag as "paymentFlag",
           coalesce((select microdollars from account_months where user_id = u.id
                        and month = date_trunc('month', now() at time zone 'UTC')::date), 0) as "costThisMonth",
           (select round(coalesce(s.price_minor, price_minor) / case billing_interval when 'year' then 12.0 else 1 end)::int from plans
             where id = s.plan_id and s.is_answered and s.status <> 'past_due'
               and s.cancel_at is null and not s.cancel_at_period_end) as "monthPrice"
      from users u
      left join verified_phones n on n.user_id = u.id
      left join current_subscriptions s on s.user_id = u.id
     where u.id = ${await findUserId(db, email, number)}`.execute(db);
  const [user] = rows;
  if (!user) return null;
  const { phoneNumber, createdAt, answersUntil, planEndsAt, ...others } = user;
  return {
    ...others,
    createdAt: createdAt.toISOString(),
    answersUntil: answersUntil?.toISOString() ?? null,
    planEndsAt: planEndsAt?.toISOString() ?? null,
    isUnreachable: phoneNumber !== null && (await readIsUnreachable(db, phoneNumber)),
    payments: await newestPayments(db, user.id),
    texts: await newestTextsOfAccount(db, user.id),
  };
}

type PaymentRow = Omit<FoundUser['payments'][number], 'paidAt'> & { readonly paidAt: Date };

/** Each with what was given back: a refund is told of by several events, and one that failed gave nothing. */
async function newestPayments(db: Db, userId: string): Promise<FoundUser['payments']> {
  const { rows } = await sql<PaymentRow>`
    with refunds as (
      select refunded_invoice_id as invoice, max(amount_minor) as amount
        from payment_events
       where user_id = ${userId} and type like 'refund.%' and state = 'done' and refunded_invoice_id is not null
       group by refunded_invoice_id, object_id having not bool_or(status in ('failed', 'canceled')))
    select coalesce(object_id, '') as "invoiceId", happened_at as "paidAt", amount_minor as amount,
           coalesce((select sum(amount) from refunds where invoice = object_id), 0)::int as refunded,
           coalesce(currency, 'usd') as currency
      from payment_events
     where user_id = ${userId} and type = 'invoice.paid' and amount_minor > 0
     order by happened_at desc limit 5`.execute(db);
  return rows.map(({ paidAt, ...payment }) => ({ ...payment, paidAt: paidAt.toISOString() }));
}

async function findUserId(db: Db, email: string, number: string | null): Promise<string | null> {
  const id = withoutTicketSuffix(email);
  if (isUuid(id)) {
    const user = await db.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst();
    return user?.id ?? null;
  }
  const { rows } = await sql<{ id: string }>`
    select id from users where lower(email) = lower(${email})
    union all
    select user_id from phone_numbers where number = ${number} and verified_at is not null limit 1`.execute(db);
  return rows[0]?.id ?? null;
}

type ReceivedRow = Omit<NonNullable<TextJourney['received']>, 'receivedAt' | 'answerBy' | 'closedAt'> & {
  readonly receivedAt: Date;
  readonly answerBy: Date;
  readonly closedAt: Date | null;
};
type SendRow = Omit<TextJourney['sends'][number], 'intentAt' | 'acceptedAt'> & {
  readonly intentAt: Date;
  readonly acceptedAt: Date | null;
};

/**
 * The steps of a text through the service.
 * @param id the carrier's id of a text received or sent, or our own id of a send
 * @returns null for an unknown id
 */
export async function findJourney(db: Db, id: string): Promise<TextJourney | null> {
  const asked = await db
    .selectFrom('outbound_texts')
    .select(['id', 'inbound_sid as inboundSid'])
    .where(id.includes('-') ? 'id' : 'provider_sid', '=', id)
    .executeTakeFirst();
  const received = await findReceived(db, asked === undefined ? id : asked.inboundSid);
  if (received === null && asked === undefined) return null;
  const { rows } = await sql<SendRow>`
    select id, purpose, attempt, state, intent_at as "intentAt", accepted_at as "acceptedAt", segments, delivery,
           error_code as "errorCode"
      from outbound_texts where ${received === null ? sql`id = ${asked?.id}` : sql`inbound_sid = ${received.id}`}
     order by intent_at, attempt`.execute(db);
  const sends = rows.map(({ intentAt, acceptedAt, ...send }) => ({
    ...send,
    intentAt: intentAt.toISOString(),
    acceptedAt: acceptedAt?.toISOString() ?? null,
  }));
  return { received, sends };
}

async function findReceived(db: Db, sid: string | null): Promise<TextJourney['received']> {
  const { rows } = await sql<ReceivedRow>`
    select sid as id, kind, reply, state, outcome, accepted as "isAccepted", received_at as "receivedAt",
           answer_by as "answerBy", closed_at as "closedAt", attempts, user_id as "userId",
           state = 'done' and redact_at is null
             and not exists (select from outbound_texts o
                              where o.inbound_sid = sid and (o.redact_at is not null or o.state in ('intent', 'unknown')))
             as "isCopyRemoved"
      from inbound_texts where sid = ${sid}`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { receivedAt, answerBy, closedAt } = row;
  return {
    ...row,
    receivedAt: receivedAt.toISOString(),
    answerBy: answerBy.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  };
}
