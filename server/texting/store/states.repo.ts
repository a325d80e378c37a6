/** Locks and reads what the protocol's functions need, for many texts at a time. */

import { senderLockSql } from '#server/db/sender-lock.ts';
import { type Runner, statement } from '#server/db/statement.ts';

import { KnownStates, type OpenSend, type OpenText, type ProactiveOpening } from './known-states.ts';
import type { Send, Text } from './protocol/states.ts';

/** Which texts and sends a transaction is about. */
export type About = {
  /** Whose phones it is about. Not known of every send: `lockAll` finds the recipients of `ids` and `providerSids`. */
  readonly senders?: readonly string[];
  readonly sids?: readonly string[];
  /** Sends, by our id and by the carrier's; their texts come with them. */
  readonly ids?: readonly string[];
  readonly providerSids?: readonly string[];
  /** Texts that are about to be sent; `hash`: of the sender (phone-hash.ts). */
  readonly openings?: readonly { readonly sid: string; readonly hash: string }[];
  /** Proactive texts that are about to be sent. */
  readonly proactive?: readonly { readonly id: string; readonly from: string; readonly to: string; hash: string }[];
};

/** A time in Unix milliseconds: a double holds it to less than a microsecond. */
const ms = (time: string): string => `(extract(epoch from ${time}) * 1000)::float8`;

const textFields = `i.sid, i.sender, i.service_number as "serviceNumber", i.reply, i.language, i.accepted as "isAccepted",
  ${ms('i.received_at')} as "receivedAt", ${ms('i.answer_by')} as "answerBy", ${ms('i.not_before')} as "notBefore",
  i.state, i.outcome, i.counted as "isCounted", i.attempts, i.fence, i.lease_owner as "leaseOwner",
  ${ms('i.lease_until')} as "leaseUntil", ${ms('i.closed_at')} as "closedAt", ${ms('i.redact_at')} as "redactAt",
  i.memory_seconds as "memorySeconds"`;

const sendFields = `o.id, o.inbound_sid as sid, o.purpose, o.sender as "from", o.recipient as "to", o.attempt, o.segments,
  o.encoding, o.state, ${ms('o.intent_at')} as "intentAt", ${ms('o.unknown_at')} as "unknownAt",
  ${ms('o.next_check_at')} as "nextCheckAt", ${ms('o.accepted_at')} as "acceptedAt", o.provider_sid as "providerSid",
  o.error_code as "errorCode", o.delivery, o.delivery_rank as "deliveryRank", ${ms('o.redact_at')} as "redactAt",
  o.replayed as "isReplayed"`;

/** In one order everywhere (db/sender-lock.ts), so that transactions over many texts cannot deadlock. */
const lockSendersOf = statement<[senders: readonly string[], ids: readonly string[], sids: readonly string[]], object>(
  'lock_senders_of',
  `select pg_advisory_xact_lock(${senderLockSql('phone')}) from (
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

/** What a reading does about a row that another transaction holds. */
type Locking = 'wait' | 'skip';
const lockingRows = { wait: 'for no key update', skip: 'for no key update skip locked' } as const;

const statesText = (locking: Locking): string => `with asked as (
     select id, inbound_sid from outbound_texts where id = any($2::uuid[])
     union select id, inbound_sid from outbound_texts where provider_sid = any($3::text[])
   ), texts as (
     select ${textFields} from inbound_texts i
      where i.sid in (select unnest($1::text[]) union select inbound_sid from asked)
      order by i.sid ${lockingRows[locking]}
   ), sends as (
     select ${sendFields} from outbound_texts o where o.id in (select id from asked)
      order by o.id ${lockingRows[locking]}
   )
   select ${ms('now()')} as now,
          coalesce((select jsonb_agg(t) from texts t), '[]') as texts,
          coalesce((select jsonb_agg(s) from sends s), '[]') as sends,
          coalesce((select jsonb_agg(jsonb_build_object('id', o.id, 'sid', o.inbound_sid)) from outbound_texts o
                     where o.inbound_sid in (select inbound_sid from asked) and o.state = 'accepted'), '[]') as accepted,
          array(select phone_key from opt_outs
                 where opted_out and phone_key in (select "to" from sends union select unnest($4::text[]))) as "optedOut"`;

type StateValues = [
  sids: readonly string[],
  ids: readonly string[],
  byCarrier: readonly string[],
  senders: readonly string[],
];
const readAllStates = statement<StateValues, StateRow>('read_states', statesText('wait'));
const readFreeStates = statement<StateValues, StateRow>('read_free_states', statesText('skip'));
const readStates = { wait: readAllStates, skip: readFreeStates };

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
          t.phone_id is not null
            and coalesce((select user_id <> t.user_id from phone_numbers where id = t.phone_id), true) as "hasChangedHands",
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

const readAllOpenings = statement<[openings: string], OpeningRow>(
  'read_openings',
  openingsText('for no key update of i'),
);
const readFreeOpenings = statement<[openings: string], OpeningRow>(
  'read_free_openings',
  openingsText('for no key update of i skip locked'),
);
const readOpenings = { wait: readAllOpenings, skip: readFreeOpenings };
const peekOpenings = statement<[openings: string], OpeningRow>('peek_openings', openingsText(''));

type ProactiveRow = { now: number; id: string } & ProactiveOpening;

const readProactive = statement<[proactive: string], ProactiveRow>(
  'read_proactive',
  `select ${ms('now()')} as now, p.id,
          exists (select 1 from opt_outs where phone_key in (p."to", p.hash) and opted_out) as "isOptedOut",
          (select id from phone_numbers where number = p."to") is not null as "hasAccount",
          coalesce((select jsonb_agg(jsonb_build_object(
                             'id', o.id, 'purpose', o.purpose, 'isReplayed', o.replayed, 'state', o.state))
                      from outbound_texts o where o.sender = p."from" and o.recipient = p."to"
                       and o.state in ('intent', 'unknown')), '[]') as "openSends"
     from jsonb_to_recordset($1::jsonb) as p (id uuid, "from" text, "to" text, hash text)`,
);

/**
 * Reads all that is known about these, and keeps others from changing it until the end of the transaction. `skip`:
 * without the rows that another transaction holds, and without waiting.
 */
export async function readAll(
  client: Runner,
  { senders = [], sids = [], ids = [], providerSids = [], openings = [], proactive = [] }: About,
  locking: Locking = 'wait',
): Promise<KnownStates> {
  const beganAtMs = performance.now();
  const needsStates = sids.length + ids.length + providerSids.length > 0;
  const [states, opening, proactiveRows] = await Promise.all([
    needsStates ? readStates[locking](client, sids, ids, providerSids, senders) : [],
    openings.length > 0 ? readOpenings[locking](client, JSON.stringify(openings)) : [],
    proactive.length > 0 ? readProactive(client, JSON.stringify(proactive)) : [],
  ]);
  const known = new KnownStates(states[0]?.now ?? opening[0]?.now ?? proactiveRows[0]?.now ?? 0, beganAtMs);
  for (const { texts, sends, accepted, optedOut } of states) {
    for (const text of texts) known.texts.set(text.sid, text);
    for (const send of sends) known.sends.set(send.id, send);
    for (const { id, sid } of accepted) known.acceptedOf.set(sid, (known.acceptedOf.get(sid) ?? new Set()).add(id));
    for (const phone of optedOut) known.optedOut.add(phone);
  }
  addOpenings(known, opening);
  for (const { id, isOptedOut, hasAccount, openSends } of proactiveRows) {
    known.proactive.set(id, { isOptedOut, hasAccount, openSends });
  }
  return known;
}

/** Reads what decides whether these texts may be sent now. Locks nothing. */
export async function peek(runner: Runner, openings: NonNullable<About['openings']>): Promise<KnownStates> {
  const rows = await peekOpenings(runner, JSON.stringify(openings));
  const known = new KnownStates(rows[0]?.now ?? 0, performance.now());
  addOpenings(known, rows);
  return known;
}

const settledRows = statement<[ids: readonly string[]], { id: string }>(
  'settled_sends',
  `select id from outbound_texts where id = any($1::uuid[]) and state in ('accepted', 'rejected')`,
);

/** Which of these sends have an outcome that no report changes. Locks and writes nothing. */
export async function settledAmong(runner: Runner, ids: readonly string[]): Promise<Set<string>> {
  const rows = await settledRows(runner, ids);
  return new Set(rows.map(({ id }) => id));
}

function addOpenings(known: KnownStates, rows: readonly OpeningRow[]): void {
  for (const { now: _now, text, ...facts } of rows) {
    known.texts.set(text.sid, text);
    known.openings.set(text.sid, facts);
  }
}
