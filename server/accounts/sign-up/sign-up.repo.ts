import { type RawBuilder, sql } from 'kysely';

import type { SignupBody } from '#contract/auth.ts';
import { consentVersion } from '#contract/consent.ts';
import type { Db } from '#server/db/client.ts';
import { isUniqueViolation } from '#server/db/error-codes.ts';
import { deleteExpiredRows, inBatches } from '#server/db/expired-rows.ts';
import { lockSenders } from '#server/db/sender-lock.ts';

import type { StoredIdentity } from '../identity/identity-provider.ts';
import { claimNumber, isOptedOut } from '../phones/phones.repo.ts';

export type NewAccount = {
  readonly id: string;
  readonly fields: Pick<SignupBody, 'name' | 'email' | 'isHelper'>;
  readonly phoneNumber: string;
  readonly phoneHash: string;
  readonly identity: StoredIdentity;
  /** The client address that gave the consent. */
  readonly address: string;
};

export type WriteOutcome = 'written' | 'phone_taken' | 'email_taken' | 'opted_out';

/**
 * Writes an account with its phone claim and the proof of both consents, or nothing. Of concurrent sign-ups with the
 * same phone or email, one is written.
 */
export async function writeAccount(db: Db, account: NewAccount): Promise<WriteOutcome> {
  const { id, fields, phoneNumber, phoneHash, identity, address } = account;
  const { isHelper = false } = fields;
  try {
    return await db.transaction().execute<WriteOutcome>(async (transaction) => {
      await lockSenders(transaction, [phoneNumber]);
      if (await isOptedOut(transaction, phoneNumber, phoneHash)) throw new NotWritten('opted_out');
      await transaction
        .insertInto('users')
        .values({
          id,
          name: fields.name,
          email: fields.email,
          password_hash: identity.passwordHash,
          external_identity_id: identity.externalIdentityId,
          consent_to_messaging: true,
          consent_to_terms: true,
          is_helper: isHelper,
        })
        .execute();
      if (await claimNumber(transaction, id, phoneNumber)) throw new NotWritten('phone_taken');
      await sql`
        insert into consents (user_id, phone_key, subject, given, source, wording, address)
        select ${id}::uuid, ${phoneNumber}, subject, true, 'signup', ${consentVersion({ isHelper })}, ${address}::inet
          from unnest(array['messaging', 'terms']) as subject`.execute(transaction);
      return 'written';
    });
  } catch (error) {
    if (error instanceof NotWritten) return error.why;
    // The email is the only other unique value; the lock guards the phone.
    if (isUniqueViolation(error)) return 'email_taken';
    throw error;
  }
}

/**
 * Cleans up consents that earlier releases left behind with a plaintext number when their account was deleted: deletes
 * those of unconfirmed sign-ups, which have an address too, and hashes those of deleted accounts.
 */
export async function cleanUpLeftConsents(db: Db, phoneHash: (number: string) => string): Promise<void> {
  const isLeft = sql`user_id is null and phone_key like '+%' and source in ('signup', 'account')`;
  const isExpired = sql`${isLeft} and address is not null`;
  await deleteExpiredRows(db, { table: 'consents', by: 'phone_key', isExpired });
  const { rows } = await sql<{ number: string }>`
    select distinct phone_key as number from consents where ${isLeft} limit 1000`.execute(db);
  for (const { number } of rows) {
    await sql`
      update consents set phone_key = ${phoneHash(number)} where ${isLeft} and phone_key = ${number}`.execute(db);
  }
}

/** Rolls back the transaction. */
class NotWritten extends Error {
  readonly why: Exclude<WriteOutcome, 'written'>;

  constructor(why: Exclude<WriteOutcome, 'written'>) {
    super(why);
    this.why = why;
  }
}

export type DeletedSignup = { readonly userId: string; readonly externalIdentityId: string | null };

/**
 * Deletes a sign-up that proved neither its phone nor its mailbox, has no plan, and holds no number with a valid code,
 * so that another sign-up can use the address.
 * @returns the deleted sign-up; null when the address stays in use
 */
export async function deleteUnprovenSignup(db: Db, email: string): Promise<DeletedSignup | null> {
  const deleted = await deleteSignups(db, sql`lower(email) = ${email.toLowerCase()} and email_proven_at is null`);
  return deleted[0] ?? null;
}

/** Deletes sign-ups that were not confirmed within three days and have no plan, so that others can use the address. */
export async function deleteAbandonedSignups(db: Db): Promise<void> {
  await inBatches(
    async (limit) => {
      const deleted = await deleteSignups(
        db,
        sql`id = any (array (select id from users where ${isUnused} and created_at < now() - interval '3 days'
                              order by created_at limit ${limit}))`,
      );
      return deleted.length;
    },
    { size: signupsPerBatch },
  );
}

/**
 * An account that was never used: unconfirmed, without plan or phone. Counts per account use the indexes; with
 * `not exists`, a query plan may read all subscriptions and phones.
 */
const isUnused = sql`
  confirmed_at is null and deleted_at is null and stripe_customer_id is null
  and (select count(*) from subscriptions where user_id = users.id) = 0
  and (select count(*) from phone_numbers
        where user_id = users.id and (verified_at is not null or claimed_until > now())) = 0`;
/** Fewer than for other rows: about twenty tables refer to an account, and each is checked for every account. */
const signupsPerBatch = 200;

/**
 * Deletes unconfirmed accounts without plan or phone, with the consents from their forms, which led to no texts. Keeps
 * what the phone itself texted (STOP). The next sync removes their external identities, which are orphans now.
 */
async function deleteSignups(db: Db, condition: RawBuilder<unknown>): Promise<DeletedSignup[]> {
  const { rows } = await sql<DeletedSignup>`
    with deleted as (
      delete from users
       where ${condition} and ${isUnused}
      returning id, external_identity_id
    ), forgotten as (
      delete from consents where user_id in (select id from deleted) and source in ('signup', 'account')
    ), scheduled as (
      insert into identity_syncs (user_id) select id from deleted where external_identity_id is not null
      on conflict (user_id) do update set due_at = now(), revision = identity_syncs.revision + 1)
    select id as "userId", external_identity_id as "externalIdentityId" from deleted`.execute(db);
  return rows;
}
