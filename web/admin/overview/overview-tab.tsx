import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { OverviewReply, type OverviewRange } from '#contract/admin-overview.ts';
import { formatMoment } from '#web/lib/format/format-date.ts';
import { Card } from '#web/ui/card.tsx';
import { Alert } from '#web/ui/feedback/alert.tsx';
import { Note } from '#web/ui/feedback/note.tsx';
import { useRemovedRow } from '#web/ui/use-removed-row.ts';

import { useAdmin } from '../admin-calls.ts';
import { Bars, rowsOf } from '../bars.tsx';
import { CardGrid } from '../card-grid.tsx';
import { deskCopy } from '../desk-copy.ts';
import { useDeskNavigation } from '../desk/navigation.ts';
import { ShowList } from '../desk/row-link.tsx';
import { formatDuration, nameOfCode } from '../format.ts';
import { NotRead, NotRefreshed } from '../not-refreshed.tsx';
import { overviewCopy } from '../overview-copy.ts';
import { causeRow } from './causes.ts';
import { FigureTable } from './figure-table.tsx';
import { HeadFigures } from './head-figures.tsx';
import { OverviewCharts } from './overview-charts.tsx';
import { ProviderTable } from './provider-table.tsx';
import { RangeChoice } from './range-choice.tsx';
import { StuckRequests } from './stuck-requests.tsx';

const copy = overviewCopy.overviewTab;

/** The overview: whether texts are answered and how fast, failures, cost and revenue. */
export function OverviewTab() {
  const { ask, refreshMs } = useAdmin();
  const [range, setRange] = useState<OverviewRange>('day');
  const query = useQuery({
    queryKey: ['overview', range],
    queryFn: () => ask(`/api/admin/overview?range=${range}`, { reads: OverviewReply }),
    refetchInterval: refreshMs,
    // Keep the old range until the new one is loaded, so that nothing jumps.
    placeholderData: keepPreviousData,
  });
  const { data, isError, isPlaceholderData } = query;
  return (
    <div className="space-y-5 md:space-y-6">
      <RangeChoice value={range} onChange={setRange} />
      <NotRefreshed query={query} />
      {data ? (
        <div aria-busy={isPlaceholderData} className="space-y-5 aria-busy:opacity-60 md:space-y-6">
          <Overview data={data} />
        </div>
      ) : (
        <NotRead isError={isError} label={copy.loading} />
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
      <CardGrid>
        <Card
          title={copy.failuresByCause}
          corner={<ShowList of={copy.failuresByCause} onClick={() => openFailures('questions', data.range)} />}
        >
          <Bars
            caption={copy.failuresByCause}
            unit={copy.failures}
            rows={Object.entries(totals.failuresByCause).map(causeRow)}
            empty={copy.nothingFailed}
          />
        </Card>
        <Card title={copy.textsByKind}>
          <Bars
            caption={copy.textsByKind}
            unit={copy.texts}
            rows={rowsOf(totals.textsByKind, (kind) => nameOfCode(deskCopy.textKinds, kind), {
              crisis: () => openFailures('crisis', data.range),
            })}
            empty={copy.noTexts}
          />
        </Card>
      </CardGrid>
      <Card title={copy.answerProviders}>
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
  const { openTexts, oldestOpenSeconds, supportRequestsWaiting, supportRequestsStuck, supportRequestsRefused } = now;
  const isLate = (oldestOpenSeconds ?? 0) > LATE_SECONDS;
  const { area, expectRemoval } = useRemovedRow(supportRequestsStuck);
  return (
    <div ref={area} tabIndex={-1} className="space-y-3 outline-none">
      {duplicates > 0 && <Alert>{copy.duplicates(duplicates)}</Alert>}
      {isLate && <Alert>{copy.late(formatDuration(oldestOpenSeconds ?? 0))}</Alert>}
      {supportRequestsStuck > 0 && (
        <>
          <Note tone="warn">
            {supportRequestsRefused > 0
              ? copy.refusedEmails(supportRequestsRefused, now.supportRequestsLastError)
              : copy.heldUpEmails(supportRequestsStuck, now.supportRequestsLastError)}
          </Note>
          <StuckRequests onDiscarded={expectRemoval} />
        </>
      )}
      <p className="text-sm text-muted">
        {copy.rightNow(
          copy.openTexts(openTexts, oldestOpenSeconds === null || isLate ? null : formatDuration(oldestOpenSeconds)),
          copy.waitingEmails(
            supportRequestsWaiting,
            now.oldestSupportRequestAt && formatMoment(now.oldestSupportRequestAt),
          ),
        )}
      </p>
    </div>
  );
}
