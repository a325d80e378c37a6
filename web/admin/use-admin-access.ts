import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { adminCopy } from '#contract/admin-copy.ts';
import {
  AuthCheckReply,
  OPERATOR_SESSION_PREFIX,
  type OperatorSignInBody,
  OperatorSignInReply,
} from '#contract/admin.ts';
import { anyReply, ApiError, call } from '#web/lib/api/call.ts';
import { messageOf } from '#web/lib/api/failure.ts';
import { withStorage } from '#web/lib/with-storage.ts';
import { addToast } from '#web/ui/feedback/toast-store.ts';
import { useSubmit } from '#web/ui/forms/use-submit.ts';

/** The login screen: shared password, or operators with their own account. */
type Asks = 'password' | 'operator';

export type AdminAccess =
  | { readonly status: 'locked'; readonly failure: string | null; readonly asks: Asks }
  /** `token`: the session token of the login. The password itself is not stored. */
  | { readonly status: 'open'; readonly token: string };

/**
 * The state of the admin login: locked until the server accepts a password or token
 * (docs/reference/specification.md#admin-area) or a named operator. Survives a reload; ends with logout, closing the
 * tab, or after 12 hours.
 */
export function useAdminAccess() {
  // Null until the state changes; until then the session stored by an earlier load of the tab applies.
  const [changed, setAccess] = useState<AdminAccess | null>(null);
  const stored = useSyncExternalStore(subscribeToNothing, readAdminSession, () => null);
  const access = changed ?? accessOf(stored);
  const token = access.status === 'open' ? access.token : null;
  const choose = useCallback((asks: Asks, failure: string | null = null) => {
    forgetAdminSession();
    setAccess({ status: 'locked', failure, asks });
  }, []);
  const lock = useCallback(
    (failure: string | null = null) => {
      const isOperator = token?.startsWith(OPERATOR_SESSION_PREFIX) ?? false;
      if (isOperator && token !== null) endOnServer(token);
      forgetAdminSession();
      const locked = { status: 'locked', failure, asks: isOperator ? 'operator' : 'password' } as const;
      // A call in progress during locking is refused later; keep the current message.
      setAccess((current) => (current?.status === 'locked' ? current : locked));
    },
    [token],
  );
  const entrance = useEntrance({
    open(session) {
      storeAdminSession(session);
      setAccess({ status: 'open', token: session });
      addToast({ title: adminCopy.loginSucceeded });
    },
    refuse(asks, title, description) {
      addToast({ title, description, tone: 'danger' });
      choose(asks, description);
    },
  });
  useAddressToken((given) => void entrance.login(given));
  return { access, isFresh: changed === null, choose, lock, ...entrance };
}

type Outcomes = {
  readonly open: (session: string) => void;
  readonly refuse: (asks: Asks, title: string, description: string) => void;
};

/** The two logins. */
function useEntrance({ open, refuse }: Outcomes) {
  const login = useSubmit(async (token: string) => {
    try {
      const { authorized, session } = await call(`/api/admin/auth-check?${new URLSearchParams({ token })}`, {
        reads: AuthCheckReply,
      });
      if (authorized && session !== undefined) open(session);
      else refuse('password', adminCopy.loginFailedTitle, adminCopy.loginFailed);
    } catch (error) {
      if (error instanceof ApiError && error.status === 429)
        refuse('password', adminCopy.loginFailedTitle, messageOf(error, adminCopy.tooManyTries));
      else refuse('password', adminCopy.loginErrorTitle, adminCopy.loginError);
    }
  });
  const signIn = useSubmit(async (body: OperatorSignInBody) => {
    try {
      const { session } = await call('/api/admin/sign-in', { method: 'POST', body, reads: OperatorSignInReply });
      open(session);
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status < 500;
      const title = isRefused ? adminCopy.loginFailedTitle : adminCopy.loginErrorTitle;
      refuse('operator', title, messageOf(error, adminCopy.loginError));
    }
  });
  return { isPending: login.isPending || signIn.isPending, login: login.submit, signIn: signIn.submit };
}

/** Best effort: a session that cannot be ended now expires when idle. */
function endOnServer(token: string): void {
  void call('/api/admin/sign-out', { method: 'POST', bearer: token, reads: anyReply }).catch(() => undefined);
}

/** Only this tab changes the stored session, through `setAccess`. */
const subscribeToNothing = () => () => undefined;

function accessOf(stored: string | null): AdminAccess {
  return stored === null ? { status: 'locked', failure: null, asks: 'password' } : { status: 'open', token: stored };
}

/** Removes a token from the address before any other request, so that it stays out of the history. */
function useAddressToken(onToken: (token: string) => void): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();

  useEffect(() => {
    const params = new URLSearchParams(search);
    const token = params.get('token');
    if (token === null) return;
    params.delete('token');
    void navigate({ pathname, search: params.toString(), hash }, { replace: true });
    if (token !== '') onToken(token);
  });
}

const KEY = 'adminSession';

/** Stores the session token, never the password, for reloads of this tab. Without storage, a reload asks again. */
function storeAdminSession(session: string): void {
  withStorage(() => sessionStorage.setItem(KEY, session));
}

/** The session token of an earlier load of this tab. The server may have ended the session since. */
function readAdminSession(): string | null {
  return withStorage(() => sessionStorage.getItem(KEY));
}

/** Deletes the session token; the next load requires the password. */
function forgetAdminSession(): void {
  withStorage(() => sessionStorage.removeItem(KEY));
}
