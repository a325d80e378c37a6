import type { SubscriptionStatus } from '#server/db/schema.ts';
import { type Runner, statement } from '#server/db/statement.ts';

import type { SenderState, Notice } from '../rules/decide-reply.ts';

/** The text and sender to look up. */
type Sent = {
  readonly sid: string;
  readonly sidHash: string;
  readonly sender: string;
  readonly senderHash: string;
  readonly questionTag: number | null;
};

type SenderStateRow = {
  isKnown: boolean;
  now: Date;
  isOptedOut: boolean | null;
  departedAt: Date | null;
  phoneId: string | null;
  userId: string | null;
  isVerified: boolean | null;
  awaitsYes: boolean | null;
  status: SubscriptionStatus | null;
  answersUntil: Date | null;
  isPromoSent: boolean | null;
  promosLastHour: number;
  repliedLastHour: number;
  repliedLastDay: number;
  unpaidLastHour: number;
  last5Minutes: number;
  lastHour: number;
  lastDay: number;
  pacedUntil: Date | null;
  notices: Partial<Record<Notice, string>> | null;
  isUnderWay: boolean;
  answersLastMinute: number;
  isMuted: boolean;
};

const senderStateRow = statement<
  [sender: string, senderHash: string, sid: string, questionTag: number | null, sidHash: string],
  SenderStateRow
>(
  'sender_state',
  `select exists (select 1 from inbound_texts where sid = $3)
            or exists (select 1 from forgotten_texts where text_key = $5) as "isKnown",
          clock_timestamp() as now,
          (select bool_or(opted_out) from opt_outs where phone_key in ($1, $2)) as "isOptedOut",
          (select departed_at from departed_numbers where phone_key = $2) as "departedAt",
          p.id as "phoneId", p.user_id as "userId", p.verified_at is not null as "isVerified",
          p.opt_in_asked_at is not null and p.opt_in_confirmed_at is null as "awaitsYes",
          s.status, s.answers_until as "answersUntil",
          (select promo_sent from unsubscribed_senders where phone_number = $1) as "isPromoSent",
          case when p.id is not null then 0 else
            (select count(*) from unsubscribed_senders where promo_sent and created_at > now() - interval '1 hour')
          end as "promosLastHour",
          (select count(*) from inbound_texts
            where unpaid and reply is not null and received_at > now() - interval '1 hour') as "unpaidLastHour",
          asked.*, repeats.*,
          (select jsonb_object_agg(kind, sent_at) from notices where phone_number = $1) as notices
     from (select 1) as one
     left join phone_numbers p on p.number = $1
     left join current_subscriptions s on s.user_id = p.user_id
     left join lateral (
       select count(*) filter (where accepted and received_at > now() - interval '5 minutes') as "last5Minutes",
              count(*) filter (where accepted and received_at > now() - interval '1 hour') as "lastHour",
              count(*) filter (where accepted) as "lastDay",
              count(*) filter (where received_at > now() - interval '1 hour') as "repliedLastHour",
              count(*) as "repliedLastDay",
              max(paced_until) as "pacedUntil"
         from inbound_texts
        where sender = $1 and reply is not null and received_at > now() - interval '1 day') asked on true
     cross join lateral (
       select coalesce(bool_or(i.state <> 'done' and i.answer_by > now()), false) as "isUnderWay",
              count(*) filter (where q.is_answered and q.asked_at > now() - interval '1 minute') as "answersLastMinute",
              coalesce(bool_or(not q.is_answered), false) as "isMuted"
         from recent_questions q left join inbound_texts i on i.sid = q.sid and q.is_answered
        where q.sender = $1 and q.tag = $4 and q.asked_at > now() - interval '10 minutes') repeats`,
);

function senderStateOf(row: SenderStateRow): SenderState {
  const { phoneId, userId, status, answersUntil } = row;
  return {
    now: row.now,
    isOptedOut: row.isOptedOut ?? false,
    departedAt: row.departedAt,
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
    isPromoSent: row.isPromoSent ?? false,
    promosLastHour: row.promosLastHour,
    asked: { last5Minutes: row.last5Minutes, lastHour: row.lastHour, lastDay: row.lastDay },
    replied: { lastHour: row.repliedLastHour, lastDay: row.repliedLastDay },
    unpaidLastHour: row.unpaidLastHour,
    pacedUntil: row.pacedUntil,
    repeats: { isUnderWay: row.isUnderWay, answersLastMinute: row.answersLastMinute, isMuted: row.isMuted },
    notices: Object.fromEntries(Object.entries(row.notices ?? {}).map(([kind, at]) => [kind, new Date(at)])),
  };
}

/**
 * What the database knows of the sender of a text, by the database's clock. Hold the sender's lock when deciding on it.
 * @returns null for a text that was already received
 */
export async function readSenderState(runner: Runner, text: Sent): Promise<SenderState | null> {
  const { sender, senderHash, sid, questionTag, sidHash } = text;
  const [row] = await senderStateRow(runner, sender, senderHash, sid, questionTag, sidHash);
  return row === undefined || row.isKnown ? null : senderStateOf(row);
}

const deleteRecentQuestions = statement<[], Record<string, never>>(
  'delete_recent_questions',
  `delete from recent_questions where asked_at < now() - interval '1 hour'`,
);

/** Deletes what recognizes repeated questions after an hour; `readSenderState` reads only the last ten minutes. */
export async function deleteOldRecentQuestions(runner: Runner): Promise<void> {
  await deleteRecentQuestions(runner);
}
