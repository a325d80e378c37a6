import { AuditReply } from '#contract/admin-look-up.ts';
import { Card } from '#web/ui/card.tsx';
import { Chip } from '#web/ui/chip.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';

import { useAdminQuery } from '../admin-calls.ts';
import { customerCopy } from '../customer-copy.ts';
import { formatCode, formatMomentExactly, nameOfCode } from '../format.ts';
import { LongList } from '../long-list.tsx';
import { NotRefreshed } from '../not-refreshed.tsx';
import { systemCopy } from '../system-copy.ts';

const copy = systemCopy.auditCard;

/** The audit log of the admin area, newest first. */
export function AuditCard() {
  const query = useAdminQuery(['audit'], '/api/admin/audit', AuditReply);
  const { data, isError } = query;
  return (
    <Card title={copy.recentActions}>
      <NotRefreshed query={query} />
      {data === undefined ? (
        isError ? (
          <p className="text-muted">{copy.couldNotLoad}</p>
        ) : (
          <Skeleton label={copy.loading} />
        )
      ) : data.entries.length === 0 ? (
        <p className="text-muted">{copy.none}</p>
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
  const lines = entries.map((entry, index) => (
    <AuditLine key={`${entry.at} ${entries.length - index}`} entry={entry} />
  ));
  return <LongList first={SHOWN_FIRST} rows={lines} />;
}

function AuditLine({ entry }: { entry: Entry }) {
  const { at, action, actor, address, subject, outcome, reason } = entry;
  return (
    <li className="py-2.5 first:pt-0 last:pb-0">
      <p className="flex items-start justify-between gap-x-4">
        <span className="font-medium">{nameOfCode(copy.actions, action)}</span>
        <Chip tone={outcome === 'done' ? 'good' : outcome === 'begun' ? 'neutral' : 'bad'}>{formatCode(outcome)}</Chip>
      </p>
      {(subject ?? reason) !== null && (
        <p className="text-sm wrap-anywhere">
          {[
            subject?.replace(/^\+\d\*+(\d\d)$/, (_, digits: string) => customerCopy.userView.endsIn(digits)),
            reason && nameOfCode(customerCopy.reasons, reason).toLowerCase(),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      <p className="text-sm wrap-anywhere text-muted">{copy.by(formatMomentExactly(at), actor, address)}</p>
    </li>
  );
}
