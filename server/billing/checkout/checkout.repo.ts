import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';

/** An account's open checkout. Its id is the idempotency key under which the payment page is requested. */
export type OpenCheckout = {
  readonly id: string;
  readonly planId: string;
  /** The page at the provider; null while it is being requested. */
  readonly sessionId: string | null;
  /** Whether it is older than the provider keeps idempotency keys (a day): then do not request its page again. */
  readonly isStale: boolean;
};

export async function readOpenCheckout(db: Db, userId: string): Promise<OpenCheckout | null> {
  const row = await db
    .selectFrom('checkouts')
    .select(['id', 'plan_id as planId', 'session_id as sessionId'])
    .select(sql<boolean>`opened_at < now() - interval '23 hours'`.as('isStale'))
    .where('user_id', '=', userId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Opens a checkout, unless the account has an open one or is deleted. The lock lets a deletion see every earlier
 * checkout.
 */
export async function addCheckout(db: Db, userId: string, planId: string): Promise<void> {
  await sql`
    insert into checkouts (user_id, plan_id)
    select id, ${planId} from users where id = ${userId} and deleted_at is null for share
    on conflict (user_id) where closed_at is null do nothing`.execute(db);
}

/** Whether an account ever asked for a payment page. */
export async function hasCheckout(db: Db, userId: string): Promise<boolean> {
  const row = await db.selectFrom('checkouts').select('id').where('user_id', '=', userId).limit(1).executeTakeFirst();
  return row !== undefined;
}

/**
 * Records the page of an open checkout.
 * @returns `first` if the page is new, otherwise `again`; `closed` if the checkout was closed in the meantime: then the
 *   page must not be shown
 */
export async function recordSession(db: Db, id: string, sessionId: string): Promise<'first' | 'again' | 'closed'> {
  const { rows } = await sql<{ isFirst: boolean }>`
    update checkouts c set session_id = ${sessionId}
      from (select id, session_id is null as is_first from checkouts where id = ${id} for update) before
     where c.id = before.id and c.closed_at is null
    returning before.is_first as "isFirst"`.execute(db);
  return rows[0] === undefined ? 'closed' : rows[0].isFirst ? 'first' : 'again';
}

/**
 * Closes a checkout unless it has changed since it was read. If its page became known since, it stays open, because
 * that page can be paid and only an open checkout remembers it: read it again.
 */
export async function closeCheckout(db: Db, { id, sessionId }: Pick<OpenCheckout, 'id' | 'sessionId'>): Promise<void> {
  await db
    .updateTable('checkouts')
    .set({ closed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .where('session_id', 'is not distinct from', sessionId)
    .execute();
}

/**
 * Records the proof of consent to the renewal terms: when, to which wording, from where.
 * @param wording the version of the terms that were shown (contract/renewal-terms.ts)
 */
export async function recordRenewalConsent(
  db: Db,
  consent: { readonly userId: string; readonly wording: string; readonly address: string | null },
): Promise<void> {
  const { userId, wording, address } = consent;
  await db
    .insertInto('consents')
    .values({ user_id: userId, subject: 'renewal', given: true, source: 'checkout', wording, address })
    .execute();
}
