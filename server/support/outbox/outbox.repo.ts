import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import type { AlertCode } from '#server/platform/alerts.ts';
import type { MailKind, QueuedMail } from '#server/providers/ports/mail.ts';

/** A mail that one process works on; counted as dead, and tried again, after `leaseSeconds`. */
export type ClaimedMail = {
  readonly id: string;
  readonly kind: MailKind;
  readonly userId: string | null;
  readonly subscriptionId: string | null;
  readonly recipient: { readonly name: string; readonly address: string } | null;
  /** Which alert it is; only for `operator_alert`. */
  readonly alert: AlertCode | null;
  readonly tries: number;
  /** When it was last asked for, as the database writes it: no digit may be lost. */
  readonly askedAt: string;
};

/** Longer than a try can take. */
const leaseSeconds = 150;

/**
 * Notes a mail. One with its key that is still waiting is due anew: whoever is about to find that it is not due looks
 * again.
 * @returns false when one with its key, or a code that is still waiting, was there before
 */
export async function noteMail(db: Db, mail: QueuedMail): Promise<boolean> {
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

/** The mail that has been due for longest, for this process alone; null when none is. */
export async function claimMail(db: Db): Promise<ClaimedMail | null> {
  const { rows } = await sql<{
    id: string;
    kind: MailKind;
    userId: string | null;
    subscriptionId: string | null;
    name: string | null;
    address: string | null;
    alert: AlertCode | null;
    tries: number;
    askedAt: string;
  }>`
    update mails set tries = tries + 1, due_at = now() + ${leaseSeconds} * interval '1 second'
     where id = (select id from mails where outcome is null and due_at <= now()
                  order by due_at limit 1 for update skip locked)
    returning id, kind, user_id as "userId", subscription_id as "subscriptionId", recipient_name as name,
              recipient_address as address, alert, tries, created_at::text as "askedAt"`.execute(db);
  const [row] = rows;
  if (!row) return null;
  const { name, address, ...rest } = row;
  return { ...rest, recipient: address === null ? null : { name: name ?? '', address } };
}

/**
 * It turned out not to be due: it is done with, and its key is free for one that is. If it was asked for again in the
 * meantime, it is looked at again instead.
 */
export async function closeNotDue(db: Db, { id, askedAt }: ClaimedMail): Promise<void> {
  await sql`
    with closed as (
      update mails set outcome = 'not_due', closed_at = now(), error_code = null, once_key = null,
                       recipient_name = null, recipient_address = null
       where id = ${id} and outcome is null and created_at = ${askedAt}::timestamptz
      returning 1)
    update mails set due_at = now() where id = ${id} and outcome is null and not exists (select 1 from closed)`.execute(
    db,
  );
}

/** It is done with, and forgets whom it was for. */
export async function closeMail(db: Db, id: string, outcome: 'sent' | 'refused', code?: string): Promise<void> {
  await sql`
    update mails set outcome = ${outcome}, closed_at = now(), error_code = ${code ?? null},
                     recipient_name = null, recipient_address = null
     where id = ${id} and outcome is null`.execute(db);
}

/** It did not go out, and is due again after `waitSeconds`. */
export async function postponeMail(db: Db, id: string, waitSeconds: number, code: string | null): Promise<void> {
  await sql`
    update mails set due_at = now() + ${waitSeconds} * interval '1 second', error_code = ${code}
     where id = ${id} and outcome is null`.execute(db);
}

/** Removes mails that were closed a month ago. @returns how many */
export async function forgetOldMails(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from mails where closed_at < now() - interval '30 days'`.execute(db);
  return Number(numAffectedRows ?? 0);
}
