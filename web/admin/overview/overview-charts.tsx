import type { OverviewReply, OverviewStep } from '#contract/admin-overview.ts';

import { useDeskNavigation } from '../desk/navigation.ts';
import { formatCount, formatMicrodollars, formatSeconds, formatShort } from '../format.ts';
import { costOf, microdollarsOf } from './money.ts';
import { stepNames } from './step-names.ts';
import { TimeChart } from './time-chart.tsx';

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
        title={`Texts per ${data.step}`}
        onOpen={() => openFailures('questions', data.range)}
        series={[
          { name: 'Answered', tone: 'brand', values: of(({ answered }) => answered) },
          { name: 'Failed', tone: 'danger', values: of(({ failed }) => failed) },
          { name: 'Other', tone: 'quiet', values: of(({ texts, questions }) => Math.max(0, texts - questions)) },
        ]}
      />
      <TimeToAnswer data={data} steps={steps} />
      <TimeChart
        title="Revenue against cost"
        onOpen={() => open('money')}
        kind="lines"
        steps={steps}
        format={formatMicrodollars}
        formatMax={formatMicrodollars}
        series={[
          { name: 'Revenue', tone: 'brand', values: of(({ revenue }) => microdollarsOf(revenue)) },
          { name: 'Cost', tone: 'accent', values: of(costOf) },
        ]}
      />
      <TimeChart
        {...counts}
        title="Delivery"
        onOpen={() => openFailures('deliveries', data.range)}
        series={[
          { name: 'Delivered', tone: 'brand', values: of(({ delivered }) => delivered) },
          { name: 'Not delivered', tone: 'danger', values: of(({ undelivered }) => undelivered) },
        ]}
      />
      <TimeChart
        {...counts}
        title="Segments billed"
        series={[{ name: 'Segments', tone: 'brand', values: of(({ segments }) => segments) }]}
      />
      <TimeChart
        {...counts}
        title="Opt-outs"
        onOpen={() => openFailures('opt_outs', data.range)}
        series={[{ name: 'Numbers', tone: 'accent', values: of(({ optOuts }) => optOuts) }]}
      />
    </div>
  );
}

type TimeToAnswerProps = { readonly data: OverviewReply; readonly steps: readonly string[] };

function TimeToAnswer({ data, steps }: TimeToAnswerProps) {
  const of = (read: (step: OverviewStep) => number | null) => data.steps.map(read);
  return (
    <TimeChart
      title="Time to answer"
      kind="lines"
      steps={steps}
      format={formatSeconds}
      formatMax={formatSeconds}
      series={[
        { name: 'p50', tone: 'brand', values: of(({ p50Ms }) => p50Ms), total: data.totals.p50Ms },
        { name: 'p95', tone: 'accent', values: of(({ p95Ms }) => p95Ms), total: data.totals.p95Ms },
        { name: 'p99', tone: 'quiet', values: of(({ p99Ms }) => p99Ms), total: data.totals.p99Ms },
      ]}
    />
  );
}

function formatMaybe(count: number | null): string {
  return count === null ? '–' : formatCount(count);
}
