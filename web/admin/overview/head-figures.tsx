import type { FailureListName } from '#contract/admin-desk.ts';
import type { OverviewRange, OverviewReply, OverviewTotals } from '#contract/admin-overview.ts';

import { useDeskNavigation } from '../desk/navigation.ts';
import { type FigureProps, Figures } from '../facts.tsx';
import { formatAmount, formatCount, formatMicrodollars, formatSeconds, formatShare } from '../format.ts';
import { costOf, microdollarsOf } from './money.ts';

type HeadFiguresProps = {
  readonly totals: OverviewTotals;
  readonly now: OverviewReply['now'];
  readonly range: OverviewRange;
};

/** The key figures of the range. */
export function HeadFigures({ totals, now, range }: HeadFiguresProps) {
  const { open, openFailures } = useDeskNavigation();
  const openList = (list: FailureListName) => () => openFailures(list, range);
  return (
    <Figures
      figures={[
        ...textFigures(totals, openList),
        ...moneyFigures(totals, () => open('money')),
        {
          label: 'Opt-outs',
          value: formatCount(totals.optOuts),
          note: `${formatCount(now.optedOutNumbers)} numbers have opted out in all`,
          onOpen: openList('opt_outs'),
        },
        {
          label: 'Demo searches',
          value: formatCount(totals.demoSearches),
          note: `Cost ${formatMicrodollars(totals.demoCost)}`,
        },
      ]}
    />
  );
}

type OpenList = (list: FailureListName) => () => void;

function textFigures(totals: OverviewTotals, openList: OpenList): FigureProps[] {
  const { answered, failed, texts, questions, sends, segments, segmentsPerSend, delivered, undelivered } = totals;
  return [
    {
      label: 'Answered',
      value: formatShare(totals.answeredShare),
      note: `${formatCount(answered)} of ${formatCount(answered + failed)} questions`,
      tone: judge(totals.answeredShare),
      onOpen: openList('questions'),
    },
    {
      label: 'Time to answer',
      value: formatSeconds(totals.p50Ms),
      note: `Median. 95% under ${unbroken(totals.p95Ms)}, 99% under ${unbroken(totals.p99Ms)}`,
    },
    { label: 'Texts in', value: formatCount(texts), note: `${formatCount(questions)} of them questions` },
    {
      label: 'Delivered',
      value: formatShare(totals.deliveredShare),
      note: `${formatCount(delivered)} delivered, ${formatCount(undelivered)} not`,
      tone: judge(totals.deliveredShare),
      onOpen: openList('deliveries'),
    },
    {
      label: 'Segments per text',
      value: segmentsPerSend === null ? '–' : segmentsPerSend.toFixed(2),
      note: `${formatCount(segments)} for ${formatCount(sends)} texts; ${formatShare(totals.ucs2Share)} outside GSM-7`,
    },
  ];
}

function moneyFigures(totals: OverviewTotals, onOpen: () => void): FigureProps[] {
  const left = microdollarsOf(totals.revenue - totals.refunds) - costOf(totals);
  return [
    {
      label: 'Cost per answer',
      value: formatMicrodollars(totals.costPerAnswer),
      note: `Without codes and promos. In all: model ${formatMicrodollars(totals.modelCost)}, carrier ${formatMicrodollars(totals.carrierCost)}`,
    },
    {
      label: 'Revenue',
      value: formatAmount(totals.revenue, 'usd'),
      note: `${formatAmount(totals.refunds, 'usd')} refunded, ${formatMicrodollars(totals.paymentCost)} in fees`,
      onOpen: onOpen,
    },
    {
      label: 'Left after cost',
      value: formatMicrodollars(left),
      note: `Cost ${formatMicrodollars(costOf(totals))}, the demo included`,
      tone: left < 0 ? 'bad' : 'plain',
    },
  ];
}

/** Seconds that no line break divides from their unit. */
function unbroken(ms: number | null): string {
  return formatSeconds(ms).replace(' ', '\u00a0');
}

/** Green from 99%, red below 95%. */
function judge(share: number | null): 'good' | 'plain' | 'bad' {
  if (share === null) return 'plain';
  return share >= 0.99 ? 'good' : share < 0.95 ? 'bad' : 'plain';
}
