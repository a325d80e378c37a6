import { QueryClientProvider } from '@tanstack/react-query';
import { useMemo, useState } from 'react';

import { AdminContext, createAdminCall, createAdminClient } from './admin-calls.ts';
import { AdminTabs } from './admin-tabs.tsx';
import { Toolbar } from './toolbar.tsx';
import { useIdleLock } from './use-idle-lock.ts';

type AdminAreaProps = { readonly token: string; readonly onLock: (failure?: string) => void };

/** Everything behind the gate. */
export function AdminArea({ token, onLock }: AdminAreaProps) {
  const [client] = useState(createAdminClient);
  const [refreshMs, setRefreshMs] = useState<number | false>(false);
  useIdleLock(token, onLock);
  const ask = useMemo(() => createAdminCall(token, onLock), [token, onLock]);
  const context = useMemo(() => ({ token, ask, refreshMs }), [token, ask, refreshMs]);
  return (
    <QueryClientProvider client={client}>
      <AdminContext value={context}>
        <div className="wrap pt-8 md:pt-12">
          <Toolbar refreshMs={refreshMs} onRefreshMs={setRefreshMs} onLogout={() => onLock()} />
          <AdminTabs />
        </div>
      </AdminContext>
    </QueryClientProvider>
  );
}
