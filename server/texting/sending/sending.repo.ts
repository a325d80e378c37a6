import type { Pool } from 'pg';

import type { Purpose } from '#server/db/schema.ts';
import { lockSender } from '#server/db/sender-lock.ts';
import { statement } from '#server/db/statement.ts';
import { crashPoint } from '#server/platform/crash-points.ts';

import { counterShard } from '../counter-shard.ts';
import type { Lease } from '../queue.repo.ts';

/** An open send: the intent is on disk, and no one else may send to this phone until it is closed. */
export type Intent = {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /** By `performance.now()`, and not later than the intent could be read by others: its age counts from here. */
  readonly openedAtMs: number;
};

/** A reply as the intent keeps it: what it is for and what it costs, not what it says. */
export type Sending = {
  readonly id: string;
  readonly purpose: Purpose;
  readonly senderHash: string;
  readonly isLate: boolean;
  readonly segments: number;
  readonly encoding: 'gsm7' | 'ucs2';
};

/** Why the reply to the text `t` may not go out yet. */
const mustWait = `(
  t.not_before > now()
  -- In order on each phone (decisions, "Time"); a person in danger does not wait.
  or (t.reply <> 'crisis' and (
        exists (
          select 1 from inbound_texts e
           where e.sender = t.sender and e.service_number = t.service_number and e.state <> 'done'
             and (e.received_at, e.sid) < (t.received_at, t.sid)
             -- A crisis reply that is on its way, or in doubt, keeps no other text waiting.
             and (e.reply <> 'crisis' or e.state <> 'sending'))
        or exists (
          select 1 from outbound_texts o
           where o.sender = t.service_number and o.recipient = t.sender and o.state in ('intent', 'unknown')
             and o.purpose <> 'crisis'))))`;

const openSendRow = statement<
  [
    sid: string,
    fence: number,
    owner: string,
    id: string,
    purpose: Purpose,
    senderHash: string,
    isLate: boolean,
    shard: number,
    segments: number,
    encoding: 'gsm7' | 'ucs2',
  ],
  { id: string; from: string; to: string } | { id: null }
>(
  'open_send',
  `with mine as (
     select sid, sender, service_number, user_id, phone_id, reply, attempts, answer_by, not_before, received_at
       from inbound_texts
      where sid = $1 and state = 'received' and fence = $2 and lease_owner = $3 for update
   ), blocked as (
     -- The hard stops, read again now that it counts (protocol 2.7): opted out since, the phone changed hands, or its
     -- account was deleted (security T26).
     select 1 from mine
      where (reply <> 'stop' and exists (
               select 1 from opt_outs where phone_key in (mine.sender, $6) and opted_out))
         or (phone_id is not null and not exists (
               select 1 from phone_numbers p where p.id = mine.phone_id and p.user_id = mine.user_id))
         or exists (select 1 from departed_numbers d where d.phone_key = $6 and d.departed_at >= mine.received_at)
   ), early as (
     select 1 from mine t where not exists (select 1 from blocked) and ${mustWait}
   ), late as (
     -- After an outage each phone gets one apology, not one for every text (decisions, "Time").
     insert into notices (phone_number, kind, sent_at)
     select sender, 'late_apology', now() from mine
      where $7 and not exists (select 1 from blocked) and not exists (select 1 from early)
     on conflict (phone_number, kind) do update set sent_at = excluded.sent_at
      where notices.sent_at < now() - interval '60 minutes'
     returning 1
   ), due as (
     select 1 from late
     union all
     -- It was this text's already, and did not go out: a send of it that began after its time is over, and it is not.
     select 1 from mine join outbound_texts o on o.inbound_sid = mine.sid and o.intent_at >= mine.answer_by where $7
   ), closed as (
     update inbound_texts i
        set state = 'done', closed_at = now(), lease_owner = null, lease_until = null,
            outcome = case when exists (select 1 from blocked) then 'suppressed' else 'failed' end,
            redact_at = now() + interval '2 minutes'
       from mine where i.sid = mine.sid and (exists (select 1 from blocked)
                                      or ($7 and not exists (select 1 from due) and not exists (select 1 from early)))
     returning i.accepted, i.outcome
   ), counted as (
     insert into counters (name, minute, shard, value)
     select case outcome when 'suppressed' then 'questions.suppressed' else 'questions.failed' end,
            date_trunc('minute', now()), $8, 1
       from closed where accepted
     on conflict (name, minute, shard) do update set value = counters.value + 1
   ), sending as (
     update inbound_texts i set state = 'sending', attempts = i.attempts + 1
       from mine
      where i.sid = mine.sid and not exists (select 1 from blocked) and not exists (select 1 from early)
        and (not $7 or exists (select 1 from due))
     returning i.sid, i.sender, i.service_number, i.attempts
   ), opened as (
     insert into outbound_texts (id, inbound_sid, purpose, sender, recipient, attempt, state, intent_at, segments,
                                 encoding)
     select $4, sid, $5, service_number, sender, attempts, 'intent', now(), $9, $10 from sending
     returning id, sender as "from", recipient as "to"
   )
   select id, "from", "to" from opened union all select null, null, null from early`,
);

/**
 * Step 4, before anything goes out: writes the intent, if this lease still holds and nothing speaks against the reply.
 * One transaction and one round trip (T3 of the protocol).
 * @returns null when there is nothing to send: the lease was lost, the sender opted out, or the phone changed hands;
 *   `busy` while it must wait: for an earlier text of this phone, another open send to it, or its pace
 */
export async function openSend(
  pool: Pool,
  { sid, fence, sender }: Lease,
  owner: string,
  { id, purpose, senderHash, isLate, segments, encoding }: Sending,
): Promise<Intent | 'busy' | null> {
  const client = await pool.connect();
  const openedAtMs = performance.now();
  try {
    const begun = [client.query('begin'), lockSender(client, sender)];
    const opened = openSendRow(
      client,
      sid,
      fence,
      owner,
      id,
      purpose,
      senderHash,
      isLate,
      counterShard(),
      segments,
      encoding,
    );
    crashPoint('out.tx.open');
    const [[intent], end] = await Promise.all([opened, client.query('commit'), ...begun]);
    if (end.command !== 'COMMIT') throw new Error('opening a send was rolled back');
    client.release();
    crashPoint('out.tx.committed');
    if (intent === undefined) return null;
    return intent.id === null ? 'busy' : { ...intent, openedAtMs };
  } catch (error) {
    client.release(true);
    if ((error as { code?: string }).code === '23505') return 'busy';
    throw error;
  }
}

const waitingRow = statement<[sid: string, fence: number, owner: string], Record<string, never>>(
  'must_wait',
  `select from inbound_texts t
    where sid = $1 and state = 'received' and fence = $2 and lease_owner = $3 and ${mustWait}`,
);

/** Whether `openSend` would no longer say `busy`. Writes nothing, so it may be asked often. */
export async function mayGo(pool: Pool, { sid, fence }: Lease, owner: string): Promise<boolean> {
  return (await waitingRow(pool, sid, fence, owner)).length === 0;
}
