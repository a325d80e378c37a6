import { useEffect } from 'react';

import { PrivatePage } from '#web/account/private-page.tsx';
import { queryClient } from '#web/lib/api/query-client.ts';
import { runtimeConfigQuery } from '#web/lib/api/runtime-config.ts';
import { hasSessionHint } from '#web/lib/cookies.ts';
import type { PageMeta } from '#web/lib/page.ts';
import { Spinner } from '#web/ui/feedback/spinner.tsx';

import { dashboardCopy } from './dashboard-copy.ts';
import { DashboardHead, Dashboard } from './dashboard.tsx';
import { cardQueries } from './queries.ts';

const copy = dashboardCopy.dashboardPage;

export const meta: PageMeta = {
  title: copy.pageTitle,
  description: copy.pageDescription,
};

/** The dashboard page. */
export function Page() {
  useReadAhead();
  return <PrivatePage waiting={<Waiting />}>{(user) => <Dashboard user={user} waiting={<Waiting />} />}</PrivatePage>;
}

/** High enough to keep the footer out of view, so that nothing jumps when the cards appear. */
function Waiting() {
  return (
    <div className="wrap min-h-[60rem] pt-10 md:pt-14">
      <DashboardHead />
      <Spinner label={copy.loadingAccount} className="mt-24" />
    </div>
  );
}

/**
 * Prefetches the cards' data while the session is still being checked: saves two round trips, and all cards appear
 * together. If the session has ended, the query cache is cleared with it (query-client.ts).
 */
function useReadAhead(): void {
  useEffect(() => {
    // Without the cookie there is no session to check (docs/reference/specification.md#session).
    if (!hasSessionHint(document.cookie)) return;
    for (const query of cardQueries) void query.prefetch();
    void queryClient.prefetchQuery(runtimeConfigQuery);
  }, []);
}
