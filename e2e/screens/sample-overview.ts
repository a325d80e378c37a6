import type { OverviewReply, OverviewStep } from '#contract/admin-overview.ts';

const hourMs = 3_600_000;

/** One hour of a service that is mostly used by day. */
function stepOf(at: Date, index: number): OverviewStep {
  const wave = 0.55 + 0.45 * Math.sin(((index - 8) / 24) * 2 * Math.PI) + 0.07 * Math.sin(index * 2.7);
  const questions = Math.round(2400 * Math.max(0.05, wave));
  const failed = index === 15 ? 96 : Math.round(questions * 0.003);
  const answered = questions - failed;
  const slow = index === 15 ? 4 : 1 + 0.2 * Math.sin(index);
  const sends = answered + 110;
  const segments = Math.round(sends * 2.71);
  const revenue = Math.round((12 + 24 * wave) * 300);
  return {
    at: at.toISOString(),
    texts: questions + 84 + (index % 5) * 9,
    questions,
    answered,
    failed,
    suppressed: index % 6,
    p50Ms: index === 3 ? null : Math.round(3100 * slow),
    p95Ms: index === 3 ? null : Math.round(7400 * slow),
    p99Ms: index === 3 ? null : Math.round(12_900 * slow),
    sends,
    segments,
    delivered: Math.round(sends * 0.991),
    undelivered: Math.round(sends * 0.009),
    optOuts: (index * 7) % 4,
    modelCost: answered * 5400,
    carrierCost: segments * 8300,
    paymentCost: Math.round(revenue * 10_000 * 0.029) + 3_000_000,
    revenue,
    refunds: index === 10 ? 300 : 0,
  };
}

/** A sample overview that ends at a fixed time. */
export function overviewOf(count: number): OverviewReply {
  const end = Date.parse('2026-11-20T21:00:00.000Z');
  const steps = Array.from({ length: count }, (_, index) =>
    stepOf(new Date(end - (count - 1 - index) * hourMs), index),
  );
  const sum = (read: (step: OverviewStep) => number) => steps.reduce((total, step) => total + read(step), 0);
  const [answered, failed, segments, sends] = [
    sum((step) => step.answered),
    sum((step) => step.failed),
    sum((step) => step.segments),
    sum((step) => step.sends),
  ];
  const [delivered, undelivered] = [sum((step) => step.delivered), sum((step) => step.undelivered)];
  const others = sum((step) => step.texts - step.questions);
  const demoSearches = 812;
  const [modelCost, carrierCost] = [sum((step) => step.modelCost), sum((step) => step.carrierCost)];
  return {
    range: 'day',
    step: 'hour',
    steps,
    totals: {
      texts: sum((step) => step.texts),
      questions: sum((step) => step.questions),
      answered,
      failed,
      suppressed: sum((step) => step.suppressed),
      p50Ms: 3120,
      p95Ms: 7900,
      p99Ms: 14_200,
      sends,
      segments,
      delivered,
      undelivered,
      optOuts: sum((step) => step.optOuts),
      modelCost,
      carrierCost,
      paymentCost: sum((step) => step.paymentCost),
      revenue: sum((step) => step.revenue),
      refunds: 300,
      answeredShare: answered / (answered + failed),
      deliveredShare: delivered / (delivered + undelivered),
      ucs2Share: 0.004,
      segmentsPerSend: segments / sends,
      costPerAnswer: Math.round((modelCost + carrierCost) / answered),
      failuresByCause: {
        'model.unavailable': failed - 37,
        'model.deadline': 34,
        'carrier.21610': 3,
        'delivery.30003': undelivered - 56,
        'delivery.30005': 44,
        'delivery.30007': 12,
      },
      textsByKind: {
        question: answered + failed,
        small_talk: others - 443,
        help: 214,
        media: 96,
        yes: 88,
        stop: 31,
        start: 12,
        crisis: 2,
      },
      demoSearches,
      demoCost: 4_384_800,
      duplicates: 0,
      providers: [
        {
          provider: 'perplexity',
          answers: answered + demoSearches - 940,
          share: 0.971,
          meanMs: 2900,
          cost: modelCost - 1_000_000,
          failed: 118,
          overtaken: 6,
        },
        { provider: 'openai', answers: 940, share: 0.029, meanMs: 3800, cost: 5_384_800, failed: 26, overtaken: 0 },
      ],
    },
    now: {
      openTexts: 7,
      oldestOpenSeconds: 5,
      optedOutNumbers: 312,
      supportRequestsWaiting: 2,
      supportRequestsStuck: 0,
      supportRequestsRefused: 0,
      oldestSupportRequestAt: '2026-11-20T21:02:00.000Z',
      supportRequestsLastError: null,
    },
  };
}
