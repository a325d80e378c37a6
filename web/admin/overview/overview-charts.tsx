import type { OverviewReply, OverviewStep } from '#contract/admin-overview.ts';

import { useDeskNavigation } from '../desk/navigation.ts';
import { formatCount, formatMicrodollars, formatSeconds, formatShort } from '../format.ts';
import { overviewCopy } from '../overview-copy.ts';
import { costOf, microdollarsOf } from './money.ts';
import { stepNames } from './step-names.ts';
import { TimeChart } from './time-chart.tsx';

const copy = overviewCopy.overviewCharts;

/** The charts of the overview. */
export function OverviewCharts({ data }: { data: OverviewReply }) {
  const { open, openFailures } = useDeskNavigation();
  const steps = stepNames(data);
  const of = (read: (step: OverviewStep) => number | null) => data.steps.map(read);
  const counts = { steps, kind: 'bars', format: formatMaybe, formatMax: formatShort } as const;
  return (
    <div className="grid gap-5 md:grid-cols-2 md:gap-6">
      <TimeChart
        {...counts}
        title={copy.textsPer(data.step)}
        onOpen={() => openFailures('questions', data.range)}
        series={[
          { name: copy.answered, tone: 'brand', values: of(({ answered }) => answered) },
          { name: copy.failed, tone: 'danger', values: of(({ failed }) => failed) },
          { name: copy.other, tone: 'quiet', values: of(({ texts, questions }) => Math.max(0, texts - questions)) },
        ]}
      />
      <TimeToAnswer data={data} steps={steps} />
      <TimeChart
        title={copy.revenueAndCost}
        onOpen={() => open('money')}
        kind="lines"
        steps={steps}
        format={formatMicrodollars}
        formatMax={formatMicrodollars}
        series={[
          { name: copy.revenue, tone: 'brand', values: of(({ revenue }) => microdollarsOf(revenue)) },
          { name: copy.cost, tone: 'accent', values: of(costOf) },
        ]}
      />
      <TimeChart
        {...counts}
        title={copy.delivery}
        onOpen={() => openFailures('deliveries', data.range)}
        series={[
          { name: copy.delivered, tone: 'brand', values: of(({ delivered }) => delivered) },
          { name: copy.notDelivered, tone: 'danger', values: of(({ undelivered }) => undelivered) },
        ]}
      />
      <TimeChart
        {...counts}
        title={copy.segmentsBilled}
        series={[{ name: copy.segments, tone: 'brand', values: of(({ segments }) => segments) }]}
      />
      <TimeChart
        {...counts}
        title={copy.optOuts}
        onOpen={() => openFailures('opt_outs', data.range)}
        series={[{ name: copy.numbers, tone: 'accent', values: of(({ optOuts }) => optOuts) }]}
      />
    </div>
  );
}

type TimeToAnswerProps = { readonly data: OverviewReply; readonly steps: readonly string[] };

function TimeToAnswer({ data, steps }: TimeToAnswerProps) {
  const of = (read: (step: OverviewStep) => number | null) => data.steps.map(read);
  return (
    <TimeChart
      title={copy.timeToAnswer}
      kind="lines"
      steps={steps}
      format={formatSeconds}
      formatMax={formatSeconds}
      series={[
        { name: copy.median, tone: 'brand', values: of(({ p50Ms }) => p50Ms), total: data.totals.p50Ms },
        { name: copy.p95, tone: 'accent', values: of(({ p95Ms }) => p95Ms), total: data.totals.p95Ms },
        { name: copy.p99, tone: 'quiet', values: of(({ p99Ms }) => p99Ms), total: data.totals.p99Ms },
      ]}
    />
  );
}

function formatMaybe(count: number | null): string {
  return count === null ? '–' : formatCount(count);
}
