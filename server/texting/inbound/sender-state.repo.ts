import { sql } from 'kysely';

import type { Language } from '#contract/language.ts';
import type { Db } from '#server/db/client.ts';
import { deleteExpiredRows } from '#server/db/expired-rows.ts';
import type { SubscriptionStatus } from '#server/db/schema.ts';
import { type Runner, statement } from '#server/db/statement.ts';
import type { Place } from '#server/places/places.ts';

import type { SenderState } from '../rules/decide-reply.ts';
import { lastingNotices, type Notice } from '../rules/notices.ts';
import type { InboundMessage } from '../store/text-store.ts';

type SenderStateRow = {
  nth: number;
  isKnown: boolean;
  now: Date;
  isOptedOut: boolean | null;
  consentChangedAt: Date | null;
  isUnblocked: boolean | null;
  departedAt: Date | null;
  phoneId: string | null;
  language: Language | null;
  userId: string | null;
  isVerified: boolean | null;
  awaitsYes: boolean | null;
  status: SubscriptionStatus | null;
  answersUntil: Date | null;
  home: Place | null;
  isPromoSent: boolean | null;
  promosLastHour: number;
  repliedLastHour: number;
  repliedLastDay: number;
  unpaidLastHour: number;
  last5Minutes: number;
  lastHour: number;
  lastDay: number;
  lastAskedAt: Date | null;
  pacedUntil: Date | null;
  notices: Partial<Record<Notice, string>> | null;
  isUnderWay: boolean;
  answersLastMinute: number;
  isMuted: boolean;
  hasMemory: boolean | null;
  mayTellMore: boolean | null;
};

/** How many times MORE may add to one answer. */
const moreMax = 2;

/**
 * Whether MORE may add to the last answer to the phone `p`: the answer is remembered, or still being made, and MORE has
 * added to it fewer than `moreMax` times.
 */
const mayTellMore = `select q.memory_seconds > 0 and q.phone_id = p.id
              and (q.state <> 'done' or (q.outcome = 'answered'
                   and q.closed_at + q.memory_seconds * interval '1 second' > clock_timestamp()))
              and (select count(*) from inbound_texts m
                    where m.sender = t.sender and m.reply is not null and m.service_number = t."serviceNumber"
                      and m.kind = 'more' and m.reply = 'answer' and m.received_at >= q.received_at) < ${moreMax}
         from inbound_texts q
        where q.sender = t.sender and q.reply is not null and q.service_number = t."serviceNumber" and q.accepted
          and q.received_at > now() - interval '3 hours'
        order by q.received_at desc, q.sid desc limit 1`;

/** Whether every attempt at the sender's last text with such a reply provably failed: then the reply is still due. */
function isStillDue(isSuchReply: string): string {
  return `coalesce((
              select q.outcome in ('failed', 'silent')
                     and not exists (select 1 from outbound_texts where inbound_sid = q.sid and state <> 'absent')
                from inbound_texts q
               where q.sender = t.sender and q.reply is not null and ${isSuchReply}
               order by q.received_at desc limit 1), false)`;
}

/** Whether the promo went to the sender, or may have. */
const isPromoSent = `select u.promo_sent and not ${isStillDue(`q.reply = 'promo'`)}
         from unsubscribed_senders u where u.phone_number = t.sender`;

const lasting = Object.entries(lastingNotices).flatMap(([kind, sent]) => sent.map((reply) => ({ kind, reply })));
const isLasting = `n.kind in (${lasting.map(({ kind }) => `'${kind}'`).join(', ')})`;
const isOfNotice = `(n.kind, q.reply) in (${lasting.map(({ kind, reply }) => `('${kind}', '${reply}')`).join(', ')})`;

/** The notices that went to the sender, or may have. None of the lasting ones is quiet for more than a day. */
const notices = `select jsonb_object_agg(n.kind, n.sent_at)
         from notices n
        where n.phone_number = t.sender
          and not (${isLasting} and n.sent_at > now() - interval '1 day'
                   and ${isStillDue(`${isOfNotice} and q.received_at > n.sent_at - interval '1 hour'`)})`;

/** Whether the opt-out `o` is not the carrier's too: where the carrier saw a STOP, it replied to it, and we did not. */
const isUnblocked = `case when not opted_out then null
              when source = 'text' then (
                select sid from inbound_texts
                 where sender = t.sender and reply is not null and reply = 'stop' and received_at = o.changed_at
                 limit 1) is not null
              else source = 'operator' end`;

/**
 * One row for each text. The joins are lateral with a limit of one, and unique rows are looked up by scalar subqueries, so
 * that PostgreSQL uses an index whatever number of texts it expects: an `exists` can become a hash of the whole table. The
 * counts over all senders are read once.
 */
const senderStateRows = statement<[texts: string], SenderStateRow>(
  'sender_states',
  `select t.nth,
          (select sid from inbound_texts where sid = t.sid) is not null
            or (select text_key from forgotten_texts where text_key = t."sidHash") is not null as "isKnown",
          clock_timestamp() as now,
          consent.*,
          (select departed_at from departed_numbers where phone_key = t."senderHash") as "departedAt",
          p.id as "phoneId", p.language, p.user_id as "userId", p.verified_at is not null as "isVerified",
          p.opt_in_asked_at is not null and p.opt_in_confirmed_at is null as "awaitsYes",
          s.status, s.answers_until as "answersUntil",
          (select jsonb_build_object('city', city, 'region', region, 'zip', zip) from home_places
            where user_id = p.user_id) as home,
          (${isPromoSent}) as "isPromoSent",
          case when p.id is not null then 0 else
            (select count(*) from inbound_texts
              where unpaid and reply = 'promo' and received_at > now() - interval '1 hour')
          end as "promosLastHour",
          (select count(*) from inbound_texts
            where unpaid and reply is not null and received_at > now() - interval '1 hour') as "unpaidLastHour",
          (select has_memory from users where id = p.user_id) as "hasMemory",
          case when t."asksMore" then (${mayTellMore}) end as "mayTellMore",
          asked.*, repeats.*,
          (${notices}) as notices
     from jsonb_to_recordset($1::jsonb) as t (
            nth integer, sid text, "sidHash" text, sender text, "senderHash" text, "questionTag" integer, "serviceNumber" text,
            "asksMore" boolean)
     left join lateral (
       select id, user_id, language, verified_at, opt_in_asked_at, opt_in_confirmed_at
         from phone_numbers where number = t.sender limit 1) p on true
     left join lateral (
       select status, answers_until from entitlements where user_id = p.user_id limit 1) s on true
     cross join lateral (
       select bool_or(opted_out) as "isOptedOut", max(changed_at) as "consentChangedAt",
              bool_and(${isUnblocked}) filter (where opted_out) as "isUnblocked"
         from opt_outs o where phone_key in (t.sender, t."senderHash")) consent
     cross join lateral (
       select count(*) filter (where accepted and received_at > now() - interval '5 minutes') as "last5Minutes",
              count(*) filter (where accepted and received_at > now() - interval '1 hour') as "lastHour",
              count(*) filter (where accepted) as "lastDay",
              max(received_at) filter (where reply = 'answer') as "lastAskedAt",
              count(*) filter (where received_at > now() - interval '1 hour') as "repliedLastHour",
              count(*) as "repliedLastDay",
              max(paced_until) as "pacedUntil"
         from inbound_texts
        where sender = t.sender and reply is not null and received_at > now() - interval '1 day') asked
     cross join lateral (
       select coalesce(bool_or(i.state <> 'done' and i.answer_by > now()), false) as "isUnderWay",
              count(*) filter (where q.is_answered and q.asked_at > now() - interval '1 minute') as "answersLastMinute",
              coalesce(bool_or(not q.is_answered), false) as "isMuted"
         from recent_questions q left join inbound_texts i on i.sid = q.sid and q.is_answered
        where q.sender = t.sender and q.tag = t."questionTag"
          and q.asked_at > now() - interval '10 minutes') repeats`,
);

function senderStateOf(row: SenderStateRow): SenderState {
  const { phoneId, userId, status, answersUntil } = row;
  return {
    now: row.now,
    isOptedOut: row.isOptedOut ?? false,
    consentChangedAt: row.consentChangedAt,
    isUnblocked: row.isUnblocked ?? false,
    departedAt: row.departedAt,
    language: row.language,
    phone:
      phoneId === null || userId === null
        ? null
        : {
            id: phoneId,
            userId,
            isVerified: row.isVerified ?? false,
            awaitsYes: row.awaitsYes ?? false,
            subscription: status === null || answersUntil === null ? null : { status, answersUntil },
          },
    home: row.home,
    isPromoSent: row.isPromoSent ?? false,
    promosLastHour: row.promosLastHour,
    asked: { last5Minutes: row.last5Minutes, lastHour: row.lastHour, lastDay: row.lastDay },
    lastAskedAt: row.lastAskedAt,
    replied: { lastHour: row.repliedLastHour, lastDay: row.repliedLastDay },
    unpaidLastHour: row.unpaidLastHour,
    pacedUntil: row.pacedUntil,
    repeats: { isUnderWay: row.isUnderWay, answersLastMinute: row.answersLastMinute, isMuted: row.isMuted },
    hasMemory: row.hasMemory ?? false,
    mayTellMore: row.mayTellMore ?? false,
    notices: Object.fromEntries(Object.entries(row.notices ?? {}).map(([kind, at]) => [kind, new Date(at)])),
  };
}

/**
 * What the database knows of the senders of these texts, by the database's clock. Hold the senders' locks when deciding
 * on it.
 * @returns one state for each text, in order; null for a text that was already received
 */
export async function readSenderStates(
  runner: Runner,
  texts: readonly InboundMessage[],
): Promise<(SenderState | null)[]> {
  const asked = texts.map((text, nth) => ({ ...text, nth }));
  const states = texts.map((): SenderState | null => null);
  for (const row of await senderStateRows(runner, JSON.stringify(asked))) {
    if (!row.isKnown) states[row.nth] = senderStateOf(row);
  }
  return states;
}

/** Deletes what recognizes repeated questions after an hour; `readSenderStates` reads only the last ten minutes. */
export async function deleteOldRecentQuestions(db: Db): Promise<void> {
  const isExpired = sql`asked_at < now() - interval '1 hour'`;
  await deleteExpiredRows(db, { table: 'recent_questions', by: 'asked_at', isExpired });
}
