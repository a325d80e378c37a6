import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { adminCopy } from '#contract/admin-copy.ts';
import { OverviewReply, type OverviewRange } from '#contract/admin-overview.ts';
import { Card } from '#web/ui/card.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';

import { useAdmin } from '../admin-calls.ts';
import { Bars, rowsOf } from '../bars.tsx';
import { useDeskNavigation } from '../desk/navigation.ts';
import { RowLink } from '../desk/row-link.tsx';
import { formatCode, formatCount, formatDuration, formatMoment } from '../format.ts';
import { causeRow } from './causes.ts';
import { FigureTable } from './figure-table.tsx';
import { HeadFigures } from './head-figures.tsx';
import { OverviewCharts } from './overview-charts.tsx';
import { ProviderTable } from './provider-table.tsx';
import { RangeChoice } from './range-choice.tsx';

/** The overview: whether texts are answered and how fast, failures, cost and revenue. */
export function OverviewTab() {
  const { ask, refreshMs } = useAdmin();
  const [range, setRange] = useState<OverviewRange>('day');
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: ['overview', range],
    queryFn: () => ask(`/api/admin/overview?range=${range}`, { reads: OverviewReply }),
    refetchInterval: refreshMs,
    // Keep the old range until the new one is loaded, so that nothing jumps.
    placeholderData: keepPreviousData,
  });
  return (
    <div className="space-y-5 md:space-y-6">
      <RangeChoice value={range} onChange={setRange} />
      {data ? (
        <div aria-busy={isPlaceholderData} className="space-y-5 aria-busy:opacity-60 md:space-y-6">
          <Overview data={data} />
        </div>
      ) : isError ? (
        <Alert>{adminCopy.fetchError}</Alert>
      ) : (
        <Skeleton label="Reading the figures" />
      )}
    </div>
  );
}

function Overview({ data }: { data: OverviewReply }) {
  const { totals } = data;
  const { openFailures } = useDeskNavigation();
  return (
    <>
      <RightNow now={data.now} duplicates={totals.duplicates} />
      <HeadFigures totals={totals} now={data.now} range={data.range} />
      <OverviewCharts data={data} />
      <div className="grid items-start gap-5 md:grid-cols-2 md:gap-6">
        <Card
          title="Failures by cause"
          corner={<RowLink onClick={() => openFailures('questions', data.range)}>Show them</RowLink>}
        >
          <Bars
            caption="Failures by cause"
            unit="Failures"
            rows={Object.entries(totals.failuresByCause).map(causeRow)}
            empty="Nothing failed in this period."
          />
        </Card>
        <Card title="Texts by kind">
          <Bars
            caption="Texts by kind"
            unit="Texts"
            rows={rowsOf(totals.textsByKind, formatCode)}
            empty="No texts in this period."
          />
        </Card>
      </div>
      <Card title="Answer providers">
        <ProviderTable providers={totals.providers} />
      </Card>
      <FigureTable data={data} />
    </>
  );
}

type RightNowProps = { readonly now: OverviewReply['now']; readonly duplicates: number };

/** Age from which an open text is late (docs/reference/decisions.md#time). */
const LATE_SECONDS = 120;

/** Current problems as alerts, and a line with the current state. */
function RightNow({ now, duplicates }: RightNowProps) {
  const { openTexts, oldestOpenSeconds, supportRequestsWaiting, supportRequestsRefused } = now;
  const isLate = (oldestOpenSeconds ?? 0) > LATE_SECONDS;
  return (
    <div className="space-y-3">
      {duplicates > 0 && <Alert>{formatCount(duplicates)} texts got two replies. This must never happen.</Alert>}
      {isLate && (
        <Alert>
          The oldest open text has waited for {formatDuration(oldestOpenSeconds ?? 0)}: texts are not answered.
        </Alert>
      )}
      {supportRequestsRefused > 0 && (
        <Note tone="warn">
          The mail server has refused {formatCount(supportRequestsRefused)} support emails repeatedly
          {now.supportRequestsLastError !== null && ` (${now.supportRequestsLastError})`}.
        </Note>
      )}
      <p className="text-sm text-muted">
        Right now: {formatCount(openTexts)} open {openTexts === 1 ? 'text' : 'texts'}
        {oldestOpenSeconds !== null && !isLate && `, the oldest ${formatDuration(oldestOpenSeconds)} old`};{' '}
        {formatCount(supportRequestsWaiting)} support {supportRequestsWaiting === 1 ? 'email' : 'emails'} waiting
        {now.oldestSupportRequestAt !== null && `, the oldest of ${formatMoment(now.oldestSupportRequestAt)}`}.
      </p>
    </div>
  );
}
