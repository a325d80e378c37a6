import { sql } from 'kysely';

import { type Db, withDatabase } from './client.ts';

/**
 * Indexes on tables that can be large, by name. Building them in a migration would lock the table; these are built
 * concurrently with writes. Until then, queries are slower but correct.
 */
export const lateIndexes = {
  inbound_texts_failed: `on inbound_texts (received_at desc) where outcome in ('apologised', 'failed')`,
  // Together with inbound_texts_replied, finds all texts of a number for a deletion. Few texts get no reply.
  inbound_texts_silent: `on inbound_texts (sender, received_at desc) where reply is null`,
  // `error_code` changes only with a failure, so a delivery report still updates no index.
  outbound_texts_errors: `on outbound_texts (intent_at desc) where error_code is not null`,
  inbound_texts_crisis: `on inbound_texts (received_at desc) where kind = 'crisis'`,
  subscriptions_created: `on subscriptions (created_at desc)`,
  subscriptions_failing: `on subscriptions (current_period_start) where status in ('past_due', 'unpaid')`,
  subscriptions_canceled: `on subscriptions (canceled_at desc) where canceled_at is not null`,
  // The following find expired rows (db/expired-rows.ts) among the few that can expire.
  applied_ops_over: `on applied_ops (at)`,
  outbound_texts_proactive: `on outbound_texts (intent_at) where inbound_sid is null`,
  notices_sent: `on notices (sent_at)`,
  sessions_seen: `on sessions (last_seen_at)`,
  payment_events_over: `on payment_events (received_at) where status is null and state in ('done', 'ignored')`,
  phone_numbers_claimed: `on phone_numbers (claimed_until) where verified_at is null`,
  phone_changes_expires: `on phone_changes (expires_at)`,
  verification_codes_expires: `on verification_codes (expires_at)`,
  texted_codes_expires: `on texted_codes (expires_at)`,
  one_time_tokens_expires: `on one_time_tokens (expires_at)`,
  users_unconfirmed: `on users (created_at) where confirmed_at is null and deleted_at is null and stripe_customer_id is null`,
  consents_left: `on consents (phone_key) where user_id is null and phone_key like '+%' and source in ('signup', 'account')`,
  // Deleting an account looks these up.
  checkouts_user: `on checkouts (user_id)`,
  payment_events_customer: `on payment_events (customer_id) where customer_id is not null`,
} as const;

/** For tables of a hundred million texts. */
const queryTimeoutMs = 4 * 3_600_000;
/** An arbitrary number of ours: the advisory lock of the process that builds. */
const lockKey = 40_034;

/**
 * Builds the late indexes that are missing or whose build was interrupted. Idempotent; of several processes, only one
 * builds.
 * @returns the names of the indexes built here
 */
export async function buildLateIndexes(db: Db, databaseUrl: string): Promise<string[]> {
  if ((await missingIndexes(db)).length === 0) return [];
  return withDatabase({ url: databaseUrl, queryTimeoutMs }, ({ db: own }) => buildMissing(own));
}

/** @param db one connection, which holds the lock: after a failure, until the server sees that it was closed */
async function buildMissing(db: Db): Promise<string[]> {
  const { rows } = await sql<{ isOurs: boolean }>`select pg_try_advisory_lock(${lockKey}) as "isOurs"`.execute(db);
  if (rows[0]?.isOurs !== true) return [];
  const missing = await missingIndexes(db);
  for (const name of missing) {
    await sql.raw(`drop index concurrently if exists ${name}`).execute(db);
    await sql.raw(`create index concurrently ${name} ${lateIndexes[name]}`).execute(db);
  }
  await sql`select pg_advisory_unlock(${lockKey})`.execute(db);
  return missing;
}

/** The indexes that do not exist or are incomplete. */
async function missingIndexes(db: Db): Promise<(keyof typeof lateIndexes)[]> {
  const names = Object.keys(lateIndexes) as (keyof typeof lateIndexes)[];
  const { rows } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_index i on i.indexrelid = c.oid
     where c.relname = any (${names}) and c.relnamespace = current_schema()::regnamespace and i.indisvalid`.execute(db);
  const valid = new Set(rows.map(({ name }) => name));
  return names.filter((name) => !valid.has(name));
}
