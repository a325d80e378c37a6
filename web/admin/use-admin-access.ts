import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { adminWords } from '#contract/admin-words.ts';
import {
  AuthCheckReply,
  OPERATOR_SESSION_PREFIX,
  type OperatorSignInBody,
  OperatorSignInReply,
} from '#contract/admin.ts';

import { anyReply, ApiError, call } from '../lib/api.ts';
import { wordsOf } from '../lib/failure.ts';
import { addToast } from '../lib/toast-store.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { forgetAdminSession, readAdminSession, storeAdminSession } from './admin-session.ts';

/** Which screen of the gate: the shared password's, or that of operators with an account of their own. */
type Asks = 'password' | 'operator';

export type AdminAccess =
  | { readonly status: 'locked'; readonly failure: string | null; readonly asks: Asks }
  /** `token`: the session that the login gave. The password itself is kept nowhere. */
  | { readonly status: 'open'; readonly token: string };

/**
 * The gate's state: locked until the server says that a password or a token is right (spec, section 4), or lets a named
 * operator in. A reload keeps it open; logging out, closing the tab or twelve hours end it.
 */
export function useAdminAccess() {
  // Null until something happens here: what an earlier load of the tab left counts until then.
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
      // A call that was under way when the area was locked is refused later: what the gate says now stays.
      setAccess((current) => (current?.status === 'locked' ? current : locked));
    },
    [token],
  );
  const entrance = useEntrance({
    open(session) {
      storeAdminSession(session);
      setAccess({ status: 'open', token: session });
      addToast({ title: adminWords.loginSucceeded });
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

/** The two ways in. */
function useEntrance({ open, refuse }: Outcomes) {
  const login = useSubmit(async (token: string) => {
    try {
      const { authorized, session } = await call(`/api/admin/auth-check?${new URLSearchParams({ token })}`, {
        reads: AuthCheckReply,
      });
      if (authorized && session !== undefined) open(session);
      else refuse('password', adminWords.loginFailedTitle, adminWords.loginFailed);
    } catch (error) {
      if (error instanceof ApiError && error.status === 429)
        refuse('password', adminWords.loginFailedTitle, wordsOf(error, adminWords.tooManyTries));
      else refuse('password', adminWords.loginErrorTitle, adminWords.loginError);
    }
  });
  const signIn = useSubmit(async (body: OperatorSignInBody) => {
    try {
      const { session } = await call('/api/admin/sign-in', { method: 'POST', body, reads: OperatorSignInReply });
      open(session);
    } catch (error) {
      const isRefused = error instanceof ApiError && error.status < 500;
      const title = isRefused ? adminWords.loginFailedTitle : adminWords.loginErrorTitle;
      refuse('operator', title, wordsOf(error, adminWords.loginError));
    }
  });
  return { isPending: login.isPending || signIn.isPending, login: login.submit, signIn: signIn.submit };
}

/** Best effort: what cannot be ended now ends when it was idle for too long. */
function endOnServer(token: string): void {
  void call('/api/admin/sign-out', { method: 'POST', bearer: token, reads: anyReply }).catch(() => undefined);
}

/** Only this tab changes it, through `setAccess`. */
const subscribeToNothing = () => () => undefined;

function accessOf(stored: string | null): AdminAccess {
  return stored === null ? { status: 'locked', failure: null, asks: 'password' } : { status: 'open', token: stored };
}

/** Takes a token out of the address before anything else is asked for, so that it stays in no history. */
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
