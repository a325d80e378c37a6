import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';

import { adminWords } from '#contract/admin-words.ts';
import { AuthCheckReply } from '#contract/admin.ts';

import { ApiError, call } from '../lib/api.ts';
import { wordsOf } from '../lib/failure.ts';
import { addToast } from '../lib/toast-store.ts';
import { useSubmit } from '../lib/use-submit.ts';
import { forgetAdminSession, readAdminSession, storeAdminSession } from './admin-session.ts';

export type AdminAccess =
  | { readonly status: 'locked'; readonly failure: string | null }
  /** `token`: the session that the login gave. The password itself is kept nowhere. */
  | { readonly status: 'open'; readonly token: string };

/**
 * The gate's state: locked until the server says that a password or a token is right (spec, section 4). A reload keeps
 * it open; logging out, closing the tab or twelve hours end it.
 */
export function useAdminAccess() {
  // Null until something happens here: what an earlier load of the tab left counts until then.
  const [access, setAccess] = useState<AdminAccess | null>(null);
  const stored = useSyncExternalStore(subscribeToNothing, readAdminSession, () => null);
  const lock = useCallback((failure: string | null = null) => {
    forgetAdminSession();
    setAccess({ status: 'locked', failure });
  }, []);

  const { isPending, submit } = useSubmit(async (token: string) => {
    try {
      const { authorized, session } = await call(`/api/admin/auth-check?${new URLSearchParams({ token })}`, {
        reads: AuthCheckReply,
      });
      if (!authorized || session === undefined) return refuse(adminWords.loginFailedTitle, adminWords.loginFailed);
      storeAdminSession(session);
      setAccess({ status: 'open', token: session });
      addToast({ title: adminWords.loginSucceeded });
    } catch (error) {
      if (error instanceof ApiError && error.status === 429)
        refuse(adminWords.loginFailedTitle, wordsOf(error, adminWords.tooManyTries));
      else refuse(adminWords.loginErrorTitle, adminWords.loginError);
    }
  });

  function refuse(title: string, description: string): void {
    addToast({ title, description, tone: 'danger' });
    lock(description);
  }

  useAddressToken((token) => void submit(token));
  return { access: access ?? accessOf(stored), isPending, login: submit, lock };
}

/** Only this tab changes it, through `setAccess`. */
const subscribeToNothing = () => () => undefined;

function accessOf(stored: string | null): AdminAccess {
  return stored === null ? { status: 'locked', failure: null } : { status: 'open', token: stored };
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
