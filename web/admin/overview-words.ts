import type { OverviewReply, ProviderFigures } from '#contract/admin-overview.ts';

import { formatCounted } from './format.ts';

type StepName = OverviewReply['step'];

/** The words of the Overview tab, by the file that shows them. */
export const overviewWords = {
  overviewTab: {
    loading: 'Loading the figures',
    failuresByCause: 'Failures by cause',
    failures: 'Failures',
    nothingFailed: 'Nothing failed in this range.',
    textsByKind: 'Texts by kind',
    texts: 'Texts',
    noTexts: 'No texts in this range.',
    answerProviders: 'Answer providers',
    duplicates: (count: number) => `${formatCounted(count, 'text')} got two replies. This must never happen.`,
    late: (duration: string) => `The oldest open text has waited for ${duration}. Texts aren’t being answered.`,
    refusedEmails: (count: number, lastError: string | null) =>
      `The mail server keeps refusing ${formatCounted(count, 'support email')}${lastError === null ? '' : ` (${lastError})`}.`,
    rightNow: (openTexts: string, waitingEmails: string) => `Right now: ${openTexts}; ${waitingEmails}.`,
    openTexts: (count: number, oldest: string | null) =>
      `${formatCounted(count, 'open text')}${oldest === null ? '' : `, oldest ${oldest}`}`,
    waitingEmails: (count: number, oldest: string | null) =>
      `${formatCounted(count, 'support email')} waiting${oldest === null ? '' : `, oldest from ${oldest}`}`,
  },
  headFigures: {
    answered: 'Answered',
    ofQuestions: (answered: string, questions: string) => `${answered} of ${questions} questions`,
    timeToAnswer: 'Time to answer',
    percentiles: (p95: string, p99: string) => `Median. 95% under ${p95}, 99% under ${p99}`,
    textsIn: 'Texts received',
    questionsAmong: (questions: string) => `${questions} were questions`,
    delivered: 'Delivered',
    deliveredAndNot: (delivered: string, undelivered: string) => `${delivered} delivered, ${undelivered} not`,
    segmentsPerText: 'Segments per text',
    segmentsNote: (segments: string, texts: number, ucs2: string) =>
      `${segments} for ${formatCounted(texts, 'text')}; ${ucs2} of answers in UCS-2`,
    costPerAnswer: 'Cost per answer',
    costPerAnswerNote: (model: string, carrier: string) =>
      `Excluding codes and promos. In total: model ${model}, carrier ${carrier}`,
    revenue: 'Revenue',
    revenueNote: (refunded: string, fees: string) => `${refunded} refunded, ${fees} in fees`,
    left: 'Left after costs',
    leftNote: (cost: string) => `Costs ${cost}, including the demo`,
    optOuts: 'Opt-outs',
    optOutsNote: (numbers: number) => `${formatCounted(numbers, 'number')} opted out in total`,
    demoSearches: 'Demo searches',
    demoNote: (cost: string) => `Cost ${cost}`,
  },
  overviewCharts: {
    textsPer: (step: StepName) => `Texts per ${step}`,
    answered: 'Answered',
    failed: 'Failed',
    other: 'Other',
    timeToAnswer: 'Time to answer',
    median: 'Median',
    p95: 'p95',
    p99: 'p99',
    revenueAndCost: 'Revenue vs. cost',
    revenue: 'Revenue',
    cost: 'Cost without the demo',
    delivery: 'Delivery',
    delivered: 'Delivered',
    notDelivered: 'Not delivered',
    segmentsBilled: 'Segments billed',
    segments: 'Segments',
    optOuts: 'Opt-outs',
    numbers: 'Numbers',
  },
  timeChart: {
    wholeRange: 'Whole range',
    pointInTime: (title: string) => `${title}: point in time`,
  },
  figureTable: {
    show: 'Show Figures as a Table',
    hide: 'Hide Table',
    figuresOverTime: 'Figures over time',
    caption: (step: StepName) => `Figures per ${step}, oldest first`,
    time: 'Time',
    texts: 'Texts',
    questions: 'Questions',
    answered: 'Answered',
    failed: 'Failed',
    median: 'Median',
    p95: 'p95',
    p99: 'p99',
    delivered: 'Delivered',
    notDelivered: 'Not delivered',
    segments: 'Segments',
    optOuts: 'Opt-outs',
    cost: 'Cost',
    revenue: 'Revenue',
  },
  providerTable: {
    none: 'No provider was asked in this range.',
    answerProviders: 'Answer providers',
    provider: 'Provider',
    /** The words of the signals: the second one is any server of the same interface. */
    names: { perplexity: 'First (Perplexity)', openai: 'Second' } satisfies Record<ProviderFigures['provider'], string>,
    answers: 'Answers',
    share: 'Share',
    meanTime: 'Average time',
    cost: 'Cost',
    failed: 'Failed',
    overtaken: 'Overtaken',
  },
  causes: {
    /** The failing party, by the part of the cause before the dot. */
    parties: { model: 'No answer', carrier: 'Refused by the carrier', delivery: 'Not delivered' },
    cause: (party: string, meaning: string) => `${party}: ${meaning}`,
    /** Short meanings of the most common codes, from the carrier's error dictionary. */
    carrier: {
      '21211': 'not a valid phone number',
      '21408': 'this country is not enabled',
      '21610': 'opted out at the carrier',
      '21614': 'not a mobile number',
      '30002': 'our carrier account is suspended',
      '30003': 'phone off or out of reach',
      '30004': 'blocked for this recipient',
      '30005': 'unknown number',
      '30006': 'a landline',
      '30007': 'filtered as spam',
      '30008': 'unknown error at the phone’s carrier',
      '30034': 'our number is not registered',
    },
    /** Why the model gave no answer (server/answers). */
    model: {
      unavailable: 'the model was unavailable',
      circuit_open: 'every model was failing',
      budget_spent: 'the daily budget was used up',
      no_turn: 'too many calls were waiting',
      timeout: 'timed out',
      deadline: 'past the deadline of the text',
    },
  },
} as const;
