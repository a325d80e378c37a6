import { type Runner, statement } from '#server/db/statement.ts';

import { counterShard } from '../counter-shard.ts';
import { deliveryRank, finalDeliveryRank } from './delivery-rank.ts';

const noteRow = statement<
  [sid: string, status: string, rank: number, code: number | null, finalRank: number, shard: number],
  { isKnown: boolean }
>(
  'note_delivery',
  `with before as (
     select id, recipient, delivery_rank from outbound_texts where provider_sid = $1 for update
   ), noted as (
     update outbound_texts o
        set delivery = $2, delivery_rank = $3, error_code = coalesce($4, o.error_code)
       from before where o.id = before.id and before.delivery_rank < $3
     returning o.id, before.delivery_rank as earlier, before.recipient
   ), opted_out as (
     insert into opt_outs (phone_key, opted_out, changed_at, source)
     select recipient, true, now(), 'carrier' from noted where $4 = 21610
     on conflict (phone_key) do update set opted_out = true, changed_at = excluded.changed_at, source = 'carrier'
      where not opt_outs.opted_out
     returning 1
   ), tally (name) as (
     select 'deliveries.' || $2 from noted where $3 >= $5
     union all
     select 'opt_outs.carrier' from opted_out
     union all
     select 'deliveries.error.' || $4 from noted where $4 is not null and $3 >= $5
   ), counted as (
     insert into counters (name, minute, shard, value)
     select name, date_trunc('minute', now()), $6, 1 from tally order by name
     on conflict (name, minute, shard) do update set value = counters.value + 1
   )
   select exists (select 1 from before) as "isKnown"`,
);

/**
 * Notes how far a text of ours has got; a report that comes late or twice changes nothing.
 * @returns false when no text of ours is known by this id of the carrier (yet)
 */
export async function noteDelivery(
  runner: Runner,
  { sid, status, code }: { sid: string; status: string; code: number | null },
  shard: number = counterShard,
): Promise<boolean> {
  const [row] = await noteRow(runner, sid, status, deliveryRank(status), code, finalDeliveryRank, shard);
  return row?.isKnown ?? false;
}
