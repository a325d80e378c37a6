import type { FailureListName } from '#contract/admin-desk.ts';
import type { OverviewRange, OverviewReply, OverviewTotals } from '#contract/admin-overview.ts';

import { useDeskNavigation } from '../desk/navigation.ts';
import { type FigureProps, Figures } from '../facts.tsx';
import { formatAmount, formatCount, formatMicrodollars, formatSeconds, formatShare } from '../format.ts';
import { overviewCopy } from '../overview-copy.ts';
import { costOf, microdollarsOf } from './money.ts';

const copy = overviewCopy.headFigures;

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
          label: copy.optOuts,
          value: formatCount(totals.optOuts),
          note: copy.optOutsNote(now.optedOutNumbers),
          onOpen: openList('opt_outs'),
        },
        {
          label: copy.demoSearches,
          value: formatCount(totals.demoSearches),
          note: copy.demoNote(formatMicrodollars(totals.demoCost)),
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
      label: copy.answered,
      value: formatShare(totals.answeredShare),
      note: copy.ofQuestions(formatCount(answered), formatCount(answered + failed)),
      tone: judge(totals.answeredShare),
      onOpen: openList('questions'),
    },
    {
      label: copy.timeToAnswer,
      value: formatSeconds(totals.p50Ms),
      note: totals.p50Ms !== null && copy.percentiles(formatSeconds(totals.p95Ms), formatSeconds(totals.p99Ms)),
    },
    { label: copy.textsIn, value: formatCount(texts), note: copy.questionsAmong(formatCount(questions)) },
    {
      label: copy.delivered,
      value: formatShare(totals.deliveredShare),
      note: copy.deliveredAndNot(formatCount(delivered), formatCount(undelivered)),
      tone: judge(totals.deliveredShare),
      onOpen: openList('deliveries'),
    },
    {
      label: copy.segmentsPerText,
      value: segmentsPerSend === null ? '–' : segmentsPerSend.toFixed(2),
      note: copy.segmentsNote(formatCount(segments), sends, formatShare(totals.ucs2Share)),
    },
  ];
}

function moneyFigures(totals: OverviewTotals, onOpen: () => void): FigureProps[] {
  const left = microdollarsOf(totals.revenue - totals.refunds) - costOf(totals);
  return [
    {
      label: copy.costPerAnswer,
      value: formatMicrodollars(totals.costPerAnswer),
      note: copy.costPerAnswerNote(formatMicrodollars(totals.modelCost), formatMicrodollars(totals.carrierCost)),
    },
    {
      label: copy.revenue,
      value: formatAmount(totals.revenue, 'usd'),
      note: copy.revenueNote(formatAmount(totals.refunds, 'usd'), formatMicrodollars(totals.paymentCost)),
      onOpen: onOpen,
    },
    {
      label: copy.left,
      value: formatMicrodollars(left),
      note: copy.leftNote(formatMicrodollars(costOf(totals))),
      tone: left < 0 ? 'bad' : 'plain',
    },
  ];
}

/** Green from 99%, red below 95%. */
function judge(share: number | null): 'good' | 'plain' | 'bad' {
  if (share === null) return 'plain';
  return share >= 0.99 ? 'good' : share < 0.95 ? 'bad' : 'plain';
}
