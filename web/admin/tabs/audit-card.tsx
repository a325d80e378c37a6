import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { AuditReply } from '#contract/admin-look-up.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';

import { useAdmin } from '../admin-calls.ts';
import { customerWords } from '../customer-words.ts';
import { formatCode, formatMomentExactly, nameOfCode } from '../format.ts';
import { systemWords } from '../system-words.ts';

const words = systemWords.auditCard;

/** The audit log of the admin area, newest first. */
export function AuditCard() {
  const { ask, refreshMs } = useAdmin();
  const { data, isError } = useQuery({
    queryKey: ['audit'],
    queryFn: () => ask('/api/admin/audit', { reads: AuditReply }),
    refetchInterval: refreshMs,
  });
  return (
    <Card title={words.recentActions}>
      {data === undefined ? (
        isError ? (
          <p className="text-muted">{words.couldNotLoad}</p>
        ) : (
          <Skeleton label={words.loading} />
        )
      ) : data.entries.length === 0 ? (
        <p className="text-muted">{words.none}</p>
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
          {isWhole ? words.showFewer : words.showAll(lines.length)}
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
          <span className="font-medium">{nameOfCode(words.actions, action)}</span>
          {subject !== null && <span className="text-muted"> · {subject}</span>}
          {reason !== null && (
            <span className="text-muted"> · {nameOfCode(customerWords.reasons, reason).toLowerCase()}</span>
          )}
        </p>
        <p className="text-sm wrap-anywhere text-muted">{words.by(formatMomentExactly(at), actor, address)}</p>
      </div>
      <Chip tone={outcome === 'done' ? 'good' : outcome === 'begun' ? 'neutral' : 'bad'}>{formatCode(outcome)}</Chip>
    </li>
  );
}
