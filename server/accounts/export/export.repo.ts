import { sql } from 'kysely';

import type { DataExport } from '#contract/data-export.ts';
import type { Db } from '#server/db/client.ts';

/**
 * Reads everything that is stored about an account, in one statement, so that the result is consistent. Rows that name
 * only a number are included for verified numbers, notes of texts from then on: an unproven number may be another
 * person's, and a proven one may have been. So may the account, before its mailbox was proven: texts and consents from
 * then are left out. Hashes, encrypted secrets and columns of the queues are left out;
 * export.test.ts lists each table that is not exported, with the reason.
 * @returns null when there is no open account with this id
 */
export async function readAccountData(db: Db, userId: string): Promise<Omit<DataExport, 'exportedAt'> | null> {
  const { rows } = await sql<{ data: Omit<DataExport, 'exportedAt'> }>`
    with ${provenTexts(userId)}
    select json_build_object(
      'account', (select row_to_json(one) from (
        select id, name, email, created_at, confirmed_at, email_proven_at, consent_to_messaging, consent_to_terms, is_helper, has_memory,
               service_number, stripe_customer_id, payment_flag, external_identity_id
          from users where id = u.id) one),
      'phones', ${list(sql`select number, language, created_at, verified_at, opt_in_asked_at, opt_in_confirmed_at
          from phone_numbers where user_id = u.id order by created_at`)},
      'homePlace', ${list(sql`select city, region, zip, changed_at from home_places where user_id = u.id`)},
      'optOuts', ${list(sql`select phone_key as number, opted_out, changed_at, source
          from opt_outs where phone_key in (select number from mine)`)},
      'consents', ${list(sql`select subject, given, at, wording, source, address, phone_key as number
          from consents c where user_id = u.id
           and (source <> 'text' or exists (select 1 from proven where number = c.phone_key and since <= c.at))
           and (at >= (select since from reader) or phone_key in (select number from mine))
         order by at`)},
      'subscriptions', ${list(sql`select id, plan_id, price_minor, currency, status, created_at, current_period_start, current_period_end,
               answers_until, cancel_at, canceled_at, ended_at
          from subscriptions where user_id = u.id order by created_at`)},
      'freePeriods', ${list(sql`select id, source, months, created_at, answers_until
          from free_periods where user_id = u.id order by created_at`)},
      'checkouts', ${list(sql`select plan_id, opened_at, closed_at from checkouts where user_id = u.id order by opened_at`)},
      'payments', ${list(sql`select id, type, status, plan_id, amount_minor, currency, happened_at
          from payment_events where user_id = u.id order by happened_at`)},
      'renewalReminders', ${list(sql`select subscription_id, renews_at, queued_at
          from renewal_reminders where subscription_id in (select id from subscriptions where user_id = u.id)`)},
      'textsReceived', ${list(sql`select sid, sender, service_number, received_at, kind, reply, language, outcome, closed_at
          from texted order by received_at`)},
      'textsSent', ${list(sql`
        select ${sent} from texted i join outbound_texts o on o.inbound_sid = i.sid
        union all
        select ${sent} from outbound_texts o join mine on mine.number = o.recipient and mine.verified_at <= o.intent_at
         where o.inbound_sid is null and o.sender in (select number from service_numbers)
         order by sent_at`)},
      'recentQuestions', ${list(sql`select sid, sender, asked_at, is_answered
          from recent_questions q join mine on mine.number = q.sender and mine.verified_at <= q.asked_at order by asked_at`)},
      'notices', ${list(sql`select kind, phone_number as number, sent_at
          from notices n join mine on mine.number = n.phone_number and mine.verified_at <= n.sent_at`)},
      'textsWithoutPlan', ${list(sql`select phone_number as number, created_at, promo_sent
          from unsubscribed_senders t join mine on mine.number = t.phone_number and mine.verified_at <= t.created_at`)},
      'emails', ${list(sql`select kind, recipient_address, recipient_name, created_at, closed_at, outcome
          from mails where user_id = u.id order by created_at`)},
      'supportRequests', ${list(sql`select id, kind, created_at, closed_at
          from support_requests where user_id = u.id order by created_at`)},
      'devices', ${list(sql`select device, created_at, last_seen_at, expires_at
          from sessions where user_id = u.id order by created_at`)},
      'pendingCodes', ${list(pendingCodes)},
      'identityService', ${list(sql`
        select moved_at, failed_at, false as is_waiting from identity_moves where user_id = u.id
        union all select null, null, true from identity_syncs where user_id = u.id`)},
      'costs', ${list(sql`select day, microdollars from account_costs where user_id = u.id order by day`)}
    ) as data
    from users u where u.id = ${userId} and u.deleted_at is null`.execute(db);
  return rows[0]?.data ?? null;
}

/** Codes and links of the account `u` that can still be used. */
const pendingCodes = sql`
  select purpose, phone_number as number, expires_at from verification_codes where user_id = u.id
  union all select 'text_to_us', phone_number, expires_at from texted_codes where user_id = u.id
  union all select purpose, null, expires_at from one_time_tokens where user_id = u.id
  union all select 'password_reset', null, expires_at from password_resets where user_id = u.id
  union all select 'undo_phone_change', old_number, expires_at from phone_changes where user_id = u.id`;

const sent = sql`o.provider_sid as sid, o.recipient, o.sender, o.purpose, o.intent_at as sent_at, o.segments, o.state,
  o.delivery, o.error_code, o.inbound_sid as reply_to`;

/** The rows of a query as a JSON array. */
function list(query: ReturnType<typeof sql>) {
  return sql`(select coalesce(json_agg(row_to_json(one)), '[]') from (${query}) one)`;
}

/** CTEs: the numbers that an account has or had verified, since when, and what its reader may see of their texts. */
function provenTexts(userId: string) {
  return sql`
    mine as (select number, verified_at from phone_numbers where user_id = ${userId} and verified_at is not null),
    -- An earlier number is known by its texts with a reply that only a verified phone gets.
    proven as (
      select number, verified_at as since, now() as until from mine
      union all
      select sender, min(received_at), max(received_at) from inbound_texts
       where user_id = ${userId} and (accepted or reply in ('joined', 'inactive')) group by sender),
    -- Until the first proof of the mailbox the account may have been another person's. A proof by a code removes the
    -- phone (docs/reference/security.md#t31): where a number is the account's before and after it, the person stayed.
    reader as (
      select coalesce((
        select email_proven_at from users
         where id = ${userId}
           and not exists (select 1 from proven group by number
                           having min(since) < email_proven_at and max(until) >= email_proven_at)), '-infinity')
        as since),
    -- Texts of a number that was only claimed were once stored as the account's.
    texted as (
      select * from inbound_texts i where user_id = ${userId} and received_at >= (select since from reader)
         and exists (select 1 from proven where number = i.sender and since <= i.received_at))`;
}
