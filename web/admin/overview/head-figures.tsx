import type { FailureListName } from '#contract/admin-desk.ts';
import type { OverviewRange, OverviewReply, OverviewTotals } from '#contract/admin-overview.ts';

import { useDeskNavigation } from '../desk/navigation.ts';
import { type FigureProps, Figures } from '../facts.tsx';
import { formatAmount, formatCount, formatMicrodollars, formatSeconds, formatShare } from '../format.ts';
import { overviewWords } from '../overview-words.ts';
import { costOf, microdollarsOf } from './money.ts';

const words = overviewWords.headFigures;

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
          label: words.optOuts,
          value: formatCount(totals.optOuts),
          note: words.optOutsNote(now.optedOutNumbers),
          onOpen: openList('opt_outs'),
        },
        {
          label: words.demoSearches,
          value: formatCount(totals.demoSearches),
          note: words.demoNote(formatMicrodollars(totals.demoCost)),
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
      label: words.answered,
      value: formatShare(totals.answeredShare),
      note: words.ofQuestions(formatCount(answered), formatCount(answered + failed)),
      tone: judge(totals.answeredShare),
      onOpen: openList('questions'),
    },
    {
      label: words.timeToAnswer,
      value: formatSeconds(totals.p50Ms),
      note: totals.p50Ms !== null && words.percentiles(formatSeconds(totals.p95Ms), formatSeconds(totals.p99Ms)),
    },
    { label: words.textsIn, value: formatCount(texts), note: words.questionsAmong(formatCount(questions)) },
    {
      label: words.delivered,
      value: formatShare(totals.deliveredShare),
      note: words.deliveredAndNot(formatCount(delivered), formatCount(undelivered)),
      tone: judge(totals.deliveredShare),
      onOpen: openList('deliveries'),
    },
    {
      label: words.segmentsPerText,
      value: segmentsPerSend === null ? '–' : segmentsPerSend.toFixed(2),
      note: words.segmentsNote(formatCount(segments), sends, formatShare(totals.ucs2Share)),
    },
  ];
}

function moneyFigures(totals: OverviewTotals, onOpen: () => void): FigureProps[] {
  const left = microdollarsOf(totals.revenue - totals.refunds) - costOf(totals);
  return [
    {
      label: words.costPerAnswer,
      value: formatMicrodollars(totals.costPerAnswer),
      note: words.costPerAnswerNote(formatMicrodollars(totals.modelCost), formatMicrodollars(totals.carrierCost)),
    },
    {
      label: words.revenue,
      value: formatAmount(totals.revenue, 'usd'),
      note: words.revenueNote(formatAmount(totals.refunds, 'usd'), formatMicrodollars(totals.paymentCost)),
      onOpen: onOpen,
    },
    {
      label: words.left,
      value: formatMicrodollars(left),
      note: words.leftNote(formatMicrodollars(costOf(totals))),
      tone: left < 0 ? 'bad' : 'plain',
    },
  ];
}

/** Green from 99%, red below 95%. */
function judge(share: number | null): 'good' | 'plain' | 'bad' {
  if (share === null) return 'plain';
  return share >= 0.99 ? 'good' : share < 0.95 ? 'bad' : 'plain';
}
