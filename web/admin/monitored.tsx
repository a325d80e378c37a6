import type { ReactNode } from 'react';

import { MonitoringReply } from '#contract/admin.ts';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Note } from '#web/ui/feedback/note.tsx';

import { useAdmin, useAdminQuery } from './admin-calls.ts';
import { deskCopy } from './desk-copy.ts';
import { formatMomentExactly } from './format.ts';
import { NotRead } from './not-refreshed.tsx';

const copy = deskCopy.monitored;

/**
 * Renders its children with the monitoring data: waits for the first load, and keeps the last data if a refresh fails.
 */
export function Monitored({ children }: { children: (data: MonitoringReply) => ReactNode }) {
  const { data, isError } = useMonitoring();
  if (data) return children(data);
  return <NotRead isError={isError} label={copy.loading} />;
}

type MonitoredFiguresProps = {
  readonly children: (data: MonitoringReply) => ReactNode;
  /** What is known without the figures. */
  readonly unread?: (data: MonitoringReply) => ReactNode;
};

/**
 * The same for figures that come from the database: says when they could not be read, or from when they are, because
 * zeros and "none yet" would pass for facts.
 */
export function MonitoredFigures({ children, unread }: MonitoredFiguresProps) {
  return (
    <Monitored>
      {(data) => {
        const { lastUpdated } = data.searchStats;
        if (lastUpdated === null) {
          return (
            <div className="space-y-5 md:space-y-6">
              <Alert>{copy.unread}</Alert>
              {unread?.(data)}
            </div>
          );
        }
        // Both are the server's own times in the same format.
        const isOld = lastUpdated < data.system.timestamp;
        return (
          <div className="space-y-5 md:space-y-6">
            {isOld && <Note tone="warn">{copy.readAt(formatMomentExactly(lastUpdated))}</Note>}
            {children(data)}
          </div>
        );
      }}
    </Monitored>
  );
}

/**
 * The monitoring data of all tabs, refreshed at the selected interval and not by opening a tab. Its call takes the token
 * in the query string (docs/reference/specification.md#admin-calls).
 */
export function useMonitoring() {
  const { token } = useAdmin();
  const path = `/api/admin/monitoring?${new URLSearchParams({ token })}`;
  return useAdminQuery(['monitoring'], path, MonitoringReply, Number.POSITIVE_INFINITY);
}
