import { QueryClientProvider } from '@tanstack/react-query';
import { useMemo, useState, useEffect } from 'react';

import { adminCopy } from '#contract/admin-copy.ts';
import { OPERATOR_IDLE_MINUTES, OPERATOR_SESSION_PREFIX } from '#contract/admin.ts';

import { AdminContext, createAdminCall, createAdminClient } from './admin-calls.ts';
import { AdminTabs } from './admin-tabs.tsx';
import { DeskFrame } from './desk/desk-frame.tsx';
import { Toolbar } from './toolbar.tsx';

type AdminAreaProps = { readonly token: string; readonly onLock: (failure?: string) => void };

/** The admin area behind the login. */
export function AdminArea({ token, onLock }: AdminAreaProps) {
  const [client] = useState(createAdminClient);
  const [refreshMs, setRefreshMs] = useState<number | false>(false);
  useIdleLock(token, onLock);
  const ask = useMemo(() => createAdminCall(token, onLock), [token, onLock]);
  const context = useMemo(() => ({ token, ask, refreshMs }), [token, ask, refreshMs]);
  return (
    <QueryClientProvider client={client}>
      <AdminContext value={context}>
        <DeskFrame>
          <Toolbar refreshMs={refreshMs} onRefreshMs={setRefreshMs} onLogout={() => onLock()} />
        </DeskFrame>
        <div className="wrap pt-4 pb-16">
          <AdminTabs />
        </div>
      </AdminContext>
    </QueryClientProvider>
  );
}

const idleMs = OPERATOR_IDLE_MINUTES * 60_000;
const checkEveryMs = 15_000;
const signsOfLife = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/**
 * Locks the admin area of a named operator after inactivity. The server cannot detect it, because a page that refreshes
 * automatically keeps calling. The shared password has no such lock.
 */
function useIdleLock(token: string, onLock: (failure: string) => void): void {
  useEffect(() => {
    if (!token.startsWith(OPERATOR_SESSION_PREFIX)) return;
    let lastSeen = Date.now();
    // Check before the input counts as activity: after a night with the lid closed, input may come before the next
    // timer check.
    function lockIfIdle(): void {
      if (Date.now() - lastSeen >= idleMs) onLock(adminCopy.loggedOutIdle);
    }
    function noteActivity(): void {
      lockIfIdle();
      lastSeen = Date.now();
    }
    const timer = setInterval(lockIfIdle, checkEveryMs);
    for (const sign of signsOfLife) addEventListener(sign, noteActivity, { passive: true, capture: true });
    return () => {
      clearInterval(timer);
      for (const sign of signsOfLife) removeEventListener(sign, noteActivity, { capture: true });
    };
  }, [token, onLock]);
}
