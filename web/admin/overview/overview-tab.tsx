import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { OverviewReply, type OverviewRange } from '#contract/admin-overview.ts';
import { adminWords } from '#contract/admin-words.ts';

import { Alert } from '../../ui/alert.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAdmin } from '../admin-calls.ts';
import { Bars, rowsOf } from '../bars.tsx';
import { formatCode } from '../format.ts';
import { causeRow } from './causes.ts';
import { FigureTable } from './figure-table.tsx';
import { HeadFigures } from './head-figures.tsx';
import { OverviewCharts } from './overview-charts.tsx';
import { RangeChoice } from './range-choice.tsx';
import { RightNow } from './right-now.tsx';

/** What an operator asks first: are texts answered, how fast, what stands in the way, what does it cost and bring in. */
export function OverviewTab() {
  const { ask, refreshMs } = useAdmin();
  const [range, setRange] = useState<OverviewRange>('day');
  const { data, isError, isPlaceholderData } = useQuery({
    queryKey: ['overview', range],
    queryFn: () => ask(`/api/admin/overview?range=${range}`, { reads: OverviewReply }),
    refetchInterval: refreshMs,
    // The old range stays until the new one is here: nothing jumps.
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
        <Alert>{adminWords.fetchError}</Alert>
      ) : (
        <Skeleton label="Reading the figures" />
      )}
    </div>
  );
}

function Overview({ data }: { data: OverviewReply }) {
  const { totals } = data;
  return (
    <>
      <RightNow now={data.now} duplicates={totals.duplicates} />
      <HeadFigures totals={totals} now={data.now} />
      <OverviewCharts data={data} />
      <div className="grid items-start gap-5 md:grid-cols-2 md:gap-6">
        <Card title="Failures by cause">
          <Bars
            caption="Failures by cause"
            unit="Failures"
            rows={Object.entries(totals.failuresByCause).map(causeRow)}
            empty="Nothing has failed in this time."
          />
        </Card>
        <Card title="Texts by kind">
          <Bars
            caption="Texts by kind"
            unit="Texts"
            rows={rowsOf(totals.textsByKind, formatCode)}
            empty="No text has come in in this time."
          />
        </Card>
      </div>
      <FigureTable data={data} />
    </>
  );
}
