import { createHash, randomBytes } from 'node:crypto';

/** A token of 256 random bits and its SHA-256; only the hash may be stored. */
export function newToken(): { readonly token: string; readonly hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: tokenHash(token) };
}

/** The stored form of a token. The token is long and random, so a plain hash is enough. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
