import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits that open something, and the SHA-256 of them, which is all that may rest in the database. */
export function newToken(): { readonly token: string; readonly hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: tokenHash(token) };
}

/** A token as the database knows it. It is random and long, so a plain hash is enough. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
