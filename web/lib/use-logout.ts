import { anyReply, call } from './api/call.ts';
import { expireSessionHint, hasSessionHint } from './cookies.ts';
import { useSession } from './session.tsx';

/** The visitor waits for it before leaving the computer. */
const TIMEOUT_MS = 15_000;

type LogoutOptions = {
  /** The server has ended the session before. */
  readonly hasEnded?: boolean;
};

/**
 * Returns a function that ends the session. It throws as `call` does if the session did not end: the user is still
 * signed in. Apart from session.tsx, whose code is on every page.
 */
export function useLogout(): (options?: LogoutOptions) => Promise<void> {
  const { expectEnd, setUser } = useSession();
  return async function logout({ hasEnded = false } = {}) {
    expectEnd();
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      await call('/api/logout', { method: 'POST', body: {}, reads: anyReply, isSessionCheck: true, signal });
    } catch (error) {
      // The hint goes with the session cookie: where it is still there, this browser is still logged in.
      if (!hasEnded && hasSessionHint(document.cookie)) {
        expectEnd(false);
        throw error;
      }
    }
    expireSessionHint();
    setUser(null, true);
  };
}
