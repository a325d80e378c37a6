const KEY = 'adminSession';

/** Keeps the session of a login for reloads of this tab: never the password. */
export function storeAdminSession(session: string): void {
  try {
    sessionStorage.setItem(KEY, session);
  } catch {
    // Without storage a reload asks for the password again.
  }
}

/** The session of an earlier load of this tab. The server may have ended it meanwhile. */
export function readAdminSession(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Forgets it: the next load asks for the password. */
export function forgetAdminSession(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // There was none.
  }
}
