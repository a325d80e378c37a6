import type { OverviewReply, OverviewTotals } from '#contract/admin-overview.ts';

import { Figures } from '../facts.tsx';
import { formatAmount, formatCount, formatMicrodollars, formatSeconds, formatShare } from '../format.ts';
import { costOf, microdollarsOf } from './money.ts';

type HeadFiguresProps = { readonly totals: OverviewTotals; readonly now: OverviewReply['now'] };

/** The key figures of the range. */
export function HeadFigures({ totals, now }: HeadFiguresProps) {
  const { answered, failed, texts, questions, sends, segments, segmentsPerSend, delivered, undelivered } = totals;
  const left = microdollarsOf(totals.revenue - totals.refunds) - costOf(totals);
  return (
    <Figures
      figures={[
        {
          label: 'Answered',
          value: formatShare(totals.answeredShare),
          note: `${formatCount(answered)} of ${formatCount(answered + failed)} questions`,
          tone: judge(totals.answeredShare),
        },
        {
          label: 'Time to answer',
          value: formatSeconds(totals.p50Ms),
          note: `Half within this; 95% within ${formatSeconds(totals.p95Ms)}, 99% within ${formatSeconds(totals.p99Ms)}`,
        },
        { label: 'Texts in', value: formatCount(texts), note: `${formatCount(questions)} of them questions` },
        {
          label: 'Delivered',
          value: formatShare(totals.deliveredShare),
          note: `${formatCount(delivered)} delivered, ${formatCount(undelivered)} not`,
          tone: judge(totals.deliveredShare),
        },
        {
          label: 'Segments per text',
          value: segmentsPerSend === null ? '–' : segmentsPerSend.toFixed(2),
          note: `${formatCount(segments)} for ${formatCount(sends)} texts; ${formatShare(totals.ucs2Share)} outside GSM-7`,
        },
        {
          label: 'Cost per answer',
          value: formatMicrodollars(totals.costPerAnswer),
          note: `Model ${formatMicrodollars(totals.modelCost)}, carrier ${formatMicrodollars(totals.carrierCost)}`,
        },
        {
          label: 'Revenue',
          value: formatAmount(totals.revenue, 'usd'),
          note: `${formatAmount(totals.refunds, 'usd')} refunded, ${formatMicrodollars(totals.paymentCost)} in fees`,
        },
        {
          label: 'Left after cost',
          value: formatMicrodollars(left),
          note: `Cost ${formatMicrodollars(costOf(totals))}, the demo included`,
          tone: left < 0 ? 'bad' : 'plain',
        },
        {
          label: 'Opt-outs',
          value: formatCount(totals.optOuts),
          note: `${formatCount(now.optedOutNumbers)} numbers have opted out in all`,
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

/** Green from 99%, red below 95%. */
function judge(share: number | null): 'good' | 'plain' | 'bad' {
  if (share === null) return 'plain';
  return share >= 0.99 ? 'good' : share < 0.95 ? 'bad' : 'plain';
}
