import { type Runner, statement } from '#server/db/statement.ts';
import { deltasOf, insertDeltas } from '#server/observability/counters.repo.ts';

import type { KnownStates } from './known-states.ts';

/** From Unix milliseconds. */
const at = (value: string): string => `to_timestamp(${value} / 1000)`;

/** What a transaction may write. */
const partNames = ['texts', 'sends', 'opened', 'noticed', 'opted_out', 'counted'] as const;
type Part = (typeof partNames)[number];
/** The placeholder of a part's rows, which are JSON. */
type Placeholder = `$${number}`;

/** The SQL of a part; `all`: the parts of its statement. */
const parts: Readonly<Record<Part, (rows: Placeholder, all: readonly Part[]) => string>> = {
  texts: (rows) => `
     update inbound_texts i
        set state = t.state, outcome = t.outcome, counted = t."isCounted", attempts = t.attempts,
            not_before = ${at('t."notBefore"')}, lease_owner = t."leaseOwner", lease_until = ${at('t."leaseUntil"')},
            closed_at = ${at('t."closedAt"')}, redact_at = ${at('t."redactAt"')}
       from jsonb_to_recordset(${rows}::jsonb) as t (
              sid text, state text, outcome text, "isCounted" boolean, attempts integer, fence integer,
              "notBefore" float8, "leaseOwner" uuid, "leaseUntil" float8, "closedAt" float8, "redactAt" float8,
              "wasState" text)
      where i.sid = t.sid and i.state = t."wasState" and i.fence = t.fence
     returning 1`,
  sends: (rows) => `
     update outbound_texts o
        set state = s.state, unknown_at = ${at('s."unknownAt"')}, next_check_at = ${at('s."nextCheckAt"')},
            accepted_at = ${at('s."acceptedAt"')}, provider_sid = s."providerSid", segments = s.segments,
            error_code = s."errorCode", delivery = s.delivery, delivery_rank = s."deliveryRank",
            redact_at = ${at('s."redactAt"')}
       from jsonb_to_recordset(${rows}::jsonb) as s (
              id uuid, state text, segments integer, "unknownAt" float8, "nextCheckAt" float8, "acceptedAt" float8,
              "providerSid" text, "errorCode" integer, delivery text, "deliveryRank" integer, "redactAt" float8,
              "wasState" text)
      where o.id = s.id and o.state = s."wasState"
     returning 1`,
  opened: (rows, all) => `
     insert into outbound_texts (id, inbound_sid, purpose, sender, recipient, attempt, state, intent_at, unknown_at,
                                 next_check_at, accepted_at, provider_sid, segments, encoding, error_code, delivery,
                                 delivery_rank, redact_at, replayed)
     select id, sid, purpose, "from", "to", attempt, state, ${at('"intentAt"')}, ${at('"unknownAt"')},
            ${at('"nextCheckAt"')}, ${at('"acceptedAt"')}, "providerSid", segments, encoding, "errorCode", delivery,
            "deliveryRank", ${at('"redactAt"')}, "isReplayed"
       from jsonb_to_recordset(${rows}::jsonb) as o (
              id uuid, sid text, purpose text, "from" text, "to" text, attempt integer, state text, "intentAt" float8,
              "unknownAt" float8, "nextCheckAt" float8, "acceptedAt" float8, "providerSid" text, segments integer,
              encoding text, "errorCode" integer, delivery text, "deliveryRank" integer, "redactAt" float8,
              "isReplayed" boolean)
      -- After the updates: one of them may close the send that kept these from being opened.
      where ${numberOf('sends', all)} >= 0`,
  noticed: (rows) => `
     insert into notices (phone_number, kind, sent_at)
     select phone, 'late_apology', now() from jsonb_array_elements_text(${rows}::jsonb) as phone
     on conflict (phone_number, kind) do update set sent_at = excluded.sent_at`,
  opted_out: (rows) => `
     -- 21610: the carrier knows of a STOP that we do not.
     insert into opt_outs (phone_key, opted_out, changed_at, source)
     select phone, true, ${at('"changedAt"')}, 'carrier'
       from jsonb_to_recordset(${rows}::jsonb) as o (phone text, "changedAt" float8)
     on conflict (phone_key) do update set opted_out = true, changed_at = excluded.changed_at, source = 'carrier'
      where not opt_outs.opted_out and opt_outs.changed_at <= excluded.changed_at`,
  counted: insertDeltas,
};

function numberOf(part: Part, all: readonly Part[]): string {
  return all.includes(part) ? `(select count(*) from ${part})::int` : '0';
}

type Written = { texts: number; sends: number };
type Write = (runner: Runner, ...rows: readonly string[]) => Promise<Written[]>;

/** By the parts that they write: PostgreSQL prepares each part of a statement, also for no rows. Few combinations occur. */
const writes = new Map<string, Write>();

function writeOf(all: readonly Part[]): Write {
  const name = `write_${all.join('_')}`;
  const known = writes.get(name);
  if (known !== undefined) return known;
  const written = all.map((part, nth) => `${part} as (${parts[part](`$${nth + 1}`, all)})`);
  const counts = `${numberOf('texts', all)} as texts, ${numberOf('sends', all)} as sends`;
  const write: Write = statement(name, `with ${written.join(', ')} select ${counts}`);
  writes.set(name, write);
  return write;
}

/**
 * Writes what has changed, each row only as it was read.
 * @throws if a row has changed since it was read, which its lock rules out
 */
export async function writeAll(client: Runner, known: KnownStates): Promise<void> {
  const rows: Readonly<Record<Part, readonly unknown[]>> = {
    texts: [...known.textsBefore].map(([sid, { state }]) => ({ ...known.texts.get(sid), wasState: state })),
    sends: [...known.sendsBefore].map(([id, { state }]) => ({ ...known.sends.get(id), wasState: state })),
    opened: [...known.opened].map((id) => known.sends.get(id)),
    noticed: [...known.apologizedLateTo],
    opted_out: [...known.newOptOuts].map(([phone, changedAt]) => ({ phone, changedAt })),
    counted: known.counts,
  };
  const changed = partNames.filter((part) => rows[part].length > 0);
  if (changed.length === 0) return;
  const values = changed.map((part) => (part === 'counted' ? deltasOf(known.counts) : JSON.stringify(rows[part])));
  const [written] = await writeOf(changed)(client, ...values);
  if (written?.texts !== rows.texts.length || written.sends !== rows.sends.length)
    throw new Error('a row changed under its lock');
}
