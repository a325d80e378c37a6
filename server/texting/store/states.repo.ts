import { type Runner, statement } from '#server/db/statement.ts';
import { deltasOf, insertDeltas } from '#server/observability/counters.repo.ts';

import { KnownStates, type OpenSend, type OpenText } from './known-states.ts';
import type { ProactiveFacts } from './protocol/open-send.ts';
import type { Send, Text } from './protocol/states.ts';

/** Reads what the protocol's functions need, and writes what they change, for many texts at a time. */

/** Which texts and sends a transaction is about. */
export type About = {
  /** Whose lock it takes, besides the recipients of `ids` and `providerSids`. */
  readonly senders?: readonly string[];
  readonly sids?: readonly string[];
  /** Sends, by our id and by the carrier's; their texts come with them. */
  readonly ids?: readonly string[];
  readonly providerSids?: readonly string[];
  /** Texts that are about to be sent; `hash`: of the sender (phone-hash.ts). */
  readonly openings?: readonly { readonly sid: string; readonly hash: string }[];
  /** Texts that no text asked for. */
  readonly proactive?: readonly { readonly id: string; readonly from: string; readonly to: string; hash: string }[];
};

/** A time in Unix milliseconds: a double holds it to less than a microsecond. */
const ms = (time: string): string => `(extract(epoch from ${time}) * 1000)::float8`;
const at = (value: string): string => `to_timestamp(${value} / 1000)`;

const textFields = `i.sid, i.sender, i.service_number as "serviceNumber", i.reply, i.accepted as "isAccepted",
  ${ms('i.received_at')} as "receivedAt", ${ms('i.answer_by')} as "answerBy", ${ms('i.not_before')} as "notBefore",
  i.state, i.outcome, i.counted as "isCounted", i.attempts, i.fence, i.lease_owner as "leaseOwner",
  ${ms('i.lease_until')} as "leaseUntil", ${ms('i.closed_at')} as "closedAt", ${ms('i.redact_at')} as "redactAt"`;

const sendFields = `o.id, o.inbound_sid as sid, o.purpose, o.sender as "from", o.recipient as "to", o.attempt, o.segments,
  o.encoding, o.state, ${ms('o.intent_at')} as "intentAt", ${ms('o.unknown_at')} as "unknownAt",
  ${ms('o.next_check_at')} as "nextCheckAt", ${ms('o.accepted_at')} as "acceptedAt", o.provider_sid as "providerSid",
  o.error_code as "errorCode", o.delivery, o.delivery_rank as "deliveryRank", ${ms('o.redact_at')} as "redactAt",
  o.replayed as "isReplayed"`;

/** In one order everywhere (db/sender-lock.ts): transactions about many texts never wait for one another in a circle. */
const lockSendersOf = statement<[senders: readonly string[], ids: readonly string[], sids: readonly string[]], object>(
  'lock_senders_of',
  `select pg_advisory_xact_lock(hashtextextended(phone, 20100401)) from (
     select phone collate "C" as phone from unnest($1::text[]) as phone
     union select recipient from outbound_texts where id = any($2::uuid[])
     union select recipient from outbound_texts where provider_sid = any($3::text[])
     order by 1) as locked`,
);

/**
 * Takes the locks of all senders concerned. A statement of its own, before the ones that read: a statement sees what was
 * committed before it began, not before it got the lock.
 */
export async function lockAll(client: Runner, { senders = [], ids = [], providerSids = [] }: About): Promise<void> {
  await lockSendersOf(client, senders, ids, providerSids);
}

type StateRow = {
  now: number;
  texts: Text[];
  sends: Send[];
  accepted: { id: string; sid: string }[];
  optedOut: string[];
};

const readStates = statement<
  [sids: readonly string[], ids: readonly string[], byCarrier: readonly string[], senders: readonly string[]],
  StateRow
>(
  'read_states',
  `with asked as (
     select id, inbound_sid from outbound_texts where id = any($2::uuid[])
     union select id, inbound_sid from outbound_texts where provider_sid = any($3::text[])
   ), texts as (
     select ${textFields} from inbound_texts i
      where i.sid in (select unnest($1::text[]) union select inbound_sid from asked) order by i.sid for no key update
   ), sends as (
     select ${sendFields} from outbound_texts o where o.id in (select id from asked) order by o.id for no key update
   )
   select ${ms('now()')} as now,
          coalesce((select jsonb_agg(t) from texts t), '[]') as texts,
          coalesce((select jsonb_agg(s) from sends s), '[]') as sends,
          coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'sid', o.inbound_sid)) from outbound_texts o
                     where o.inbound_sid in (select inbound_sid from asked) and o.state = 'accepted'), '[]') as accepted,
          array(select phone_key from opt_outs
                 where opted_out and phone_key in (select "to" from sends union select unnest($4::text[]))) as "optedOut"`,
);

type OpeningRow = {
  now: number;
  text: Text;
  isOptedOut: boolean;
  hasChangedHands: boolean;
  departedAt: number | null;
  lateApologyAt: number | null;
  openTexts: OpenText[];
  openSends: OpenSend[];
  ownSends: { intentAt: number }[];
};

const openingsText = (locking: string): string => `with mine as (
     select ${textFields}, i.user_id, i.phone_id, asked.hash
       from jsonb_to_recordset($1::jsonb) as asked (sid text, hash text) join inbound_texts i on i.sid = asked.sid
      order by i.sid ${locking}
   )
   select ${ms('now()')} as now, to_jsonb(t) as text,
          exists (select 1 from opt_outs where phone_key in (t.sender, t.hash) and opted_out) as "isOptedOut",
          t.phone_id is not null and not exists (
            select 1 from phone_numbers p where p.id = t.phone_id and p.user_id = t.user_id) as "hasChangedHands",
          (select ${ms('departed_at')} from departed_numbers where phone_key = t.hash) as "departedAt",
          (select ${ms('sent_at')} from notices
            where phone_number = t.sender and kind = 'late_apology') as "lateApologyAt",
          coalesce((select jsonb_agg(jsonb_build_object(
                             'sid', e.sid, 'receivedAt', ${ms('e.received_at')}, 'reply', e.reply, 'state', e.state))
                      from inbound_texts e where e.sender = t.sender and e.service_number = t."serviceNumber"
                       and e.state <> 'done' and e.sid <> t.sid), '[]') as "openTexts",
          coalesce((select jsonb_agg(jsonb_build_object(
                             'id', o.id, 'purpose', o.purpose, 'isReplayed', o.replayed, 'state', o.state))
                      from outbound_texts o where o.sender = t."serviceNumber" and o.recipient = t.sender
                       and o.state in ('intent', 'unknown')), '[]') as "openSends",
          coalesce((select jsonb_agg(jsonb_build_object('intentAt', ${ms('o.intent_at')}))
                      from outbound_texts o where o.inbound_sid = t.sid), '[]') as "ownSends"
     from mine t`;

const readOpenings = statement<[openings: string], OpeningRow>('read_openings', openingsText('for no key update of i'));
const peekOpenings = statement<[openings: string], OpeningRow>('peek_openings', openingsText(''));

type ProactiveRow = { now: number; id: string } & Omit<ProactiveFacts, 'now'>;

const readProactive = statement<[proactive: string], ProactiveRow>(
  'read_proactive',
  `select ${ms('now()')} as now, p.id,
          exists (select 1 from opt_outs where phone_key in (p."to", p.hash) and opted_out) as "isOptedOut",
          exists (select 1 from phone_numbers where number = p."to") as "hasAccount",
          coalesce((select jsonb_agg(jsonb_build_object('purpose', o.purpose, 'isReplayed', o.replayed))
                      from outbound_texts o where o.sender = p."from" and o.recipient = p."to"
                       and o.state in ('intent', 'unknown')), '[]') as "openSends"
     from jsonb_to_recordset($1::jsonb) as p (id uuid, "from" text, "to" text, hash text)`,
);

/** Reads all that is known about these, and keeps others from changing it until the end of the transaction. */
export async function readAll(
  client: Runner,
  { senders = [], sids = [], ids = [], providerSids = [], openings = [], proactive = [] }: About,
): Promise<KnownStates> {
  const beganAtMs = performance.now();
  const needsStates = sids.length + ids.length + providerSids.length > 0;
  const [states, opening, unasked] = await Promise.all([
    needsStates ? readStates(client, sids, ids, providerSids, senders) : [],
    openings.length > 0 ? readOpenings(client, JSON.stringify(openings)) : [],
    proactive.length > 0 ? readProactive(client, JSON.stringify(proactive)) : [],
  ]);
  const known = new KnownStates(states[0]?.now ?? opening[0]?.now ?? unasked[0]?.now ?? 0, beganAtMs);
  for (const { texts, sends, accepted, optedOut } of states) {
    for (const text of texts) known.texts.set(text.sid, text);
    for (const send of sends) known.sends.set(send.id, send);
    for (const { id, sid } of accepted) known.acceptedOf.set(sid, (known.acceptedOf.get(sid) ?? new Set()).add(id));
    for (const phone of optedOut) known.optedOut.add(phone);
  }
  addOpenings(known, opening);
  for (const { id, isOptedOut, hasAccount, openSends } of unasked) {
    known.proactive.set(id, { isOptedOut, hasAccount, openSends });
  }
  return known;
}

/** The same for texts that wait for their turn, without keeping anyone from anything. */
export async function peek(runner: Runner, openings: NonNullable<About['openings']>): Promise<KnownStates> {
  const rows = await peekOpenings(runner, JSON.stringify(openings));
  const known = new KnownStates(rows[0]?.now ?? 0, performance.now());
  addOpenings(known, rows);
  return known;
}

function addOpenings(known: KnownStates, rows: readonly OpeningRow[]): void {
  for (const { now: _now, text, ...facts } of rows) {
    known.texts.set(text.sid, text);
    known.openings.set(text.sid, facts);
  }
}

const writeChanges = statement<
  [texts: string, sends: string, opened: string, deltas: string, others: string],
  { texts: number; sends: number }
>(
  'write_changes',
  `with texts as (
     update inbound_texts i
        set state = t.state, outcome = t.outcome, counted = t."isCounted", attempts = t.attempts,
            not_before = ${at('t."notBefore"')}, lease_owner = t."leaseOwner", lease_until = ${at('t."leaseUntil"')},
            closed_at = ${at('t."closedAt"')}, redact_at = ${at('t."redactAt"')}
       from jsonb_to_recordset($1::jsonb) as t (
              sid text, state text, outcome text, "isCounted" boolean, attempts integer, fence integer,
              "notBefore" float8, "leaseOwner" uuid, "leaseUntil" float8, "closedAt" float8, "redactAt" float8,
              "wasState" text)
      where i.sid = t.sid and i.state = t."wasState" and i.fence = t.fence
     returning 1
   ), sends as (
     update outbound_texts o
        set state = s.state, unknown_at = ${at('s."unknownAt"')}, next_check_at = ${at('s."nextCheckAt"')},
            accepted_at = ${at('s."acceptedAt"')}, provider_sid = s."providerSid", segments = s.segments,
            error_code = s."errorCode", delivery = s.delivery, delivery_rank = s."deliveryRank",
            redact_at = ${at('s."redactAt"')}
       from jsonb_to_recordset($2::jsonb) as s (
              id uuid, state text, segments integer, "unknownAt" float8, "nextCheckAt" float8, "acceptedAt" float8,
              "providerSid" text, "errorCode" integer, delivery text, "deliveryRank" integer, "redactAt" float8,
              "wasState" text)
      where o.id = s.id and o.state = s."wasState"
     returning 1
   ), opened as (
     insert into outbound_texts (id, inbound_sid, purpose, sender, recipient, attempt, state, intent_at, unknown_at,
                                 next_check_at, accepted_at, provider_sid, segments, encoding, error_code, delivery,
                                 delivery_rank, redact_at, replayed)
     select id, sid, purpose, "from", "to", attempt, state, ${at('"intentAt"')}, ${at('"unknownAt"')},
            ${at('"nextCheckAt"')}, ${at('"acceptedAt"')}, "providerSid", segments, encoding, "errorCode", delivery,
            "deliveryRank", ${at('"redactAt"')}, "isReplayed"
       from jsonb_to_recordset($3::jsonb) as o (
              id uuid, sid text, purpose text, "from" text, "to" text, attempt integer, state text, "intentAt" float8,
              "unknownAt" float8, "nextCheckAt" float8, "acceptedAt" float8, "providerSid" text, segments integer,
              encoding text, "errorCode" integer, delivery text, "deliveryRank" integer, "redactAt" float8,
              "isReplayed" boolean)
      -- After the updates: one of them may close the send that kept these from being opened.
      where (select count(*) from sends) >= 0
   ), noticed as (
     insert into notices (phone_number, kind, sent_at)
     select phone, 'late_apology', now() from jsonb_array_elements_text($5::jsonb->'apologized') as phone
     on conflict (phone_number, kind) do update set sent_at = excluded.sent_at
   ), opted_out as (
     -- 21610: the carrier knows of a STOP that we do not.
     insert into opt_outs (phone_key, opted_out, changed_at, source)
     select phone, true, ${at('"changedAt"')}, 'carrier'
       from jsonb_to_recordset($5::jsonb->'optedOut') as o (phone text, "changedAt" float8)
     on conflict (phone_key) do update set opted_out = true, changed_at = excluded.changed_at, source = 'carrier'
      where not opt_outs.opted_out
   ), counted as (
     ${insertDeltas('$4')}
   )
   select (select count(*) from texts)::int as texts, (select count(*) from sends)::int as sends`,
);

/**
 * Writes what has changed, each row only as it was read.
 * @throws when one is not: it was read under a lock, so that cannot be
 */
export async function writeAll(client: Runner, known: KnownStates): Promise<void> {
  const texts = [...known.textsBefore].map(([sid, { state }]) => ({ ...known.texts.get(sid), wasState: state }));
  const sends = [...known.sendsBefore].map(([id, { state }]) => ({ ...known.sends.get(id), wasState: state }));
  const opened = [...known.opened].map((id) => known.sends.get(id));
  const optedOut = [...known.optOuts].map(([phone, changedAt]) => ({ phone, changedAt }));
  const others = { apologized: [...known.apologizedLateTo], optedOut };
  const [written] = await writeChanges(
    client,
    JSON.stringify(texts),
    JSON.stringify(sends),
    JSON.stringify(opened),
    deltasOf(known.counts),
    JSON.stringify(others),
  );
  if (written?.texts !== texts.length || written.sends !== sends.length)
    throw new Error('a row changed under its lock');
}
