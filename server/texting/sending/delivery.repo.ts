import { type Runner, statement } from '#server/db/statement.ts';
import { answerTimeClassesMs } from '#server/platform/counter-names.ts';

import { counterShard } from '../counter-shard.ts';
import { deliveryRank, finalDeliveryRank, resendAfterMs } from './delivery-rank.ts';

const noteRow = statement<
  [
    sid: string,
    status: string,
    rank: number,
    code: number | null,
    finalRank: number,
    shard: number,
    againMs: number | null,
    classes: number[],
  ],
  { isKnown: boolean }
>(
  'note_delivery',
  `with before as (
     select id, inbound_sid, purpose, accepted_at, recipient, delivery_rank from outbound_texts
      where provider_sid = $1 for update
   ), noted as (
     update outbound_texts o
        set delivery = $2, delivery_rank = $3, error_code = coalesce($4, o.error_code)
       from before where o.id = before.id and before.delivery_rank < $3
     returning o.id, before.inbound_sid, before.purpose, before.accepted_at, before.recipient
   ), reopened as (
     -- Never handed to the phone's network, for a reason that passes: the answer is made once more (decision 15).
     update inbound_texts i
        set state = 'received', outcome = null, closed_at = null, counted = false, redact_at = null,
            lease_owner = null, lease_until = null, not_before = now() + $7 * interval '1 ms'
       from noted
      where i.sid = noted.inbound_sid and $7::float8 is not null and noted.purpose = 'answer'
        and i.state = 'done' and i.outcome = 'answered' and i.counted
        and i.answer_by > now() + ($7 + 20000) * interval '1 ms'
        and not exists (select 1 from outbound_texts o
                         where o.inbound_sid = i.sid and o.id <> noted.id and o.state = 'accepted')
     returning i.received_at, noted.accepted_at
   ), opted_out as (
     insert into opt_outs (phone_key, opted_out, changed_at, source)
     select recipient, true, now(), 'carrier' from noted where $4 = 21610
     on conflict (phone_key) do update set opted_out = true, changed_at = excluded.changed_at, source = 'carrier'
      where not opt_outs.opted_out
     returning 1
   ), tally (name, value) as (
     select 'deliveries.' || $2, 1 from noted where $3 >= $5
     union all
     select 'opt_outs.carrier', 1 from opted_out
     union all
     select 'deliveries.error.' || $4, 1 from noted where $4 is not null and $3 >= $5
     union all
     select 'questions.resent', 1 from reopened
     union all
     select 'questions.answered', -1 from reopened
     union all
     select 'questions.answered_ms.' || width_bucket(extract(epoch from accepted_at - received_at) * 1000, $8::float8[]), -1
       from reopened
   ), counted as (
     insert into counters (name, minute, shard, value)
     select name, date_trunc('minute', now()), $6, value from tally order by name
     on conflict (name, minute, shard) do update set value = counters.value + excluded.value
   )
   select exists (select 1 from before) as "isKnown"`,
);

/**
 * Notes how far a text of ours has got; a report that comes late or twice changes nothing. An answer that never left the
 * carrier, for a reason that passes, goes back to the queue, once.
 * @returns false when no text of ours is known by this id of the carrier (yet)
 */
export async function noteDelivery(
  runner: Runner,
  { sid, status, code }: { sid: string; status: string; code: number | null },
  shard: number = counterShard(),
): Promise<boolean> {
  const rank = deliveryRank(status);
  const againMs = resendAfterMs(status, code);
  const [row] = await noteRow(runner, sid, status, rank, code, finalDeliveryRank, shard, againMs, answerTimeClassesMs);
  return row?.isKnown ?? false;
}
