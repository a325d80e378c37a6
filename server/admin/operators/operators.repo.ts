import { sql } from 'kysely';

import { OPERATOR_IDLE_MINUTES } from '#contract/admin.ts';
import type { Db } from '#server/db/client.ts';

import { adminSessionSeconds } from '../admin-session.ts';

/** The stored secrets that a sign-in is checked against. */
export type OperatorSecrets = { readonly id: string; readonly passwordHash: string; readonly totpSealed: Buffer };

/** An operator as `npm run operator -- list` shows it. */
export type OperatorRow = {
  readonly name: string;
  readonly createdAt: Date;
  readonly disabledAt: Date | null;
  readonly lastSeenAt: Date | null;
};

/** Sessions that are neither idle for too long nor older than a working day. */
const isOpen = sql`s.last_seen_at > now() - make_interval(mins => ${sql.lit(OPERATOR_IDLE_MINUTES)})
  and s.created_at > now() - make_interval(secs => ${sql.lit(adminSessionSeconds)})`;

/** The secrets of an operator; null for an unknown or disabled one. */
export async function findOperator(db: Db, name: string): Promise<OperatorSecrets | null> {
  const row = await db
    .selectFrom('operators')
    .select(['id', 'password_hash as passwordHash', 'totp_sealed as totpSealed'])
    .where('name', '=', name)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Uses the code of a step and opens a session in one statement, so that only one of two requests with the same code
 * succeeds.
 * @returns false when a code of this or a later step was used before, or the operator was disabled or reset since its
 * secrets were read
 */
export async function openSession(
  db: Db,
  { operator, step, tokenHash }: { operator: OperatorSecrets; step: number; tokenHash: string },
): Promise<boolean> {
  const { id, passwordHash } = operator;
  const { numAffectedRows } = await sql`
    with used as (
      update operators set totp_last_step = ${step}
       where id = ${id} and password_hash = ${passwordHash} and totp_last_step < ${step} and disabled_at is null
      returning id)
    insert into operator_sessions (token_hash, operator_id) select ${tokenHash}, id from used`.execute(db);
  return Number(numAffectedRows ?? 0) === 1;
}

/** The operator of a session, recording activity; null when it has ended or its operator is disabled. */
export async function touchSession(db: Db, tokenHash: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    update operator_sessions s set last_seen_at = now()
      from operators o
     where s.token_hash = ${tokenHash} and ${isOpen} and o.id = s.operator_id and o.disabled_at is null
    returning o.name`.execute(db);
  return rows[0]?.name ?? null;
}

/** Ends a session if it exists. */
export async function endSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('operator_sessions').where('token_hash', '=', tokenHash).execute();
}

/** Deletes ended sessions: as many as operators logged in within an hour. @returns how many */
export async function deleteEndedSessions(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`delete from operator_sessions s where not (${isOpen})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/** Adds an operator. @returns false when the name is taken */
export async function insertOperator(db: Db, operator: OperatorSecrets & { readonly name: string }): Promise<boolean> {
  const { id, name, passwordHash, totpSealed } = operator;
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('operators')
    .values({ id, name, password_hash: passwordHash, totp_sealed: totpSealed })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0) === 1;
}

/** Replaces the secrets of an operator, enables sign-in again, and ends all sessions. */
export async function replaceSecrets(db: Db, { id, passwordHash, totpSealed }: OperatorSecrets): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await transaction
      .updateTable('operators')
      .set({ password_hash: passwordHash, totp_sealed: totpSealed, totp_last_step: 0, disabled_at: null })
      .where('id', '=', id)
      .execute();
    await transaction.deleteFrom('operator_sessions').where('operator_id', '=', id).execute();
  });
}

/** Disables an operator immediately. @returns false for an unknown name */
export async function disableByName(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`
    with disabled as (
      update operators set disabled_at = coalesce(disabled_at, now()) where name = ${name} returning id),
    ended as (delete from operator_sessions where operator_id in (select id from disabled))
    select id from disabled`.execute(db);
  return rows.length === 1;
}

/** The id behind a name, disabled or not. */
export async function operatorIdOf(db: Db, name: string): Promise<string | null> {
  const row = await db.selectFrom('operators').select('id').where('name', '=', name).executeTakeFirst();
  return row?.id ?? null;
}

/** All operators, by name. */
export async function listOperators(db: Db): Promise<OperatorRow[]> {
  return db
    .selectFrom('operators as o')
    .leftJoin('operator_sessions as s', 's.operator_id', 'o.id')
    .select(['o.name', 'o.created_at as createdAt', 'o.disabled_at as disabledAt'])
    .select((eb) => eb.fn.max('s.last_seen_at').as('lastSeenAt'))
    .groupBy('o.id')
    .orderBy('o.name')
    .execute();
}
