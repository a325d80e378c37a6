import type { ReactNode } from 'react';

import { adminWords } from '#contract/admin-words.ts';
import type { MonitoringReply } from '#contract/admin.ts';

import { Alert } from '../ui/alert.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useMonitoring } from './use-monitoring.ts';

/** A tab that shows the monitoring object: waits for the first one, and keeps the last one when a later one fails. */
export function Monitored({ children }: { children: (data: MonitoringReply) => ReactNode }) {
  const { data, isError } = useMonitoring();
  if (data) return children(data);
  return isError ? <Alert>{adminWords.fetchError}</Alert> : <Skeleton label="Reading the figures" />;
}
