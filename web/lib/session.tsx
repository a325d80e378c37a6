import { createContext, startTransition, use, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';

import type { User } from '#contract/user.ts';

import { anyReply, ApiError, awayMs, call, isAway, readString, setSessionEndHandler } from './api/call.ts';
import { expireSessionHint, hasSessionHint } from './cookies.ts';
import { useDelayed } from './use-delayed.ts';

export type Session =
  | { readonly status: 'loading' }
  /** The server is temporarily unavailable, so the session is unknown; the check is repeated. */
  | { readonly status: 'away' }
  /** `hasLeft`: the visitor has just logged out, so no guard needs to explain anything. */
  | { readonly status: 'signed-out'; readonly hasLeft?: boolean }
  | { readonly status: 'signed-in'; readonly user: User };

type SessionContext = {
  readonly session: Session;
  /** Asks the server who is signed in, and remembers it. */
  readonly refresh: () => Promise<User | null>;
  /** Sets a user that another call signed in, and verifies the session with the server shortly after. */
  readonly adopt: (user: User) => void;
  readonly logout: () => Promise<void>;
  /** Announces that the session ends now, so that refused calls are ignored. */
  readonly expectEnd: () => void;
};

/** Delay before the session is checked after a login (docs/reference/specification.md#constants). */
const ADOPT_CHECK_MS = 500;

const Context = createContext<SessionContext | null>(null);

const signOutListeners = new Set<() => void>();

/** Registers a callback for the end of a session, by logout or expiry, to clear the user's data. */
export function onSignOut(listener: () => void): void {
  signOutListeners.add(listener);
}

/** Reads a user without a schema library, because it runs on every page of a signed-in visitor. */
const userReader = {
  parse(value: unknown): User {
    const [id, name, email] = ['id', 'name', 'email'].map((key) => readString(value, key));
    if (id === undefined || name === undefined || email === undefined) throw new TypeError('Not a user');
    const isEmailProven = (value as Partial<User>).isEmailProven !== false;
    const isHelper = (value as Partial<User>).isHelper === true;
    return { id, name, email, phoneNumber: readString(value, 'phoneNumber') ?? '', isEmailProven, isHelper };
  },
};

/** Provides the session to its children. Must be rendered inside the router. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [session, setSession] = useState<Session>({ status: 'loading' });
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  const isEnding = useRef(false);
  const later = useDelayed();

  const actions = useMemo(() => {
    function expectEnd(): void {
      isEnding.current = true;
    }
    function setUser(user: User | null, hasLeft = false): User | null {
      setSession(user ? { status: 'signed-in', user } : { status: 'signed-out', hasLeft });
      if (user) isEnding.current = false;
      else for (const listener of signOutListeners) listener();
      return user;
    }
    async function refresh(): Promise<User | null> {
      try {
        return setUser(await call('/api/user', { reads: userReader, isSessionCheck: true }));
      } catch (error) {
        if (isAway(error)) {
          setSession((known) => (known.status === 'signed-in' ? known : { status: 'away' }));
          later(awayMs(error), () => hasSessionHint(document.cookie) && void refresh());
          return null;
        }
        if (error instanceof ApiError) expireSessionHint();
        return setUser(null);
      }
    }
    function adopt(user: User): void {
      setUser(user);
      setTimeout(() => void refresh(), ADOPT_CHECK_MS);
    }
    async function logout(): Promise<void> {
      expectEnd();
      try {
        await call('/api/logout', { method: 'POST', body: {}, reads: anyReply, isSessionCheck: true });
      } finally {
        expireSessionHint();
        setUser(null, true);
      }
    }
    return { setUser, refresh, adopt, logout, expectEnd };
  }, [later]);

  useEffect(() => {
    // Without the cookie there is no session to check (docs/reference/specification.md#session).
    if (hasSessionHint(document.cookie)) void actions.refresh();
    // As a transition: a synchronous update would make React hydrate the whole page in one task.
    else startTransition(() => void actions.setUser(null));
  }, [actions]);

  const isUnknown = session.status === 'loading' || session.status === 'away';
  useEffect(() => {
    setSessionEndHandler(() => {
      // While the session check is pending, its result decides; a call that was refused before it is repeated.
      if (isEnding.current || isUnknown) return;
      expireSessionHint();
      actions.setUser(null);
      void navigate('/login', { state: { from: pathname + search } });
    });
  }, [actions, isUnknown, navigate, pathname, search]);

  const value = useMemo(() => ({ session, ...actions }), [session, actions]);
  return <Context value={value}>{children}</Context>;
}

/** The session and its actions. Throws outside the provider. */
export function useSession(): SessionContext {
  const context = use(Context);
  if (!context) throw new Error('useSession must be used within a SessionProvider');
  return context;
}
