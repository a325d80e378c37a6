import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import { backoffSeconds, claimDue, type DueTable } from '#server/db/due-rows.ts';
import { deleteExpiredRows } from '#server/db/expired-rows.ts';
import { type MailKind, mailKinds, planResumedKey, type QueuedMail } from '#server/domain/ports/mail-queue.ts';

/** An email that one process works on; due again, for any process, when its lease ends. */
export type ClaimedMail = {
  readonly id: string;
  readonly kind: MailKind;
  readonly userId: string | null;
  readonly subscriptionId: string | null;
  readonly recipient: { readonly name: string; readonly address: string } | null;
  /** The alert, as the release that queued it calls it; only for `operator_alert`. */
  readonly alert: string | null;
  /** Says what some kinds are about (domain/ports/mail-queue.ts). */
  readonly onceKey: string | null;
  readonly tries: number;
  /** What the previous try failed with; null for the first try. */
  readonly lastCode: string | null;
  /** When it was last requested, as text, so that no digit is lost. */
  readonly askedAt: string;
};

const dueMails: DueTable = {
  name: 'mails',
  key: 'id',
  dueAt: 'due_at',
  tries: 'tries',
  isOpen: 'outcome is null',
  lease: `interval '150 seconds'`,
};
const claimedColumns = `t.id, t.kind, t.user_id as "userId", t.subscription_id as "subscriptionId",
  t.recipient_name as name, t.recipient_address as address, t.alert, t.once_key as "onceKey", t.tries, due.error_code as "lastCode", t.created_at::text as "askedAt"`;

/**
 * Queues an email. If one with its key is waiting, marks that as requested again, so that a process that is about to
 * find it not due checks again.
 * @returns false when an email with its key, or a waiting one with a code, already exists
 */
export async function recordMail(db: Db, mail: QueuedMail): Promise<boolean> {
  const { kind, userId, recipient, subscriptionId, alert, onceKey } = mail;
  const added = await db
    .insertInto('mails')
    .values({
      kind,
      user_id: userId,
      subscription_id: subscriptionId ?? null,
      recipient_name: recipient?.name ?? null,
      recipient_address: recipient?.address ?? null,
      alert: alert ?? null,
      once_key: onceKey ?? null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (added === undefined && onceKey !== undefined) {
    await sql`update mails set created_at = now() where once_key = ${onceKey} and outcome is null`.execute(db);
  }
  return added !== undefined;
}

/** A sent email that a plan was canceled keeps its key until the email that this was taken back is queued. */
const saysCanceled = sql`kind = 'plan_canceling' and outcome = 'sent' and once_key is not null`;

/** Queues the email that a plan renews again, if the last word of ours on it is that it was canceled. */
export async function recordResumed(
  db: Db,
  { userId, subscriptionId }: { readonly userId: string; readonly subscriptionId: string },
): Promise<void> {
  await sql`
    with told as (
      update mails set once_key = null
       where user_id = ${userId} and subscription_id = ${subscriptionId} and ${saysCanceled}
      returning id)
    insert into mails (kind, user_id, subscription_id, once_key)
    select 'renewal_reminder', ${userId}::uuid, ${subscriptionId}, ${planResumedKey('')} || max(id::text)
      from told having count(*) > 0`.execute(db);
}

/** Claims the email that has been due longest; null when none is due. */
export async function claimMail(db: Db): Promise<ClaimedMail | null> {
  type Row = Omit<ClaimedMail, 'recipient'> & { name: string | null; address: string | null };
  const [row] = await claimDue<Row>(db, dueMails, 1, claimedColumns);
  if (!row) return null;
  const { name, address, ...rest } = row;
  return { ...rest, recipient: address === null ? null : { name: name ?? '', address } };
}

/**
 * Closes an email that is not due, and frees its key. If it was requested again in the meantime, makes it due instead.
 * One of a kind that only a later release knows waits for that release, for a month (0054_unknown_mails.sql).
 */
export async function closeNotDue(db: Db, { id, kind, askedAt }: ClaimedMail): Promise<void> {
  const knowsKind = String(mailKinds.includes(kind));
  await sql`
    with closed as (
      update mails set outcome = 'not_due', closed_at = now(), error_code = null, once_key = null,
                       recipient_name = null, recipient_address = null
       where id = ${id} and outcome is null and created_at = ${askedAt}::timestamptz
         and set_config('askline.knows_mail', ${knowsKind}, true) is not null
      returning 1)
    update mails set due_at = now() where id = ${id} and outcome is null and not exists (select 1 from closed)`.execute(
    db,
  );
}

/** Closes an email and erases its recipient. */
export async function closeMail(db: Db, id: string, outcome: 'sent' | 'refused', code?: string): Promise<void> {
  await sql`
    update mails set outcome = ${outcome}, closed_at = now(), error_code = ${code ?? null},
                     recipient_name = null, recipient_address = null
     where id = ${id} and outcome is null`.execute(db);
}

/** Postpones an email that was not sent. @param tries how many tries count, which determines the wait */
export async function postponeMail(db: Db, id: string, tries: number, code: string | null): Promise<void> {
  await sql`
    update mails set due_at = now() + ${backoffSeconds(tries)} * interval '1 second', tries = ${tries}, error_code = ${code}
     where id = ${id} and outcome is null`.execute(db);
}

/**
 * Deletes emails that were closed over a month ago, but for the last word on a plan that can still be taken back.
 * @returns how many
 */
export async function deleteOldMails(db: Db): Promise<number> {
  const isExpired = sql`
    outcome is not null and closed_at < now() - interval '30 days'
    and not (${saysCanceled} and exists (select from subscriptions s where s.id = subscription_id and is_paying(s.status)))`;
  return deleteExpiredRows(db, { table: 'mails', by: 'closed_at', isExpired });
}
