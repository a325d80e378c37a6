import type { OverviewStep, OverviewTotals } from '#contract/admin-overview.ts';
import { microdollarsPerCent, type Prices } from '#server/config/operator.ts';
import { answerTimeClassesMs } from '#server/observability/counter-names.ts';

import { answerTime } from './answer-times.ts';
import { providerTotals } from './provider-figures.ts';

/** Sums by the names of observability/counter-names.ts. */
export type Counts = Readonly<Record<string, number>>;

type Shared = Omit<OverviewStep, 'at'>;

/**
 * The figures of a period, from its counts. A later outcome takes an earlier one back when it comes
 * (server/texting/store/protocol/outcomes.ts), so the counts of a period that has only the later one can be below zero;
 * its figures are not.
 */
export function periodTotals(counts: Counts, prices: Prices): Shared {
  const of = (name: string): number => Math.max(0, counts[name] ?? 0);
  const texts = of('texts.received');
  const segments = of('sends.segments');
  const revenue = of('payments.paid_minor.usd');
  const classes = [...answerTimeClassesMs, 0].map((_upper, index) => of(`questions.answered_ms.${index}`));
  return {
    texts,
    questions: of('questions.accepted'),
    answered: of('questions.answered'),
    failed: of('questions.failed'),
    suppressed: of('questions.suppressed'),
    p50Ms: answerTime(classes, 0.5),
    p95Ms: answerTime(classes, 0.95),
    p99Ms: answerTime(classes, 0.99),
    sends: sumOf(counts, 'sends.accepted.'),
    segments,
    delivered: of('deliveries.delivered') + of('deliveries.read'),
    undelivered: of('deliveries.undelivered') + of('deliveries.failed') + of('deliveries.canceled'),
    optOuts: sumOf(counts, 'opt_outs.'),
    modelCost: of('model.microdollars') + of('model.unpriced') * prices.modelCall,
    carrierCost: segments * prices.segmentSent + texts * prices.textReceived,
    paymentCost: Math.round(
      revenue * microdollarsPerCent * prices.paymentShare + of('payments.paid') * prices.paymentFixed,
    ),
    revenue,
    refunds: of('payments.refunded_minor.usd'),
  };
}

/** The same for a whole range, with shares and causes. */
export function rangeTotals(counts: Counts, prices: Prices): OverviewTotals {
  const of = (name: string): number => counts[name] ?? 0;
  const shared = periodTotals(counts, prices);
  const { answered, failed, delivered, undelivered, sends, segments, modelCost } = shared;
  return {
    ...shared,
    answeredShare: share(answered, answered + failed),
    deliveredShare: share(delivered, delivered + undelivered),
    ucs2Share: share(of('answers.ucs2'), of('answers.gsm7') + of('answers.ucs2')),
    segmentsPerSend: share(segments, sends),
    costPerAnswer: answered > 0 ? Math.round((modelCost + questionCost(counts, prices)) / answered) : null,
    failuresByCause: {
      ...withPrefix(counts, 'answers.none.', 'model.'),
      ...withPrefix(counts, 'sends.rejected.', 'carrier.'),
      ...withPrefix(counts, 'deliveries.error.', 'delivery.'),
    },
    textsByKind: withPrefix(counts, 'texts.kind.', ''),
    demoSearches: of('demo.searches'),
    demoCost: of('demo.microdollars') + of('demo.unpriced') * prices.modelCall,
    duplicates: of('sends.duplicates'),
    providers: providerTotals(counts, prices),
  };
}

/** What the carrier takes for questions, their answers and apologies: without codes, promos and other texts. */
function questionCost(counts: Counts, prices: Prices): number {
  const of = (name: string): number => counts[name] ?? 0;
  const segments = Math.max(0, of('sends.segments') - of('sends.other_segments'));
  return segments * prices.segmentSent + of('questions.accepted') * prices.textReceived;
}

/** Adds the counts of several periods. */
export function sumCounts(all: readonly Counts[]): Counts {
  if (all.length === 1 && all[0]) return all[0];
  const sums: Record<string, number> = {};
  for (const counts of all) {
    for (const [name, value] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + value;
  }
  return sums;
}

function sumOf(counts: Counts, prefix: string): number {
  let sum = 0;
  for (const [name, value] of Object.entries(counts)) if (name.startsWith(prefix)) sum += value;
  return sum;
}

function withPrefix(counts: Counts, prefix: string, as: string): Record<string, number> {
  const found = Object.entries(counts).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(found.map(([name, value]) => [as + name.slice(prefix.length), value]));
}

function share(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null;
}
