import { useQuery } from '@tanstack/react-query';

import { StatusReply } from '#contract/version.ts';

import { call } from '../lib/api.ts';
import { formatMoment } from '../lib/format-date.ts';

/** The line for who reports a fault: what runs here, built from what and when. */
export function DeploymentInfo() {
  const { data } = useQuery({
    queryKey: ['/api/status'],
    queryFn: ({ signal }) => call('/api/status', { reads: StatusReply, signal }),
  });
  const { branch, commitSha, deployTime, env } = data?.version ?? {};
  const parts = [
    ['Branch', branch ?? 'unknown'],
    ['Commit', commitSha?.slice(0, 7) ?? 'unknown'],
    ['Deployed', deployTime ? readable(deployTime) : 'unknown'],
    ['Environment', env ?? 'unknown'],
  ] as const;
  return (
    <dl aria-label="Deployment" className="mt-10 flex flex-wrap gap-x-6 gap-y-1 text-sm text-muted">
      {parts.map(([name, value]) => (
        <div key={name} className="flex gap-1.5">
          <dt>{name}:</dt>
          <dd className="tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A moment as its reader writes it; text that is none stays as it is. */
function readable(time: string): string {
  return Number.isNaN(Date.parse(time)) ? time : formatMoment(time);
}
