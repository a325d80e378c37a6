import type { Pool } from 'pg';

import { lockSender } from '#server/db/sender-lock.ts';
import { type Runner, statement } from '#server/db/statement.ts';
import { crashPoint } from '#server/platform/crash-points.ts';

import { type Earlier, happeningNow } from '../counter-shard.ts';
import { readSenderFacts } from './sender-facts.repo.ts';
import type { Facts, Notice, Settlement } from './settle.ts';

export type Arrival = {
  readonly sid: string;
  /** `sid` under the keyed hash that outlives an account (forgotten_texts.text_key). */
  readonly sidHash: string;
  readonly sender: string;
  /** `sender` under the keyed hash that outlives an account (opt_outs.phone_key). */
  readonly senderHash: string;
  readonly serviceNumber: string;
  /** By which the same question is recognized when it comes again (keywords/question-tag.ts); null for what is none. */
  readonly questionTag: number | null;
};

/**
 * Step 1 of a text, in one transaction and two round trips: what is known of the sender is read under the sender's
 * lock, `decide` settles the text, and the row, the consent and the notice are written together (T1 of the protocol).
 * @returns what was settled; null when this text was taken in before, because the carrier repeats webhooks, or when
 *   `decide` wants nothing of it stored
 */
export async function takeIn(
  pool: Pool,
  arrival: Arrival,
  decide: (facts: Facts) => Settlement | null,
): Promise<Settlement | null> {
  const client = await pool.connect();
  let isDecided = false;
  try {
    // Three statements, one round trip: none needs the result of the one before it.
    const [, , facts] = await Promise.all([
      client.query('begin'),
      lockSender(client, arrival.sender),
      readSenderFacts(client, arrival),
    ]);
    const settlement = facts && decide(facts);
    if (settlement === null) {
      await client.query('rollback');
      client.release();
      return null;
    }
    isDecided = true;
    const written = writeArrival(client, arrival, settlement);
    crashPoint('wh.inserted');
    const [, end] = await Promise.all([written, client.query('commit')]);
    // A statement that failed turns COMMIT into ROLLBACK without an error of its own.
    if (end.command !== 'COMMIT') throw new Error('taking in was rolled back');
    client.release();
    return settlement;
  } catch (error) {
    // What the transaction came to is not known: the connection goes, and with it whatever it still held.
    client.release(true);
    throw isDecided ? new TakenInPerhapsError(error) : error;
  }
}

/**
 * The database went away while a text was being written: it may be in or not. Only the database can tell, so the
 * carrier is asked to try again (protocol 2.4, point 3).
 */
export class TakenInPerhapsError extends Error {
  constructor(cause: unknown) {
    super('a text was perhaps taken in', { cause });
    this.name = 'TakenInPerhapsError';
  }
}

function countersOf({ kind, isAccepted, isOptOut, withheld }: Settlement): string[] {
  const names = ['texts.received', `texts.kind.${kind}`];
  if (isAccepted) names.push('questions.accepted');
  if (isOptOut) names.push('opt_outs.text');
  if (withheld !== null) names.push(`replies.withheld.${withheld}`);
  return names.sort();
}

/** Writes down what was settled (T1 of the protocol). Only for a text that is not there yet. */
export async function writeArrival(
  client: Runner,
  arrival: Arrival,
  settled: Settlement,
  { at, shard }: Earlier = happeningNow(),
): Promise<void> {
  const { kind, reply, isAccepted } = settled;
  await insertText(
    client,
    arrival.sid,
    arrival.sender,
    arrival.serviceNumber,
    kind,
    reply,
    settled.userId,
    settled.phoneId,
    isAccepted,
    settled.receivedAt,
    settled.answerBy,
    settled.notBefore,
    settled.pacedUntil,
    settled.consent === null ? null : settled.consent === 'withdrawn',
    arrival.senderHash,
    settled.confirmsOptIn,
    settled.stranger,
    settled.notice,
    countersOf(settled),
    shard,
    settled.mail,
    at ?? null,
    arrival.questionTag,
    settled.remembered === null ? null : settled.remembered === 'answered',
    settled.isUnpaid,
  );
}

const insertText = statement<
  [
    sid: string,
    sender: string,
    serviceNumber: string,
    kind: string,
    reply: string | null,
    userId: string | null,
    phoneId: string | null,
    isAccepted: boolean,
    receivedAt: Date,
    answerBy: Date,
    notBefore: Date,
    pacedUntil: Date | null,
    isOptOut: boolean | null,
    senderHash: string,
    confirmsOptIn: boolean,
    stranger: 'promo' | 'noted' | null,
    notice: Notice | null,
    counters: string[],
    shard: number,
    mail: Settlement['mail'],
    at: Date | null,
    questionTag: number | null,
    isAnswered: boolean | null,
    isUnpaid: boolean,
  ],
  Record<string, never>
>(
  'take_in',
  `with taken as (
     insert into inbound_texts (sid, sender, service_number, kind, reply, user_id, phone_id, accepted, received_at,
                                answer_by, not_before, paced_until, unpaid, state, outcome, closed_at, redact_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $24,
            case when $5::text is null then 'done' else 'received' end,
            case when $5::text is null then 'silent' end,
            case when $5::text is null then coalesce($21::timestamptz, now()) end,
            case when $5::text is null then now() + interval '2 minutes' end
     returning sender
   ), number as (
     -- A short code or a name cannot be texted: there is no consent to it that could be given or withdrawn.
     select sender from taken where sender ~ '^[+][1-9][0-9]{7,14}$'
   ), consent as (
     insert into opt_outs (phone_key, opted_out, changed_at, source)
     select sender, $13, $9, 'text' from number where $13::boolean is not null
     on conflict (phone_key) do update
        set opted_out = excluded.opted_out, changed_at = excluded.changed_at, source = excluded.source
      -- The later word wins, whenever it reaches us; of two at the same time, the STOP (protocol 2.7).
      where (excluded.changed_at, excluded.opted_out) >= (opt_outs.changed_at, opt_outs.opted_out)
     returning 1
   ), returned as (
     update opt_outs set opted_out = false, changed_at = $9, source = 'text'
      where phone_key = $14 and not $13::boolean
   ), proof as (
     insert into consents (user_id, phone_key, subject, given, source, wording, at)
     select $6, sender, 'messaging', not $13::boolean, 'text', $4, $9 from number where $13::boolean is not null
   ), confirmed as (
     update phone_numbers set opt_in_confirmed_at = coalesce($21, now()) where id = $7 and $15
   ), stranger as (
     insert into unsubscribed_senders (phone_number, promo_sent)
     select sender, $16 = 'promo' from taken where $16::text is not null
     on conflict (phone_number) do update set promo_sent = unsubscribed_senders.promo_sent or excluded.promo_sent
   ), mailed as (
     -- At most one goes out in a month, however often somebody changes their mind; one that waits is due anew.
     insert into mails (kind, user_id, once_key)
     select $20, $6, $20 || ':' || $6::text || ':' || to_char(now(), 'YYYY-MM') from taken where $20::text is not null
     on conflict (once_key) do update set created_at = now() where mails.outcome is null
   ), remembered as (
     insert into recent_questions (sid, sender, tag, is_answered, asked_at)
     select $1, sender, $22, $23, $9 from taken where $22::integer is not null and $23::boolean is not null
   ), noticed as (
     insert into notices (phone_number, kind, sent_at)
     select sender, $17, coalesce($21, now()) from taken where $17::text is not null
     on conflict (phone_number, kind) do update set sent_at = excluded.sent_at
   )
   insert into counters (name, minute, shard, value)
   select name, date_trunc('minute', coalesce($21, now())), $19, 1 from unnest($18::text[]) as name
   on conflict (name, minute, shard) do update set value = counters.value + excluded.value`,
);
