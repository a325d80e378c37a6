import type { Language } from '#contract/language.ts';
import { type Runner, statement } from '#server/db/statement.ts';
import { deltasOf, insertDeltas } from '#server/observability/counters.repo.ts';
import type { Place } from '#server/places/places.ts';

import type { ReplyDecision } from '../rules/decide-reply.ts';
import type { Notice } from '../rules/notices.ts';
import type { InboundMessage, Lease } from '../store/text-store.ts';
import { forgetExchanges } from './forget-exchanges.repo.ts';

/** A decision about a text, and who holds the lease on it from now on; null: no one yet. */
export type DecidedText = {
  readonly message: InboundMessage;
  readonly decision: ReplyDecision;
  readonly lease: FirstLease | null;
};

/** `startedAt`: the start of the database server under which it may be given; see `LeaseGate` in text-store.ts. */
export type FirstLease = { readonly owner: string; readonly leaseMs: number; readonly startedAt: Date | null };

function countersOf({ kind, isAccepted, isOptOut, withheld }: ReplyDecision): string[] {
  const names = ['texts.received', `texts.kind.${kind}`];
  if (isAccepted) names.push('questions.accepted');
  if (isOptOut) names.push('opt_outs.text');
  if (withheld !== null) names.push(`replies.withheld.${withheld}`);
  return names;
}

/**
 * Stores texts with the decisions about them (docs/reference/texting-protocol.md#receive). They must have different
 * senders, and must not be stored yet.
 * @param at when it happened, if it is written down later (server/outage)
 * @returns the leases that were given
 */
export async function writeInboundMessages(
  client: Runner,
  texts: readonly DecidedText[],
  at: Date | null = null,
): Promise<Lease[]> {
  const names = texts.flatMap(({ decision }) => countersOf(decision));
  const counts = names.map((name) => ({ name, by: 1, at: at?.getTime() }));
  const forgetful = texts.filter(({ decision }) => decision.forgets).map(({ message }) => message.sender);
  const rows = texts.map(newTextOf);
  const insert = rows.some(isRare) ? insertAnyTexts : insertPlainTexts;
  // Sent together, as everything of a transaction; for most texts there is nothing to forget.
  const [leases] = await Promise.all([
    insert(client, JSON.stringify(rows), at, deltasOf(counts)),
    forgetful.length > 0 ? forgetExchanges(client, forgetful) : 0,
  ]);
  return leases;
}

/** A text as `insertTextsSql` reads it. */
type NewText = {
  readonly sid: string;
  readonly sender: string;
  readonly sender_hash: string;
  readonly service_number: string;
  readonly kind: string;
  readonly reply: string | null;
  readonly language: Language;
  /** Null for a text that does not change the language of its phone. */
  readonly new_language: Language | null;
  readonly user_id: string | null;
  readonly phone_id: string | null;
  readonly is_accepted: boolean;
  readonly is_unpaid: boolean;
  readonly received_at: Date;
  readonly answer_by: Date;
  readonly not_before: Date;
  readonly paced_until: Date | null;
  readonly memory_seconds: number;
  /** Null for a text that changes no consent. */
  readonly is_opt_out: boolean | null;
  readonly confirms_opt_in: true | null;
  readonly stranger: ReplyDecision['stranger'];
  readonly notice: Notice | null;
  readonly mail: ReplyDecision['mail'];
  readonly home: Place | null;
  readonly removes_home: true | null;
  /** With `is_answered`, what recognizes a repetition of the question; null for a text that is not remembered. */
  readonly question_tag: number | null;
  readonly is_answered: boolean | null;
  /** Null for a text that no one works on yet. */
  readonly lease_owner: string | null;
  readonly lease_ms: number | null;
  readonly server_started_at: Date | null;
};

function newTextOf({ message, decision, lease }: DecidedText): NewText {
  return {
    sid: message.sid,
    sender: message.sender,
    sender_hash: message.senderHash,
    service_number: message.serviceNumber,
    kind: decision.kind,
    reply: decision.reply,
    language: decision.language,
    new_language: decision.newLanguage,
    user_id: decision.userId,
    phone_id: decision.phoneId,
    is_accepted: decision.isAccepted,
    is_unpaid: decision.isUnpaid,
    received_at: decision.receivedAt,
    answer_by: decision.answerBy,
    not_before: decision.notBefore,
    paced_until: decision.pacedUntil,
    memory_seconds: decision.memorySeconds,
    is_opt_out: decision.consent === null ? null : decision.consent === 'withdrawn',
    confirms_opt_in: decision.confirmsOptIn || null,
    stranger: decision.stranger,
    notice: decision.notice,
    mail: decision.mail,
    home: decision.home === 'removed' ? null : decision.home,
    removes_home: decision.home === 'removed' || null,
    question_tag: message.questionTag,
    is_answered: decision.remembered === null ? null : decision.remembered === 'answered',
    lease_owner: lease?.owner ?? null,
    lease_ms: lease?.leaseMs ?? null,
    server_started_at: lease?.startedAt ?? null,
  };
}

/**
 * What only few texts have, and what PostgreSQL reads it as; null in all others. PostgreSQL prepares every part of a
 * statement for every batch, also for no rows, so texts without any of it have a statement of their own.
 */
const rareColumns = {
  is_opt_out: 'boolean',
  confirms_opt_in: 'boolean',
  new_language: 'text',
  stranger: 'text',
  notice: 'text',
  mail: 'text',
  home: 'jsonb',
  removes_home: 'boolean',
} as const satisfies Partial<Record<keyof NewText, string>>;
const rareNames = Object.keys(rareColumns) as (keyof typeof rareColumns)[];

function isRare(text: NewText): boolean {
  return rareNames.some((name) => text[name] !== null);
}

/** What the rare columns change; the parts of `insertTextsSql` that come before the last ones. */
const rareParts = `consents_by_text as (
     -- A short code or an alphanumeric sender cannot be texted, so there is no consent to record.
     select * from texts where is_opt_out is not null and sender ~ '^[+][1-9][0-9]{7,14}$'
   ), consent as (
     insert into opt_outs (phone_key, opted_out, changed_at, source)
     select sender, is_opt_out, received_at, 'text' from consents_by_text
     on conflict (phone_key) do update
        set opted_out = excluded.opted_out, changed_at = excluded.changed_at, source = excluded.source
      -- The later text wins, in whatever order they arrive; at the same time, the STOP
      -- (docs/reference/texting-protocol.md#order-and-hard-stops).
      where (excluded.changed_at, excluded.opted_out) >= (opt_outs.changed_at, opt_outs.opted_out)
   ), returned as (
     update opt_outs set opted_out = false, source = 'text',
                         changed_at = (select received_at from texts where sender_hash = opt_outs.phone_key)
      where phone_key = any (array (select sender_hash from texts where not is_opt_out))
        -- As above: a ledger or a journal may know of a later STOP.
        and changed_at < (select received_at from texts where sender_hash = opt_outs.phone_key)
   ), proof as (
     insert into consents (user_id, phone_key, subject, given, source, wording, at)
     select user_id, sender, 'messaging', not is_opt_out, 'text', kind, received_at from consents_by_text
   ), confirmed as (
     -- One update for both: a statement changes a row only once.
     update phone_numbers p set opt_in_confirmed_at = case when t.confirms_opt_in then t.at else p.opt_in_confirmed_at end,
                                language = coalesce(t.new_language, p.language)
       from texts t
      where p.id = t.phone_id and (t.confirms_opt_in or t.new_language is not null)
        and p.id = any (array (select phone_id from texts where confirms_opt_in or new_language is not null))
   ), stranger as (
     insert into unsubscribed_senders (phone_number, promo_sent)
     select sender, stranger = 'promo' from texts where stranger is not null
     on conflict (phone_number) do update set promo_sent = unsubscribed_senders.promo_sent or excluded.promo_sent
   ), mailed as (
     -- At most one a month, however often the sender switches; one that is still queued becomes due again.
     insert into mails (kind, user_id, once_key)
     select distinct mail, user_id, mail || ':' || user_id || ':' || to_char(now(), 'YYYY-MM')
       from texts where mail is not null
     on conflict (once_key) do update set created_at = now() where mails.outcome is null
   ), home_set as (
     -- Two phones of an account can be in one statement.
     insert into home_places (user_id, city, region, zip, changed_at)
     select distinct on (user_id) user_id, home->>'city', home->>'region', home->>'zip', received_at
       from texts t
      where home->>'city' is not null
        -- The removal left no row that a text found late could be compared with. A HOME text without a reply may have
        -- been one: it was itself found late, or over budget.
        -- Scalar subqueries: EXISTS can become a hash of the whole table.
        and (select l.sid from inbound_texts l
              where l.sender = any (array (select number from phone_numbers where user_id = t.user_id))
                and l.reply is not null and l.reply = 'home_removed' and l.received_at > t.received_at
              limit 1) is null
        and (select l.sid from inbound_texts l
              where l.sender = any (array (select number from phone_numbers where user_id = t.user_id))
                and l.reply is null and l.kind = 'home' and l.received_at > t.received_at
              limit 1) is null
      order by user_id, received_at desc
     on conflict (user_id) do update
        set city = excluded.city, region = excluded.region, zip = excluded.zip, changed_at = excluded.changed_at
      where excluded.changed_at >= home_places.changed_at
   ), home_removed as (
     delete from home_places
      where user_id = any (array (select user_id from texts where removes_home))
        and changed_at <= (select max(received_at) from texts where removes_home and user_id = home_places.user_id)
   ), noticed as (
     insert into notices (phone_number, kind, sent_at)
     select sender, notice, at from texts where notice is not null
     on conflict (phone_number, kind) do update set sent_at = excluded.sent_at
   ), `;

/**
 * Reads the texts, a JSON array of `NewText`, as rows. They must have different senders: PostgreSQL refuses a statement
 * whose ON CONFLICT changes a row twice. `at` is null for what happens now. The updates find their rows by
 * `any (array (...))`, which uses the index whatever number of texts PostgreSQL expects. A first lease has the fence that
 * `lease` in store/protocol/leases.ts gives a text that was never leased; `store/statements.test.ts` compares them.
 */
const insertTextsSql = (columns: string, parts: string): string => `with texts as (
     select *, coalesce($2::timestamptz, now()) as at,
            -- After a restart of the server there was an outage that this process does not know of yet.
            case when server_started_at is null
                   or date_trunc('milliseconds', pg_postmaster_start_time()) = server_started_at
                 then lease_owner end as owner
       from jsonb_to_recordset($1::jsonb) as t (
         sid text, sender text, sender_hash text, service_number text, kind text, reply text, language text,
         user_id uuid, phone_id uuid, is_accepted boolean, is_unpaid boolean,
         received_at timestamptz, answer_by timestamptz, not_before timestamptz, paced_until timestamptz,
         memory_seconds smallint, question_tag integer, is_answered boolean, lease_owner uuid, lease_ms integer,
         server_started_at timestamptz${columns})
   ), taken as (
     insert into inbound_texts (sid, sender, service_number, kind, reply, language, user_id, phone_id, accepted,
                                received_at, answer_by, not_before, paced_until, memory_seconds, unpaid, state, outcome,
                                closed_at, redact_at, lease_owner, lease_until, fence)
     select sid, sender, service_number, kind, reply, language, user_id, phone_id, is_accepted,
            received_at, answer_by, not_before, paced_until, memory_seconds, is_unpaid,
            case when reply is null then 'done' else 'received' end,
            case when reply is null then 'silent' end,
            case when reply is null then at end,
            case when reply is null then now() + interval '2 minutes' end,
            owner, case when owner is not null then now() + lease_ms * interval '1 ms' end,
            case when owner is null then 0 else 1 end
       from texts
     returning sid, fence, sender, service_number, reply, language, memory_seconds, attempts, received_at, answer_by, not_before,
               lease_owner
   ), ${parts}remembered as (
     insert into recent_questions (sid, sender, tag, is_answered, asked_at)
     select sid, sender, question_tag, is_answered, received_at from texts
      where question_tag is not null and is_answered is not null
   ), counted as (
     ${insertDeltas('$3')}
   )
   select sid, fence, sender, service_number as "serviceNumber", reply, language, memory_seconds > 0 as "hasMemory", attempts,
          (extract(epoch from clock_timestamp() - received_at) * 1000)::float8 as "ageMs",
          (extract(epoch from answer_by - clock_timestamp()) * 1000)::float8 as "timeLeftMs",
          (extract(epoch from not_before - clock_timestamp()) * 1000)::float8 as "mayGoInMs"
     from taken where lease_owner is not null`;

type InsertValues = [texts: string, at: Date | null, deltas: string];
const insertPlainTexts = statement<InsertValues, Lease>('receive_texts', insertTextsSql('', ''));
const insertAnyTexts = statement<InsertValues, Lease>(
  'receive_any_texts',
  insertTextsSql(rareNames.map((name) => `, ${name} ${rareColumns[name]}`).join(''), rareParts),
);
