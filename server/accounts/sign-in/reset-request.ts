import { newToken, tokenHash } from '#server/platform/token.ts';

/** A browser's request for a new password (docs/reference/security.md#t30). */
export type ResetRequest = {
  /** What the browser keeps in a private cookie. */
  readonly cookie: string;
  /** The hash under which the request and its tries are stored. */
  readonly hash: string;
};

/** Creates a request for the account with this email, whether or not there is one. */
export function newResetRequest(email: string): ResetRequest {
  const { token } = newToken();
  const cookie = `${token}.${emailTag(token, email)}`;
  // Of the whole cookie: release 1.0.0, which may take the code during an update, knows no parts of it.
  return { cookie, hash: tokenHash(cookie) };
}

/** The hash of the browser's request; null if there is none, or if it was made for another email. */
export function findResetRequest(cookie: string | undefined, email: string): string | null {
  if (cookie === undefined) return null;
  const [token = '', tag] = cookie.split('.');
  return tag === emailTag(token, email) ? tokenHash(cookie) : null;
}

/** Not a signature: a request that a browser makes up is not stored. */
function emailTag(token: string, email: string): string {
  return tokenHash(`${token}\n${email.toLowerCase()}`);
}
