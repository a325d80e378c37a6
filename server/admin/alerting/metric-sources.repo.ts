import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import { customerPurposes, ourCodes, phoneCodes } from '#server/domain/delivery-causes.ts';
import { mailKinds } from '#server/domain/ports/mail-queue.ts';
import { certificateDaysMin } from '#server/http/call-self.ts';

/** The sums of the last 10, 15, 60 and 120 minutes, by the counter's name. */
export type WindowSums = ReadonlyMap<
  string,
  { readonly m10: number; readonly m15: number; readonly m60: number; readonly m120: number }
>;

/** Reads these sums of all counters; minutes are kept for three hours. */
export async function readWindowSums(db: Db): Promise<WindowSums> {
  const { rows } = await sql<{ name: string; m10: number; m15: number; m60: number; m120: number }>`
    select name, sum(value)::bigint as m120,
           coalesce(sum(value) filter (where at > now() - interval '60 minutes'), 0)::bigint as m60,
           coalesce(sum(value) filter (where at > now() - interval '15 minutes'), 0)::bigint as m15,
           coalesce(sum(value) filter (where at > now() - interval '10 minutes'), 0)::bigint as m10
      from counter_values where span = 'minute' and at > now() - interval '120 minutes' group by name`.execute(db);
  return new Map(rows.map(({ name, ...sums }) => [name, sums]));
}

export type OldestOpen = {
  readonly overdueText: number;
  readonly unknownSend: number;
  readonly waitingMail: number;
  /** Since when no email has gone out while one waits. */
  readonly silentMail: number;
  /** 0 where `npm run backup` has made none. */
  readonly backup: number;
  /** Since the public address was reached; 0 if it never was. */
  readonly publicAddress: number;
  /** Since 14 days before the end of the certificate. */
  readonly certificate: number;
};

const newestSent = sql`greatest(
  (select max(closed_at) from mails where outcome = 'sent'),
  (select max(closed_at) from support_requests where stage = 'done' and error_code is null))`;

/** One of a kind of a later release waits for that release (migration 0054): no operator can do anything about it. */
const isOpenMail = sql`outcome is null and kind = any(${[...mailKinds]})`;

/**
 * The unsent emails that tell of a mail server that is away or refuses us: not those that failed within the product, nor
 * those that the server refuses or puts off themselves, because one mistyped domain says nothing about the server. What
 * is put off to the operator and to support does, and an alert to the operator that was given up since an email last
 * went out: a server that refuses every email refuses that one too.
 */
const oldestUnsent = sql`least(
  (select min(created_at) from mails
    where ${isOpenMail} and (tries = 0 or kind = 'operator_alert' or error_code !~ '^[45][0-9]{2}$')),
  (select min(created_at) from mails
    where kind = 'operator_alert' and outcome = 'refused' and closed_at > coalesce(${newestSent}, '-infinity')),
  (select min(created_at) from support_requests
    where stage = 'support' and (tries = 0 or error_code !~ '^(5[0-9]{2}|unreadable)$')))`;

const nothingOpen: OldestOpen = {
  overdueText: 0,
  unknownSend: 0,
  waitingMail: 0,
  silentMail: 0,
  backup: 0,
  publicAddress: 0,
  certificate: 0,
};

/** How long the oldest of what is open has waited, and the age of the newest backup, in seconds; 0 when there is none. */
export async function readOldestOpen(db: Db): Promise<OldestOpen> {
  const { rows } = await sql<OldestOpen>`
    select greatest(0, extract(epoch from now() - (select min(answer_by) from inbound_texts where state <> 'done')))::float8
             as "overdueText",
           greatest(0, extract(epoch from now() - (select min(unknown_at) from outbound_texts where state = 'unknown')))::float8
             as "unknownSend",
           greatest(0, extract(epoch from now() - least(
             (select min(created_at) from mails where ${isOpenMail}),
             (select min(created_at) from support_requests where stage = 'support'))))::float8 as "waitingMail",
           case when ${oldestUnsent} is null then 0
                else greatest(0, extract(epoch from now() - greatest(${oldestUnsent}, ${newestSent})))::float8
             end as "silentMail",
           greatest(0, extract(epoch from now() - (select reached from watermarks where name = 'backup')))::float8
             as backup,
           greatest(0, extract(epoch from now() - (select reached from watermarks where name = 'public_address')))::float8
             as "publicAddress",
           greatest(0, extract(epoch from now() + ${certificateDaysMin} * interval '1 day'
             - (select reached from watermarks where name = 'certificate')))::float8 as certificate`.execute(db);
  return rows[0] ?? nothingOpen;
}

/** Reads at most this many failures; more would not change the result. */
const failuresMax = 1000;

export type BlockEvidence = { readonly failures: number; readonly ofOurs: number };

/**
 * How many independent failures of the last hour suggest that our texts are blocked, and how many of them have a code
 * about us (`ourCodes`), each of which counts. Of the others, those about the phone alone (`phoneCodes`) do not count,
 * nor those of texts that strangers can ask for (`customerPurposes`); all failures of one phone count once, because a
 * filter may stop every text to it.
 */
export async function readBlockEvidence(db: Db): Promise<BlockEvidence> {
  const { rows } = await sql<BlockEvidence>`
    select count(distinct case when of_ours then id::text else recipient end)::int as failures,
           (count(*) filter (where of_ours))::int as "ofOurs"
      from (select id, recipient, error_code = any (${[...ourCodes]}::int[]) as of_ours from outbound_texts
             where error_code is not null and intent_at > now() - interval '60 minutes'
               and delivery in ('undelivered', 'failed', 'canceled')
               and (error_code = any (${[...ourCodes]}::int[])
                    or (error_code <> all (${[...phoneCodes]}::int[]) and purpose = any (${[...customerPurposes]}::text[])))
             order by intent_at desc limit ${failuresMax}) as newest`.execute(db);
  return rows[0] ?? { failures: 0, ofOurs: 0 };
}
