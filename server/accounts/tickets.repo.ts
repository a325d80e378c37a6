import { sql } from 'kysely';

import type { Db } from '#server/db/client.ts';
import { newToken, tokenHash } from '#server/platform/token.ts';

/** `proof` lives in a cookie, `confirmation` in the page's session storage, `email` in the link of an email. */
export type TicketPurpose = 'proof' | 'confirmation' | 'email';

export const ticketSeconds = {
  proof: 30 * 60,
  confirmation: 10 * 60,
  email: 7 * 86_400,
} as const satisfies Record<TicketPurpose, number>;

/**
 * Gives out a ticket; the account's older one of the same purpose is dead.
 * @param codeSent a code goes out together with it
 * @returns the ticket itself; only its hash is kept
 */
export async function issueTicket(
  db: Db,
  { userId, purpose, codeSent = false }: { userId: string; purpose: TicketPurpose; codeSent?: boolean },
): Promise<string> {
  const { token, hash } = newToken();
  await sql`
    insert into tickets (token_hash, user_id, purpose, code_sent, expires_at)
    values (${hash}, ${userId}, ${purpose}, ${codeSent}, now() + ${ticketSeconds[purpose]} * interval '1 second')
    on conflict (user_id, purpose) do update
       set token_hash = excluded.token_hash, code_sent = excluded.code_sent, expires_at = excluded.expires_at`.execute(
    db,
  );
  return token;
}

/** Whose ticket it is, if it is good. */
export async function findTicket(db: Db, token: string, purpose: TicketPurpose): Promise<string | null> {
  const { rows } = await sql<{ userId: string }>`
    select user_id as "userId" from tickets
     where token_hash = ${tokenHash(token)} and purpose = ${purpose} and expires_at > now()`.execute(db);
  return rows[0]?.userId ?? null;
}

/** Once true for a ticket with which a code went out. */
export async function takeCodeSent(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    update tickets set code_sent = false where user_id = ${userId} and purpose = 'proof' and code_sent
    returning 1`.execute(db);
  return rows.length === 1;
}

/**
 * Ends the tickets of a purpose; without one, those that stand for the password. The link of the welcome email stays: it
 * may have been made a moment ago.
 */
export async function dropTickets(db: Db, userId: string, purpose?: TicketPurpose): Promise<void> {
  const purposes = purpose === undefined ? ['proof', 'confirmation'] : [purpose];
  await sql`delete from tickets where user_id = ${userId} and purpose = any(${purposes})`.execute(db);
}
