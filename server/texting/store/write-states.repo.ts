import { type Runner, statement } from '#server/db/statement.ts';
import { deltasOf, insertDeltas } from '#server/observability/counters.repo.ts';

import type { KnownStates } from './known-states.ts';

/** From Unix milliseconds. */
const at = (value: string): string => `to_timestamp(${value} / 1000)`;

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
      where not opt_outs.opted_out and opt_outs.changed_at <= excluded.changed_at
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
