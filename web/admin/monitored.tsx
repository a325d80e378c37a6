import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { adminCopy } from '#contract/admin-copy.ts';
import { MonitoringReply } from '#contract/admin.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';

import { useAdmin } from './admin-calls.ts';
import { deskWords } from './desk-words.ts';

/**
 * Renders its children with the monitoring data: waits for the first load, and keeps the last data if a refresh fails.
 */
export function Monitored({ children }: { children: (data: MonitoringReply) => ReactNode }) {
  const { data, isError } = useMonitoring();
  if (data) return children(data);
  return isError ? <Alert>{adminCopy.fetchError}</Alert> : <Skeleton label={deskWords.monitored.loading} />;
}

/**
 * The monitoring data, refreshed at the selected interval. Its call takes the token in the query string
 * (docs/reference/specification.md#admin-calls).
 */
export function useMonitoring() {
  const { token, ask, refreshMs } = useAdmin();
  return useQuery({
    queryKey: ['monitoring'],
    queryFn: () => ask(`/api/admin/monitoring?${new URLSearchParams({ token })}`, { reads: MonitoringReply }),
    refetchInterval: refreshMs,
  });
}
