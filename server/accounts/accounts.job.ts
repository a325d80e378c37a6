import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';

import { forgetOldDepartures } from './deletion/deletion.repo.ts';
import { forgetAbandonedSignups } from './sign-up/sign-up.repo.ts';

/** Removes codes and tickets that have run out, and sign-ups that no one ever confirmed. */
export async function forgetWhatIsOver(db: Db): Promise<void> {
  await sql`delete from verification_codes where expires_at < now()`.execute(db);
  await sql`delete from password_resets where expires_at < now()`.execute(db);
  await sql`delete from texted_codes where expires_at < now()`.execute(db);
  await sql`delete from tickets where expires_at < now()`.execute(db);
  // A claim to another phone that was never proved; the first phone of a sign-up stays on record.
  await sql`
    delete from phone_numbers
     where verified_at is null and claimed_until < now() - interval '1 day'
       and exists (select 1 from phone_numbers v where v.user_id = phone_numbers.user_id and v.verified_at is not null)`.execute(
    db,
  );
  await forgetOldDepartures(db);
  await forgetAbandonedSignups(db);
}
