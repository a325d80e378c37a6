import { useQuery } from '@tanstack/react-query';

import { MonitoringReply } from '#contract/admin.ts';

import { useAdmin } from './admin-calls.ts';

/** The monitoring object, read again at the chosen pace. Its call takes the token in the address (spec, section 7). */
export function useMonitoring() {
  const { token, ask, refreshMs } = useAdmin();
  return useQuery({
    queryKey: ['monitoring'],
    queryFn: () => ask(`/api/admin/monitoring?${new URLSearchParams({ token })}`, { reads: MonitoringReply }),
    refetchInterval: refreshMs,
  });
}
