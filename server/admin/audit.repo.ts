import { sql } from 'kysely';

import type { ActionReason } from '#contract/admin-customer.ts';
import type { AuditReply } from '#contract/admin-look-up.ts';
import type { Db } from '#server/db/client.ts';
import { deleteExpiredRows } from '#server/db/expired-rows.ts';

import type { Actor } from './admin-session.ts';

type Action =
  | 'toggle'
  | 'db_fallback_sync'
  | 'migrate_users'
  | 'setup_groups'
  | 'opt_out'
  | 'forget_number'
  | 'find_user'
  | 'find_number'
  | 'text'
  | 'ticket_replied'
  | 'support_request_read'
  | 'support_request_discarded'
  | 'refund'
  | 'comp'
  | 'cancel_now'
  | 'cancel_at_period_end'
  | 'allow_payments'
  | 'release_phone'
  | 'delete_account'
  | 'correct_account'
  | 'sign_in'
  | 'sign_out'
  | 'add_operator'
  | 'reset_operator'
  | 'disable_operator'
  | 'list_customers';

/** An action of an operator, without content and with masked numbers. */
export type AuditEntry = {
  readonly action: Action;
  /** `command`: the command line on the server. */
  readonly actor: Actor | 'command';
  readonly address: string | null;
  /** An id, a masked number or the name of a feature. */
  readonly subject: string | null;
  /** `done`, or an error code; `begun` for an action with a reason, before it is done. */
  readonly outcome: string;
  /** Why an operator acted on a customer. */
  readonly reason?: ActionReason;
};

/** Records an action. */
export async function recordAudit(db: Db, entry: AuditEntry): Promise<void> {
  await db.insertInto('admin_audit').values(entry).execute();
}

/** The newest hundred actions, newest first. */
export async function listAudit(db: Db): Promise<AuditReply> {
  const rows = await db
    .selectFrom('admin_audit')
    .select(['at', 'action', 'actor', sql<string | null>`host(address)`.as('address'), 'subject', 'outcome', 'reason'])
    .orderBy('id', 'desc')
    .limit(100)
    .execute();
  return { entries: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })) };
}

/** Deletes actions that are older than the time series. @returns how many */
export async function deleteOldAudit(db: Db): Promise<number> {
  return deleteExpiredRows(db, { table: 'admin_audit', by: 'at', isExpired: sql`at < now() - interval '400 days'` });
}
