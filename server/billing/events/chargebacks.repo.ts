import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';

import { chargebackTypes } from './event-types.ts';

/** Why an account may not start a plan. */
export type PaymentFlag = 'dispute' | 'fraud_warning' | 'blocked_card';

/** Flags an account, so that it cannot start another plan. Keeps the first reason. */
export async function flagAccount(db: Db, userId: string, flag: PaymentFlag): Promise<void> {
  await sql`update users set payment_flag = coalesce(payment_flag, ${flag}) where id = ${userId}`.execute(db);
}

/** Blocks a card from paying for another plan. Idempotent. */
export async function blockCard(db: Db, fingerprint: string, reason: 'dispute' | 'fraud_warning'): Promise<void> {
  await db
    .insertInto('blocked_cards')
    .values({ fingerprint, reason })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether an account was flagged because a blocked card paid for a plan. */
export async function paidWithBlockedCard(db: Db, userId: string): Promise<boolean> {
  const found = db.selectFrom('users').select('id').where('id', '=', userId);
  return (await found.where('payment_flag', '=', 'blocked_card').executeTakeFirst()) !== undefined;
}

/** Which of these cards are blocked, and since when. */
export async function findBlocked(db: Db, fingerprints: readonly string[]): Promise<Map<string, Date>> {
  if (fingerprints.length === 0) return new Map();
  const rows = await db
    .selectFrom('blocked_cards')
    .select(['fingerprint', 'blocked_at'])
    .where('fingerprint', 'in', fingerprints)
    .execute();
  return new Map(rows.map(({ fingerprint, blocked_at: blockedAt }) => [fingerprint, blockedAt]));
}

/** The disputes and fraud warnings of an account's payments. */
export async function findChargebacks(db: Db, userId: string): Promise<{ type: string; objectId: string }[]> {
  const rows = await db
    .selectFrom('payment_events')
    .select(['type', 'object_id as objectId'])
    .where('user_id', '=', userId)
    .where('type', 'in', chargebackTypes)
    .execute();
  return rows.flatMap(({ type, objectId }) => (objectId === null ? [] : [{ type, objectId }]));
}

/** Removes the flag of an account and the blocks of these cards. */
export async function liftBlocks(db: Db, userId: string, fingerprints: readonly string[]): Promise<void> {
  await sql`
    with lifted as (delete from blocked_cards where fingerprint = any (${fingerprints}))
    update users set payment_flag = null where id = ${userId}`.execute(db);
}
