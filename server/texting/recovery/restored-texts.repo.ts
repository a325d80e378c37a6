import type { Pool } from 'pg';

import { type Runner, statement } from '#server/db/statement.ts';

/** The rows of a statement: a month of texts since the backup would be one of gigabytes. */
const chunkSize = 1000;

async function inChunks<Row>(rows: readonly Row[], run: (chunk: Row[]) => Promise<unknown>): Promise<void> {
  for (let start = 0; start < rows.length; start += chunkSize) await run(rows.slice(start, start + chunkSize));
}

/** What `find` finds among these keys, which it gets some at a time. */
export async function findAmong(
  keys: readonly string[],
  find: (chunk: string[]) => Promise<Set<string>>,
): Promise<Set<string>> {
  const found = new Set<string>();
  await inChunks(keys, async (chunk) => {
    for (const key of await find(chunk)) found.add(key);
  });
  return found;
}

/** An opt-out or an opt-in; `number` where it is known, otherwise only the keyed hash. */
export type Consent = {
  readonly key: string;
  readonly number: string | null;
  readonly isOptOut: boolean;
  readonly at: Date;
};

const applyRows = statement<[consents: string], Record<string, never>>(
  'restore_consents',
  `with said as (
     select * from jsonb_to_recordset($1::jsonb) as s (key text, number text, "isOptOut" boolean, at timestamptz)
   ), known as (
     -- Of a number without an account and without an opt-out, only the hash is known; a START needs no row of its own
     -- there, and ends an opt-out that was kept under it.
     select coalesce(number, key) as phone_key, "isOptOut", at from said where number is not null or "isOptOut"
     union all
     select key, false, at from said where not "isOptOut"
        and exists (select 1 from opt_outs where phone_key = key)
   )
   insert into opt_outs (phone_key, opted_out, changed_at, source)
   select phone_key, "isOptOut", at, 'text' from known where phone_key ~ '^([+][1-9][0-9]{7,14}|h:[0-9a-f]{64})$'
   on conflict (phone_key) do update
      set opted_out = excluded.opted_out, changed_at = excluded.changed_at, source = excluded.source
    where (excluded.changed_at, excluded.opted_out) > (opt_outs.changed_at, opt_outs.opted_out)`,
);

/** Brings opt-outs up to date: the later word of a number counts; of two at the same time, the STOP. Repeatable. */
export async function applyConsents(pool: Pool, consents: readonly Consent[]): Promise<void> {
  await inChunks(lastWords(consents), (chunk) => applyRows(pool, JSON.stringify(chunk)));
}

function lastWords(consents: readonly Consent[]): Consent[] {
  const byKey = new Map<string, Consent>();
  for (const consent of consents) {
    const { key, at, isOptOut } = consent;
    const last = byKey.get(key);
    const isLater = last === undefined || at > last.at || (at.getTime() === last.at.getTime() && isOptOut);
    if (isLater) byKey.set(key, consent);
  }
  return [...byKey.values()];
}

const numberRows = statement<[], { number: string }>(
  'restore_numbers',
  `select number from phone_numbers union select phone_key from opt_outs where phone_key like '+%'`,
);

/** The numbers that the database knows by an account or an opt-out. */
export async function knownNumbers(pool: Pool): Promise<string[]> {
  return (await numberRows(pool)).map(({ number }) => number);
}

const tracedRows = statement<[], { number: string }>(
  'restore_traced_numbers',
  `select number from phone_numbers
   union select phone_key from opt_outs where phone_key like '+%'
   union select phone_key from consents where phone_key like '+%'
   union select phone_number from notices
   union select phone_number from unsubscribed_senders
   union select sender from inbound_texts
   union select recipient from outbound_texts`,
);

/** The numbers of which the database has anything. Reads all texts. */
export async function tracedNumbers(pool: Pool): Promise<string[]> {
  return (await tracedRows(pool)).map(({ number }) => number);
}

const leaveRows = statement<[left: string], Record<string, never>>(
  'restore_departed',
  `insert into departed_numbers (phone_key, departed_at)
   select key, max(at) from jsonb_to_recordset($1::jsonb) as l (key text, at timestamptz) group by key
   on conflict (phone_key) do update set departed_at = greatest(departed_numbers.departed_at, excluded.departed_at)`,
);

/** Notes numbers, by their hashes, that left with a deleted account. */
export async function noteDeparted(
  pool: Pool,
  left: readonly { readonly key: string; readonly at: Date }[],
): Promise<void> {
  await inChunks(left, (chunk) => leaveRows(pool, JSON.stringify(chunk)));
}

/** In ms, by the database's clock. */
const age = (column: string): string => `(extract(epoch from clock_timestamp() - ${column}) * 1000)::float8 as "ageMs"`;

const departedRows = statement<[keys: string[]], { key: string; ageMs: number }>(
  'restore_departed_among',
  `select phone_key as key, ${age('departed_at')} from departed_numbers where phone_key = any($1)`,
);

/** How long ago the numbers with these hashes left, in ms; those that never left are not in it. */
export async function departuresAmong(pool: Pool, keys: readonly string[]): Promise<Map<string, number>> {
  const left = new Map<string, number>();
  await inChunks(keys, async (chunk) => {
    for (const { key, ageMs } of await departedRows(pool, chunk)) left.set(key, ageMs);
  });
  return left;
}

/** Ages in ms, by the database's clock. */
export type OpenSend = { readonly id: string; readonly from: string; readonly to: string; readonly ageMs: number };
export type OpenText = {
  readonly sid: string;
  readonly sender: string;
  readonly serviceNumber: string;
  readonly ageMs: number;
};

const openSendRows = statement<[], OpenSend>(
  'restore_open_sends',
  `select id, sender as "from", recipient as "to", ${age('intent_at')} from outbound_texts
    where state in ('intent', 'unknown') order by intent_at`,
);
const openTextRows = statement<[], OpenText>(
  'restore_open_texts',
  `select sid, sender, service_number as "serviceNumber", ${age('received_at')} from inbound_texts i
    where state <> 'done' order by received_at`,
);

/** Sends and texts that were open in the backup, oldest first. */
export async function listOpen(pool: Pool): Promise<{ sends: OpenSend[]; texts: OpenText[] }> {
  return { sends: await openSendRows(pool), texts: await openTextRows(pool) };
}

const openRow = statement<[sid: string], { id: string }>(
  'restore_open_for_record',
  `with text as (
     update inbound_texts set state = 'sending', lease_owner = null, lease_until = null
      where sid = $1 and state <> 'done'
        and not exists (select 1 from outbound_texts o where o.inbound_sid = $1 and o.state in ('intent', 'unknown'))
     returning sid, sender, service_number, reply, attempts)
   insert into outbound_texts (id, inbound_sid, purpose, sender, recipient, attempt, state, intent_at)
   select gen_random_uuid(), sid, case when reply = 'answer' then 'answer' else 'keyword' end, service_number, sender,
          attempts + 1, 'intent', now() from text
   returning id`,
);

/** Opens the send that a text's reply had after the backup, so that its outcome can be recorded; null if it is done. */
export async function openForRecord(pool: Pool, { sid }: OpenText): Promise<string | null> {
  const [row] = await openRow(pool, sid);
  return row?.id ?? null;
}

/** A text that we sent after the backup. */
export type SentText = Omit<OpenSend, 'id'> & { readonly sid: string; readonly segments: number | null };

const sentRows = statement<[sent: string], Record<string, never>>(
  'restore_sent',
  `with sent as (
     select * from jsonb_to_recordset($1::jsonb) as s (sid text, "from" text, "to" text, "ageMs" float8, segments integer)
   ), strangers as (
     -- What a number without an account got may have been the promo, which no one gets twice.
     insert into unsubscribed_senders (phone_number, promo_sent)
     select distinct "to", true from sent
      where "to" ~ '^[+][1-9][0-9]{7,14}$' and not exists (select 1 from phone_numbers where number = "to")
     on conflict (phone_number) do update set promo_sent = true where not unsubscribed_senders.promo_sent
   )
   insert into outbound_texts (id, purpose, sender, recipient, attempt, state, intent_at, provider_sid, accepted_at,
                               segments, redact_at)
   select gen_random_uuid(), 'account', "from", "to", 1, 'accepted', now() - "ageMs" * interval '1 ms', sid,
          now() - "ageMs" * interval '1 ms', segments, now() + interval '2 minutes'
     from sent
   on conflict (provider_sid) do nothing`,
);

/** Records texts that we sent after the backup; the carrier's copies are redacted. */
export async function recordSent(pool: Pool, sent: readonly SentText[]): Promise<void> {
  await inChunks(sent, (chunk) => sentRows(pool, JSON.stringify(chunk)));
}

/** A text that we received after the backup. */
export type HandledText = {
  readonly sid: string;
  readonly from: string;
  readonly to: string;
  readonly ageMs: number;
  readonly isRepliedTo: boolean;
};

const handledRows = statement<[handled: string, kind: string], Record<string, never>>(
  'restore_handled',
  `insert into inbound_texts (sid, sender, service_number, kind, state, outcome, user_id, phone_id, received_at,
                              answer_by, not_before, closed_at, redact_at)
   select h.sid, h."from", h."to", $2, 'done', case when h."isRepliedTo" then 'replied' else 'silent' end, p.user_id, p.id,
          at, at, at, now(), now() + interval '2 minutes'
     from jsonb_to_recordset($1::jsonb) as h (sid text, "from" text, "to" text, "ageMs" float8, "isRepliedTo" boolean)
    cross join lateral (select now() - h."ageMs" * interval '1 ms' as at) as times
     left join phone_numbers p on p.number = h."from" and p.verified_at is not null
   on conflict (sid) do nothing`,
);
/** What the text was is not known any more. */
const kindOfHandled = 'restored';

/** Records texts that were handled after the backup: done, and never answered again. */
export async function recordHandled(pool: Pool, handled: readonly HandledText[]): Promise<void> {
  await inChunks(handled, (chunk) => handledRows(pool, JSON.stringify(chunk), kindOfHandled));
}

const takeBackRows = statement<[sids: readonly string[], sent: string], { sid: string }>(
  'take_back_restored',
  `with sent as (
     -- Of the texts that we sent, only what the restore wrote was accepted in the moment in which it began.
     delete from outbound_texts o using jsonb_to_recordset($2::jsonb) as s (sid text, "to" text)
      where o.provider_sid = s.sid and o.recipient = s."to" and o.inbound_sid is null
        and o.encoding is null and o.intent_at = o.accepted_at
   )
   delete from inbound_texts i
    where sid = any($1) and kind = '${kindOfHandled}'
      and not exists (select 1 from outbound_texts where inbound_sid = i.sid)
   returning sid`,
);

/**
 * Removes what a restore recorded of these texts, received and sent, from the carrier's lists: a journal that is replayed
 * after it knows more of them. Call it in the transaction that writes them again.
 * @returns the received texts that the restore had recorded: they get no reply
 */
export async function takeBackRestored(
  client: Runner,
  received: readonly string[],
  sent: readonly { readonly sid: string; readonly to: string }[],
): Promise<Set<string>> {
  const rows = await takeBackRows(client, received, JSON.stringify(sent));
  return new Set(rows.map(({ sid }) => sid));
}
