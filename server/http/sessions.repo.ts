import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import { deleteExpiredRows } from '#server/db/expired-rows.ts';
import { statement } from '#server/db/statement.ts';

const idleDays = 14;
const absoluteDays = 90;
export const absoluteSeconds = absoluteDays * 86_400;
/** After this time, sensitive actions ask for the password again (docs/reference/security.md#t35). */
const freshMinutes = 15;
const isFresh = `proven_at > now() - interval '${freshMinutes} minutes'`;

/** The most sessions of an account; its owner sees all of them. */
const sessionsMax = 50;

type FoundSession = {
  readonly id: string;
  readonly userId: string;
  /** Whether the password was proved in it within the last 15 minutes. */
  readonly isFresh: boolean;
  /** Whether its last use was recorded more than 5 minutes ago. */
  readonly isStale: boolean;
};

export const findRow = statement<[hash: string], FoundSession>(
  'find_session',
  `select id, user_id as "userId", ${isFresh} as "isFresh", last_seen_at < now() - interval '5 minutes' as "isStale"
     from sessions
    where token_hash = $1 and expires_at > now() and last_seen_at > now() - interval '${idleDays} days'`,
);
export const touchRow = statement<[id: string], Record<string, never>>(
  'touch_session',
  `update sessions set last_seen_at = now() where id = $1`,
);
// Locks the account, so that ending all its sessions cannot interleave. A new session ends those used longest ago:
// correct passwords have no rate limit, and the rows need one.
export const addRow = statement<
  [
    hash: string,
    userId: string,
    credentialsRevision: number,
    replacedHash: string | null,
    device: string | null,
    provenAt: Date | null,
  ],
  Pick<FoundSession, 'id' | 'isFresh'>
>(
  'add_session',
  `with account as (
     select id from users where id = $2 and credentials_revision = $3 and deleted_at is null for no key update
   ), ended as (
     delete from sessions
      where exists (select from account)
        and (token_hash = $4 or id in (
          select id from sessions
           where user_id = $2 and token_hash is distinct from $4
           order by last_seen_at desc offset ${sessionsMax - 1}))
   )
   insert into sessions (token_hash, user_id, expires_at, device, proven_at)
   select $1, id, now() + interval '${absoluteDays} days', $5, coalesce($6::timestamptz, now()) from account
   returning id, ${isFresh} as "isFresh"`,
);
export const freshenRow = statement<[id: string], Record<string, never>>(
  'freshen_session',
  `update sessions set proven_at = now() where id = $1`,
);
/** A signed-in browser as its owner sees it. */
export type SessionRow = {
  readonly id: string;
  readonly device: string | null;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
};
export const listRows = statement<[userId: string], SessionRow>(
  'list_sessions',
  `select id, device, created_at as "createdAt", last_seen_at as "lastSeenAt"
     from sessions
    where user_id = $1 and expires_at > now() and last_seen_at > now() - interval '${idleDays} days'
    order by last_seen_at desc limit ${sessionsMax}`,
);
export const removeOneRow = statement<[userId: string, id: string], { id: string }>(
  'remove_one_session',
  `delete from sessions where user_id = $1 and id = $2 returning id`,
);
export const removeRow = statement<[hash: string], { userId: string }>(
  'remove_session',
  `delete from sessions where token_hash = $1 returning user_id as "userId"`,
);
// Locks the account too: a phone change holds its own session and ends the others, and without the lock the two could
// wait for each other's rows.
export const removeRows = statement<[userId: string, keptId: string | null], Record<string, never>>(
  'remove_sessions',
  `with account as (
     select id from users where id = $1 for no key update
   )
   delete from sessions where user_id = (select id from account) and id is distinct from $2`,
);

/**
 * Keeps a session from ending before the transaction does, so that what the session began is written before it is
 * signed out, or not at all. Lock numbers and the account first.
 * @returns false if the session has ended
 */
export async function holdSession(transaction: Db, id: string): Promise<boolean> {
  const { rows } = await sql`select 1 from sessions where id = ${id} for key share`.execute(transaction);
  return rows.length === 1;
}

/**
 * Signs out every browser of an account except the session `keptId`, inside the transaction that ends them: a request
 * that waits for its locks then finds its session ended.
 */
export async function endSessions(transaction: Db, userId: string, keptId: string | null = null): Promise<void> {
  await sql`
    delete from sessions where user_id = ${userId} and id is distinct from ${keptId}`.execute(transaction);
}

/** Removes expired sessions. @returns how many */
export async function forgetExpiredSessions(db: Db): Promise<number> {
  const isOver = sql`expires_at < now()`;
  const isIdle = sql`last_seen_at < now() - ${idleDays} * interval '1 day'`;
  return (
    (await deleteExpiredRows(db, { table: 'sessions', by: 'expires_at', isExpired: isOver })) +
    (await deleteExpiredRows(db, { table: 'sessions', by: 'last_seen_at', isExpired: isIdle }))
  );
}
