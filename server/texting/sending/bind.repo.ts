import type { Runner } from '#server/db/statement.ts';
import { statement } from '#server/db/statement.ts';
import { answerTimeClassesMs } from '#server/platform/counter-names.ts';

import { type Earlier, happeningNow } from '../counter-shard.ts';

/**
 * Step 5: what became of a send is written down. Each call may be repeated, by the response, the delivery report and
 * the reconciler, in any order: the first one counts, the others change nothing (T4 of the protocol).
 */

/** What binding did. `isDuplicate`: this text had a reply already, so its sender has now got two; an alarm. */
export type Bound = { readonly isNew: boolean; readonly isDuplicate: boolean };

const bindAccepted = statement<
  [id: string, sid: string, segments: number | null, shard: number, classes: number[], at: Date | null],
  { isNew: boolean; isDuplicate: boolean }
>(
  'bind_accepted',
  `with before as (
     select id, state, inbound_sid from outbound_texts where id = $1 and state in ('intent', 'unknown', 'absent', 'unresolved') for update
   ), sent as (
     update outbound_texts o
        set state = 'accepted', provider_sid = $2, accepted_at = coalesce($6::timestamptz, now()), next_check_at = null,
            segments = coalesce($3, o.segments), redact_at = coalesce($6::timestamptz, now()) + interval '2 minutes'
       from before where o.id = before.id
     returning o.inbound_sid, o.purpose, o.segments, o.encoding
   ), prior as (
     select i.sid, i.state, i.outcome, i.accepted, i.counted, i.received_at
       from inbound_texts i join before on i.sid = before.inbound_sid for update of i
   ), change as (
     select prior.sid, sent.purpose, prior.received_at,
            prior.accepted and sent.purpose = 'answer' and not prior.counted as answers,
            prior.state <> 'done' as closes,
            prior.outcome is not null and prior.outcome in ('failed', 'apologised') as had_failed,
            -- A second crisis reply is sent on purpose where the first is in doubt.
            prior.outcome is not null and prior.outcome in ('answered', 'apologised', 'replied')
              and sent.purpose <> 'crisis' as had_reply
       from prior, sent
   ), closed as (
     update inbound_texts i
        set state = 'done', counted = i.counted or change.answers,
            outcome = case when change.answers then 'answered'
                           when not change.closes then i.outcome
                           when change.purpose = 'apology' then 'apologised' else 'replied' end,
            closed_at = coalesce(i.closed_at, $6, now()), lease_owner = null, lease_until = null,
            redact_at = coalesce(i.redact_at, coalesce($6, now()) + interval '2 minutes')
       from change where i.sid = change.sid and (change.closes or change.answers)
     returning i.accepted
   ), tally (name, value) as (
     select 'questions.answered', 1 from change where answers
     union all
     select 'questions.answered_ms.' || width_bucket(extract(epoch from coalesce($6::timestamptz, now()) - received_at) * 1000, $5::float8[]), 1
       from change where answers
     union all
     select 'questions.failed', 1 from change, prior where closes and change.purpose = 'apology' and prior.accepted
     union all
     select 'questions.failed', -1 from change, prior where answers and had_failed and prior.accepted
     union all
     select 'sends.accepted.' || purpose, 1 from sent
     union all
     select 'sends.segments', segments from sent where segments is not null
     union all
     select 'answers.' || encoding, 1 from sent where purpose = 'answer' and encoding is not null
     union all
     select 'sends.duplicates', 1 from change where had_reply
   ), counted as (
     insert into counters (name, minute, shard, value)
     select name, date_trunc('minute', coalesce($6::timestamptz, now())), $4, value from tally order by name
     on conflict (name, minute, shard) do update set value = counters.value + excluded.value
   )
   select exists (select 1 from sent) as "isNew", exists (select 1 from change where had_reply) as "isDuplicate"`,
);

/** The carrier has it, as `sid`. Counts the answer, once. */
export async function accepted(
  runner: Runner,
  id: string,
  { sid, segments }: { readonly sid: string; readonly segments: number | null },
  { at, shard }: Earlier = happeningNow(),
): Promise<Bound> {
  const [bound] = await bindAccepted(runner, id, sid, segments, shard, answerTimeClassesMs, at ?? null);
  return bound ?? { isNew: false, isDuplicate: false };
}

const bindRejected = statement<[id: string, code: number, shard: number, at: Date | null], { recipient: string }>(
  'bind_rejected',
  `with refused as (
     update outbound_texts set state = 'rejected', error_code = $2, next_check_at = null
      where id = $1 and (state in ('intent', 'unknown', 'unresolved') or state = 'absent' and $4::timestamptz is not null)
      returning inbound_sid, recipient, purpose
   ), closed as (
     update inbound_texts i
        set state = 'done', closed_at = coalesce($4::timestamptz, now()), lease_owner = null, lease_until = null,
            outcome = case when $2 = 21610 then 'suppressed' else 'failed' end,
            redact_at = coalesce($4::timestamptz, now()) + interval '2 minutes'
       from refused where i.sid = refused.inbound_sid and i.state <> 'done'
     returning i.accepted, i.outcome
   ), opted_out as (
     -- 21610: the carrier knows of a STOP that we do not.
     insert into opt_outs (phone_key, opted_out, changed_at, source)
     select recipient, true, coalesce($4::timestamptz, now()), 'carrier' from refused where $2 = 21610
     on conflict (phone_key) do update set opted_out = true, changed_at = excluded.changed_at, source = 'carrier'
      where not opt_outs.opted_out
     returning 1
   ), tally (name, value) as (
     select 'questions.suppressed', 1 from closed where accepted and outcome = 'suppressed'
     union all
     select 'questions.failed', 1 from closed where accepted and outcome = 'failed'
     union all
     select 'sends.rejected.' || $2, 1 from refused
     union all
     select 'opt_outs.carrier', 1 from opted_out
   ), counted as (
     insert into counters (name, minute, shard, value)
     select name, date_trunc('minute', coalesce($4::timestamptz, now())), $3, value from tally order by name
     on conflict (name, minute, shard) do update set value = counters.value + excluded.value
   )
   select recipient from refused`,
);

/** The carrier refused it for good: no second try. */
export async function rejected(
  runner: Runner,
  id: string,
  code: number,
  { at, shard }: Earlier = happeningNow(),
): Promise<void> {
  await bindRejected(runner, id, code, shard, at ?? null);
}

const bindNotSent = statement<[id: string, waitMs: number], Record<string, never>>(
  'bind_not_sent',
  `with closed as (
     update outbound_texts set state = 'absent', next_check_at = null
      where id = $1 and state = 'intent' returning inbound_sid)
   update inbound_texts i
      set state = 'received', lease_owner = null, lease_until = now() + $2 * interval '1 ms', attempts = i.attempts - 1
     from closed where i.sid = closed.inbound_sid and i.state = 'sending'`,
);

/** It provably never left: the text goes back to the queue, and the try does not count. */
export async function notSent(runner: Runner, id: string, waitMs: number): Promise<void> {
  await bindNotSent(runner, id, waitMs);
}

const bindUnknown = statement<[id: string, checkMs: number], Record<string, never>>(
  'bind_unknown',
  `with doubtful as (
     update outbound_texts
        set state = 'unknown', unknown_at = now(), next_check_at = now() + $2 * interval '1 ms'
      where id = $1 and state = 'intent' returning inbound_sid)
   update inbound_texts i set lease_owner = null, lease_until = null
     from doubtful where i.sid = doubtful.inbound_sid and i.state = 'sending'`,
);

/** It may have left: the reconciler asks the carrier in `checkMs`, and nothing else goes to this phone until it knows. */
export async function unknown(runner: Runner, id: string, checkMs: number): Promise<void> {
  await bindUnknown(runner, id, checkMs);
}
