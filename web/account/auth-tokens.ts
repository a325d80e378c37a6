const KEY = 'authTokens';

/** Keeps what a verified sign-up hands out (spec, section 3). Opaque, short-lived, and accepted by no call. */
export function storeAuthTokens(tokens: Readonly<Record<string, string>>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(tokens));
  } catch {
    // nothing depends on it
  }
}
