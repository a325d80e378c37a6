import { sql } from 'kysely';

import { CODE_MINUTES } from '#contract/verification-code.ts';
import type { Db } from '#server/db/client.ts';
import { deleteExpiredRows } from '#server/db/expired-rows.ts';
import type { ProvenAccount } from '#server/http/sessions.ts';
import { newToken, tokenHash } from '#server/platform/token.ts';

/** `proof` is kept in a cookie, `confirmation` in the page's session storage, `email` in the link of an email. */
export type TokenPurpose = 'proof' | 'confirmation' | 'email';

/** Lifetimes in seconds. The page's token lives as long as a code that is sent with it. */
export const tokenSeconds = {
  proof: 30 * 60,
  confirmation: CODE_MINUTES * 60,
  email: 7 * 86_400,
} as const satisfies Record<TokenPurpose, number>;

/**
 * Issues a one-time token, replacing the account's earlier token for the same purpose.
 * @param codeSent whether a phone code was sent together with this token
 * @returns the token; the database has only its hash
 */
export async function issueOneTimeToken(
  db: Db,
  { userId, purpose, codeSent = false }: { userId: string; purpose: TokenPurpose; codeSent?: boolean },
): Promise<string> {
  const { token, hash } = newToken();
  await sql`
    insert into one_time_tokens (token_hash, user_id, purpose, code_sent, expires_at)
    values (${hash}, ${userId}, ${purpose}, ${codeSent}, now() + ${tokenSeconds[purpose]} * interval '1 second')
    on conflict (user_id, purpose) do update
       set token_hash = excluded.token_hash, code_sent = excluded.code_sent, expires_at = excluded.expires_at`.execute(
    db,
  );
  return token;
}

/** The account that a valid token belongs to; null for an unknown or expired token. */
export async function findTokenOwner(db: Db, token: string, purpose: TokenPurpose): Promise<ProvenAccount | null> {
  const { rows } = await sql<ProvenAccount>`
    select user_id as "userId", credentials_revision as "credentialsRevision"
      from one_time_tokens join users on users.id = user_id
     where token_hash = ${tokenHash(token)} and purpose = ${purpose} and expires_at > now()`.execute(db);
  return rows[0] ?? null;
}

/** When an account's proof of the password was issued, expired or not; null if there is none. */
export async function findProofTime(db: Db, userId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    select expires_at - ${tokenSeconds.proof} * interval '1 second' as at
      from one_time_tokens where user_id = ${userId} and purpose = 'proof'`.execute(db);
  return rows[0]?.at ?? null;
}

/**
 * Restarts the lifetime of the page's token, even of an expired one, so that it does not end before the code that is
 * sent now. Renews instead of replacing it, because a page that misses the reply keeps the token it has.
 */
export async function renewConfirmationToken(db: Db, userId: string): Promise<void> {
  await sql`
    update one_time_tokens set expires_at = now() + ${tokenSeconds.confirmation} * interval '1 second'
     where user_id = ${userId} and purpose = 'confirmation'`.execute(db);
}

/** Returns true once for a proof token that was issued together with a phone code, and false from then on. */
export async function consumeCodeSent(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    update one_time_tokens set code_sent = false where user_id = ${userId} and purpose = 'proof' and code_sent
    returning 1`.execute(db);
  return rows.length === 1;
}

/**
 * Deletes an account's tokens for a purpose; without a purpose, those that replace the password. The link of the
 * welcome email stays valid, because it may have just been issued.
 */
export async function deleteOneTimeTokens(db: Db, userId: string, purpose?: TokenPurpose): Promise<void> {
  const purposes = purpose === undefined ? ['proof', 'confirmation'] : [purpose];
  await sql`delete from one_time_tokens where user_id = ${userId} and purpose = any(${purposes})`.execute(db);
}

/**
 * Deletes a proof of the password and the token of its page; a no-op when another browser's later proof has replaced
 * it.
 */
export async function deleteProofTokens(db: Db, proof: string): Promise<void> {
  await sql`
    delete from one_time_tokens
     where purpose in ('proof', 'confirmation')
       and user_id = (select user_id from one_time_tokens
                       where token_hash = ${tokenHash(proof)} and purpose = 'proof')`.execute(db);
}

/** Deletes expired tokens, unless a proof that was issued with them could still renew them. */
export async function deleteExpiredOneTimeTokens(db: Db): Promise<void> {
  const isExpired = sql`expires_at < now() - ${tokenSeconds.proof} * interval '1 second'`;
  await deleteExpiredRows(db, { table: 'one_time_tokens', by: 'expires_at', isExpired });
}
