import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';

/** Records, in the transaction that releases a number, that the account's consent to be texted at it has ended. */
export async function recordRelease(transaction: Db, userId: string, number: string): Promise<void> {
  await sql`
    insert into consents (user_id, phone_key, subject, given, source, wording)
    values (${userId}, ${number}, 'messaging', false, 'operator', 'released')`.execute(transaction);
}
