import {
  createContext,
  startTransition,
  use,
  useEffect,
  useMemo,
  useState,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
} from 'react';
import { useLocation, useNavigate } from 'react-router';

import type { User } from '#contract/user.ts';

import {
  ApiError,
  call,
  forgetEarlyReplies,
  isTemporarilyUnavailable,
  readString,
  retryDelayMs,
  setSessionEndHandler,
  setShownUser,
} from './api/call.ts';
import { expireSessionHint, hasSessionHint } from './cookies.ts';
import { useDelayed } from './use-delayed.ts';
import { withStorage } from './with-storage.ts';

export type Session =
  | { readonly status: 'loading' }
  /** The server is temporarily unavailable, so the session is unknown; the check is repeated. */
  | { readonly status: 'unavailable' }
  /** `hasLeft`: the visitor has just logged out, so no guard needs to explain anything. */
  | { readonly status: 'signed-out'; readonly hasLeft?: boolean }
  | { readonly status: 'signed-in'; readonly user: User };

type SessionContext = {
  readonly session: Session;
  /** Asks the server who is signed in, and remembers it. */
  readonly refresh: () => Promise<User | null>;
  /** Asks again whose session it is, because another tab may have changed it. A failed check changes nothing. */
  readonly recheck: () => Promise<void>;
  /** Sets a user that another call signed in, and verifies the session with the server shortly after. */
  readonly adopt: (user: User) => void;
  /** Sets the user, or null for none; `hasLeft` as in the session. */
  readonly setUser: (user: User | null, hasLeft?: boolean) => void;
  /** Announces that the session ends now, so that refused calls are ignored; with false, that it does not. */
  readonly expectEnd: (isExpected?: boolean) => void;
};

/** Delay before the session is checked after a login (docs/reference/specification.md#constants). */
const ADOPT_CHECK_MS = 500;

const Context = createContext<SessionContext | null>(null);

/**
 * The session-storage key of web/dashboard/phone/kept-change.ts. Here, so that it is removed when its user leaves, also
 * on a page that has not loaded that file.
 */
export const PHONE_CHANGE_KEY = 'phoneChange';

const leaveListeners = new Set<() => void>([forgetUser, forgetEarlyReplies]);

/**
 * Registers a callback to clear the user's data: at the end of a session, by logout or expiry, and when another tab has
 * signed in to another account.
 */
export function onUserLeave(listener: () => void): void {
  leaveListeners.add(listener);
}

function forgetUser(): void {
  withStorage(() => sessionStorage.removeItem(PHONE_CHANGE_KEY));
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

const readUser = () => call('/api/user', { reads: userReader, isSessionCheck: true });

/** Provides the session to its children. Must be rendered inside the router. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [session, setSession] = useState<Session>({ status: 'loading' });
  const navigate = useNavigate();
  const { pathname, search } = useLocation();

  const later = useDelayed();

  const actions = useMemo(() => createActions(setSession, later), [later]);

  useEffect(() => {
    // Without the cookie there is no session to check (docs/reference/specification.md#session).
    if (hasSessionHint(document.cookie)) void actions.refresh();
    // As a transition: a synchronous update would make React hydrate the whole page in one task.
    else startTransition(() => void actions.setUser(null));
  }, [actions]);

  const isUnknown = session.status === 'loading' || session.status === 'unavailable';
  useEffect(() => {
    setSessionEndHandler((isOtherAccount) => {
      // While the session check is pending, its result decides; a call that was refused before it is repeated.
      if (actions.isEnding() || isUnknown) return;
      if (isOtherAccount) return void actions.recheck();
      expireSessionHint();
      actions.setUser(null);
      void navigate('/login', { state: { from: pathname + search } });
    });
  }, [actions, isUnknown, navigate, pathname, search]);

  const value = useMemo(() => ({ session, ...actions }), [session, actions]);
  return <Context value={value}>{children}</Context>;
}

/** What the session can do. Each changes what `setSession` holds. */
function createActions(setSession: Dispatch<SetStateAction<Session>>, later: ReturnType<typeof useDelayed>) {
  /** The session ends now: calls that are refused for it are ignored. */
  let isEnding = false;

  function expectEnd(isExpected = true): void {
    isEnding = isExpected;
  }
  function setUser(user: User | null, hasLeft = false): User | null {
    setSession(user ? { status: 'signed-in', user } : { status: 'signed-out', hasLeft });
    if (user) isEnding = false;
    // The first user of a page keeps what was read ahead for them.
    const id = user?.id;
    const before = setShownUser(id);
    if (!id || (before ?? id) !== id) for (const listener of leaveListeners) listener();
    return user;
  }
  async function refresh(): Promise<User | null> {
    try {
      return setUser(await readUser());
    } catch (error) {
      if (isTemporarilyUnavailable(error)) {
        setSession((known) => (known.status === 'signed-in' ? known : { status: 'unavailable' }));
        later(retryDelayMs(error), () => hasSessionHint(document.cookie) && void refresh());
        return null;
      }
      if (error instanceof ApiError) expireSessionHint();
      return setUser(null);
    }
  }
  async function recheck(): Promise<void> {
    let user: User | null = null;
    try {
      if (hasSessionHint(document.cookie)) user = await readUser();
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) return;
    }
    // Meanwhile this page logged out itself.
    if (isEnding) return;
    // The server has removed the hint of a session that has ended.
    setUser(user);
  }
  function adopt(user: User): void {
    setUser(user);
    setTimeout(() => void refresh(), ADOPT_CHECK_MS);
  }
  return { setUser, refresh, recheck, adopt, expectEnd, isEnding: () => isEnding };
}

/** The session and its actions. Throws outside the provider. */
export function useSession(): SessionContext {
  const context = use(Context);
  if (!context) throw new Error('useSession must be used within a SessionProvider');
  return context;
}
