import { createContext, startTransition, use, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';

import type { User } from '#contract/user.ts';

import { anyReply, ApiError, awayMs, call, isAway, readString, setSessionEndHandler } from './api.ts';
import { expireSessionHint, hasSessionHint } from './cookies.ts';
import { useDelayed } from './use-delayed.ts';

export type Session =
  | { readonly status: 'loading' }
  /** The server is away for a moment, which says nothing about the session; it is asked again and again. */
  | { readonly status: 'away' }
  /** `hasLeft`: by the visitor's own hand, just now, so that no guard needs to explain anything. */
  | { readonly status: 'signed-out'; readonly hasLeft?: boolean }
  | { readonly status: 'signed-in'; readonly user: User };

type SessionContext = {
  readonly session: Session;
  /** Asks the server who is signed in, and remembers it. */
  readonly refresh: () => Promise<User | null>;
  /** Takes over a user whom another call signed in, and asks the server a moment later whether that holds. */
  readonly adopt: (user: User) => void;
  readonly logout: () => Promise<void>;
  /** The visitor has just ended the session in another way: calls that come back refused are no news. */
  readonly expectEnd: () => void;
};

/** How long after a login elsewhere the session is looked at (spec, section 9). */
const ADOPT_CHECK_MS = 500;

const Context = createContext<SessionContext | null>(null);

const signOutListeners = new Set<() => void>();

/** Calls back whenever a user goes, by logging out or by a session that ended: what was kept for them goes as well. */
export function onSignOut(listener: () => void): void {
  signOutListeners.add(listener);
}

/** Reads a user without a schema library: this runs on every page of every signed-in visitor. */
const userReader = {
  parse(value: unknown): User {
    const [id, name, email] = ['id', 'name', 'email'].map((key) => readString(value, key));
    if (id === undefined || name === undefined || email === undefined) throw new TypeError('Not a user');
    const isEmailProven = (value as Partial<User>).isEmailProven !== false;
    return { id, name, email, phoneNumber: readString(value, 'phoneNumber') ?? '', isEmailProven };
  },
};

/** Holds the session for everything below it. Must stand inside the router. */
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
    // Without the cookie there is nothing to ask (spec, section 4).
    if (hasSessionHint(document.cookie)) void actions.refresh();
    // In slices: said at once, it would make React bring the whole page to life in one go.
    else startTransition(() => void actions.setUser(null));
  }, [actions]);

  const isUnknown = session.status === 'loading' || session.status === 'away';
  useEffect(() => {
    setSessionEndHandler(() => {
      // Where the check is still under way, its own answer counts: a refused call that ran ahead of it is asked again.
      if (isEnding.current || isUnknown) return;
      expireSessionHint();
      actions.setUser(null);
      void navigate('/login', { state: { from: pathname + search } });
    });
  }, [actions, isUnknown, navigate, pathname, search]);

  const value = useMemo(() => ({ session, ...actions }), [session, actions]);
  return <Context value={value}>{children}</Context>;
}

/** The session and what can be done with it. Throws outside the provider. */
export function useSession(): SessionContext {
  const context = use(Context);
  if (!context) throw new Error('useSession must be used within a SessionProvider');
  return context;
}
