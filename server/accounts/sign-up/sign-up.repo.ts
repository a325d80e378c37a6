import { sql } from 'kysely';

import type { SignupBody } from '#contract/auth.ts';
import { consent } from '#contract/consent.ts';
import type { Db } from '#server/db/client.ts';
import { lockSenders } from '#server/db/sender-lock.ts';
import type { StoredIdentity } from '#server/providers/ports/identity.ts';

import { claimNumber, isOptedOut } from '../phones/phones.repo.ts';

export type NewAccount = {
  readonly id: string;
  readonly fields: Pick<SignupBody, 'name' | 'email'>;
  readonly phoneNumber: string;
  readonly phoneHash: string;
  readonly identity: StoredIdentity;
  /** Where the consent came from. */
  readonly address: string;
};

export type Written = 'written' | 'phone_taken' | 'email_taken' | 'opted_out';

/**
 * Writes an account with its claim to a phone and the proof of both consents, or nothing. Of two at the same time with
 * one phone or one address, one is written.
 */
export async function writeAccount(db: Db, account: NewAccount): Promise<Written> {
  const { id, fields, phoneNumber, phoneHash, identity, address } = account;
  try {
    return await db.transaction().execute<Written>(async (transaction) => {
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
        })
        .execute();
      if (await claimNumber(transaction, id, phoneNumber)) throw new NotWritten('phone_taken');
      await sql`
        insert into consents (user_id, phone_key, subject, given, source, wording, address)
        select ${id}::uuid, ${phoneNumber}, subject, true, 'signup', ${consent.version}, ${address}::inet
          from unnest(array['messaging', 'terms']) as subject`.execute(transaction);
      return 'written';
    });
  } catch (error) {
    if (error instanceof NotWritten) return error.why;
    // The one unique thing besides the phone, which the lock guards.
    if ((error as { code?: unknown }).code === '23505') return 'email_taken';
    throw error;
  }
}

/** Rolls the transaction back. */
class NotWritten extends Error {
  readonly why: Exclude<Written, 'written'>;

  constructor(why: Exclude<Written, 'written'>) {
    super(why);
    this.why = why;
  }
}

/**
 * Removes accounts that were never confirmed, have no plan and are three days old, so that others can have the address.
 * Their identities are orphans then, and go with the next sync.
 */
export async function forgetAbandonedSignups(db: Db): Promise<void> {
  await sql`
    with gone as (
    delete from users
     where confirmed_at is null and deleted_at is null and created_at < now() - interval '3 days'
       and stripe_customer_id is null
       and not exists (select 1 from subscriptions where user_id = users.id)
       and not exists (select 1 from phone_numbers where user_id = users.id and verified_at is not null)
       and not exists (select 1 from phone_numbers where user_id = users.id and claimed_until > now())
    returning id, external_identity_id)
    insert into identity_syncs (user_id) select id from gone where external_identity_id is not null
    on conflict (user_id) do update set due_at = now(), revision = identity_syncs.revision + 1`.execute(db);
}
