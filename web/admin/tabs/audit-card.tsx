import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { AuditReply } from '#contract/admin-look-up.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';

import { useAdmin } from '../admin-calls.ts';
import { formatCode, formatMomentExactly } from '../format.ts';

/** The audit log of the admin area, newest first. */
export function AuditCard() {
  const { ask, refreshMs } = useAdmin();
  const { data, isError } = useQuery({
    queryKey: ['audit'],
    queryFn: () => ask('/api/admin/audit', { reads: AuditReply }),
    refetchInterval: refreshMs,
  });
  return (
    <Card title="Recent actions">
      {data === undefined ? (
        isError ? (
          <p className="text-muted">We couldn’t read them.</p>
        ) : (
          <Skeleton label="Reading the actions" />
        )
      ) : data.entries.length === 0 ? (
        <p className="text-muted">No actions yet.</p>
      ) : (
        <AuditList entries={data.entries} />
      )}
    </Card>
  );
}

type Entry = AuditReply['entries'][number];

/** As many entries as fit next to the switches; the rest is shown on demand. */
const SHOWN_FIRST = 8;

function AuditList({ entries }: { entries: readonly Entry[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const lines = entries.map((entry, index) => ({ entry, key: `${entry.at} ${entries.length - index}` }));
  const shown = isWhole ? lines : lines.slice(0, SHOWN_FIRST);
  return (
    <>
      <ul className="divide-y divide-hairline">
        {shown.map(({ entry, key }) => (
          <AuditLine key={key} entry={entry} />
        ))}
      </ul>
      {lines.length > SHOWN_FIRST && (
        <Button
          variant="quiet"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
          className="mt-3 self-start"
        >
          {isWhole ? 'Show fewer' : `Show all ${lines.length}`}
        </Button>
      )}
    </>
  );
}

function AuditLine({ entry }: { entry: Entry }) {
  const { at, action, actor, address, subject, outcome, reason } = entry;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1 py-2.5">
      <div className="min-w-40 flex-1">
        <p className="wrap-anywhere">
          <span className="font-medium">{formatCode(action)}</span>
          {subject !== null && <span className="text-muted"> · {subject}</span>}
          {reason !== null && <span className="text-muted"> · {formatCode(reason).toLowerCase()}</span>}
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          {formatMomentExactly(at)} · by {actor}
          {address !== null && ` from ${address}`}
        </p>
      </div>
      <Chip tone={outcome === 'done' ? 'good' : outcome === 'begun' ? 'neutral' : 'bad'}>{formatCode(outcome)}</Chip>
    </li>
  );
}
