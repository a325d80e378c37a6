import { sql } from 'kysely';

import { STUCK_REQUESTS_MAX, type StuckRequests } from '#contract/admin-desk.ts';
import type { OverviewReply } from '#contract/admin-overview.ts';
import type { Db } from '#server/db/client.ts';
import { backoffSeconds, claimDue, type DueTable } from '#server/db/due-rows.ts';
import { deleteExpiredRows } from '#server/db/expired-rows.ts';

import { scopeRange } from './request-id.ts';

/** The `error_code` while a try is in progress. */
const underWay = 'under_way';

/** After this many tries an operator has to check the request. */
const stuckFrom = 8;
/** Whether a request does not reach support. */
const isStuck = sql`stage = 'support' and tries >= ${sql.lit(stuckFrom)}`;
/** Whether the last try failed because of the request itself: refused by the mail server, or no longer decryptable. */
const isRefused = sql`coalesce(error_code ~ '^(5[0-9]{2}|unreadable)$', false)`;

type RequestBacklog = Pick<
  OverviewReply['now'],
  | 'supportRequestsWaiting'
  | 'supportRequestsStuck'
  | 'supportRequestsRefused'
  | 'oldestSupportRequestAt'
  | 'supportRequestsLastError'
>;

/** How many requests are waiting to be emailed, and what holds them up: counts and codes, never contents. */
export async function readRequestBacklog(db: Db): Promise<RequestBacklog> {
  const { rows } = await sql<Omit<RequestBacklog, 'oldestSupportRequestAt'> & { oldestSupportRequestAt: Date | null }>`
    select count(*) as "supportRequestsWaiting", count(*) filter (where ${isStuck}) as "supportRequestsStuck",
           count(*) filter (where ${isStuck} and ${isRefused}) as "supportRequestsRefused",
           min(created_at) as "oldestSupportRequestAt",
           (array_agg(error_code order by ${isStuck} and ${isRefused} desc, due_at desc)
              filter (where error_code <> ${underWay}))[1] as "supportRequestsLastError"
      from support_requests where stage = 'support'`.execute(db);
  const [row] = rows;
  if (!row)
    return {
      supportRequestsWaiting: 0,
      supportRequestsStuck: 0,
      supportRequestsRefused: 0,
      oldestSupportRequestAt: null,
      supportRequestsLastError: null,
    };
  return { ...row, oldestSupportRequestAt: row.oldestSupportRequestAt?.toISOString() ?? null };
}

/** The account that a ticket comes from, for the email about it. */
export type TicketAccount = { readonly name: string; readonly email: string; readonly isEmailProven: boolean };

/** Reads the account of a ticket; null for one that is gone. */
export async function findTicketAccount(db: Db, userId: string): Promise<TicketAccount | null> {
  const user = await db
    .selectFrom('users')
    .select(['name', 'email', 'email_proven_at'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return user ? { name: user.name, email: user.email, isEmailProven: user.email_proven_at !== null } : null;
}

export type EncryptedRequest = {
  readonly id: string;
  readonly kind: 'ticket' | 'contact';
  readonly userId: string | null;
  readonly sealed: Buffer;
  /** The encrypted files, by position. */
  readonly files: readonly Buffer[];
};

/** Stores a request with its files, in a transaction. @returns false when it was stored before */
export async function insertRequest(transaction: Db, request: EncryptedRequest): Promise<boolean> {
  const { id, kind, userId, sealed, files } = request;
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('support_requests')
    .values({ id, kind, user_id: userId, sealed })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) return false;
  // One file per statement, because both sides hold a whole statement in memory.
  for (const [position, file] of files.entries()) {
    await transaction.insertInto('support_request_files').values({ request_id: id, position, sealed: file }).execute();
  }
  return true;
}

/** The ids of the accepted requests of the same scope as this one, itself included. */
export async function findSameScope(db: Db, id: string): Promise<string[]> {
  const [lowest, highest] = scopeRange(id);
  const query = db.selectFrom('support_requests').select('id').where('id', '>=', lowest).where('id', '<=', highest);
  return (await query.execute()).map((row) => row.id);
}

/** A request that one process works on. */
export type ClaimedRequest = {
  readonly id: string;
  readonly kind: 'ticket' | 'contact';
  readonly stage: 'support' | 'acknowledgement';
  readonly sealed: Buffer;
  readonly tries: number;
  /** Whether the previous try recorded no outcome, because its process died. */
  readonly hasDied: boolean;
  /** What the previous try failed with. */
  readonly lastCode: string | null;
};

const dueRequests: DueTable = {
  name: 'support_requests',
  key: 'id',
  dueAt: 'due_at',
  tries: 'tries',
  isOpen: `stage <> 'done'`,
  order: `kind = 'contact', due_at`,
  // Longer than any try takes (providers/smtp/mailer.ts).
  lease: `interval '15 minutes'`,
  set: `error_code = '${underWay}'`,
};
const claimedColumns = `t.id, t.kind, t.stage, t.sealed, t.tries,
  due.error_code is not distinct from '${underWay}' as "hasDied", due.error_code as "lastCode"`;

/** Claims the ticket that has been due longest, otherwise the message; null when none is due. */
export async function claimRequest(db: Db): Promise<ClaimedRequest | null> {
  const [request] = await claimDue<ClaimedRequest>(db, dueRequests, 1, claimedColumns);
  return request ?? null;
}

/** The files of a request, by position. */
export async function readFiles(db: Db, id: string): Promise<Buffer[]> {
  const files: Buffer[] = [];
  for (let position = 0; ; position += 1) {
    const file = await db
      .selectFrom('support_request_files')
      .select('sealed')
      .where('request_id', '=', id)
      .where('position', '=', position)
      .executeTakeFirst();
    if (!file) return files;
    files.push(file.sealed);
  }
}

/**
 * Records that support has the request: deletes its files and makes the acknowledgement due. Runs in a transaction.
 * @returns false when another process was first
 */
export async function recordReachedSupport(transaction: Db, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update support_requests set stage = 'acknowledgement', due_at = now(), tries = 0, error_code = null
     where id = ${id} and stage = 'support'`.execute(transaction);
  await transaction.deleteFrom('support_request_files').where('request_id', '=', id).execute();
  return numAffectedRows === 1n;
}

/** Requests that do not reach support, oldest first. */
export async function listStuckRequests(db: Db): Promise<StuckRequests['requests']> {
  const { rows } = await sql<Omit<StuckRequests['requests'][number], 'at'> & { at: Date }>`
    select id, kind, created_at as at, nullif(error_code, ${underWay}) as "lastError", ${isRefused} as "isRefused"
      from support_requests where ${isStuck} order by created_at limit ${STUCK_REQUESTS_MAX}`.execute(db);
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

export type StuckRequest = {
  readonly id: string;
  readonly sealed: Buffer;
  readonly isRefused: boolean;
  /** Whether a try is in progress, with no outcome yet. */
  readonly isUnderWay: boolean;
};

/** Finds a request that does not reach support; null when there is none with this id. */
export async function findStuckRequest(db: Db, id: string): Promise<StuckRequest | null> {
  const { rows } = await sql<StuckRequest>`
    select id, sealed, ${isRefused} as "isRefused", error_code is not distinct from ${underWay} as "isUnderWay" from support_requests where id = ${id} and ${isStuck}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/**
 * Records that a request was discarded: deletes its files and makes the email to its sender due. Runs in a transaction.
 * @param sealed what that email needs, encrypted; null closes the request without an email
 * @returns false when it is being sent right now, or is waiting for a mail server that takes no email
 */
export async function recordDiscarded(transaction: Db, id: string, sealed: Buffer | null): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update support_requests
       set stage = case when ${sealed}::bytea is null then 'done' else 'acknowledgement' end, sealed = ${sealed}::bytea,
           closed_at = case when ${sealed}::bytea is null then now() end, due_at = now(), tries = 0,
           error_code = case when ${sealed}::bytea is null then 'unreadable' end
     where id = ${id} and ${isStuck} and ${isRefused}`.execute(transaction);
  if (numAffectedRows !== 1n) return false;
  await transaction.deleteFrom('support_request_files').where('request_id', '=', id).execute();
  return true;
}

/** Closes a request whose emails are sent, or whose acknowledgement cannot be delivered, and empties it. */
export async function closeRequest(db: Db, id: string, code: string | null): Promise<void> {
  await sql`
    update support_requests set stage = 'done', sealed = null, closed_at = now(), error_code = ${code}
     where id = ${id} and stage = 'acknowledgement'`.execute(db);
}

/** Postpones a request whose email was not sent. @param tries how many tries count, which determines the wait */
export async function postponeRequest(db: Db, id: string, tries: number, code: string): Promise<void> {
  await sql`
    update support_requests set due_at = now() + ${backoffSeconds(tries)} * interval '1 second', tries = ${tries},
                                error_code = ${code}
     where id = ${id} and stage <> 'done'`.execute(db);
}

/** Records that support replied to a ticket. @returns false if that was already recorded, or there is no such ticket */
export async function markReplied(db: Db, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update support_requests set replied_at = now() where id = ${id} and kind = 'ticket' and replied_at is null`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

/** Deletes requests that were closed over a month ago, except an account's ticket without a reply. @returns how many */
export async function deleteOldRequests(db: Db): Promise<number> {
  // Such a ticket's row has no contents; it keeps the ticket on the operator's list
  // (docs/decisions/0037-the-operators-desk.md).
  const isOnList = sql`kind = 'ticket' and replied_at is null and user_id is not null`;
  const isExpired = sql`stage = 'done' and closed_at < now() - interval '30 days' and not (${isOnList})`;
  return deleteExpiredRows(db, { table: 'support_requests', by: 'closed_at', isExpired });
}
