import {
  type DeskStatus,
  type FailuresReply,
  lamps,
  type MoneyReply,
  type WorklistReply,
  worklists,
} from '#contract/admin-desk.ts';

const status: DeskStatus = {
  at: '2026-11-20T21:10:00.000Z',
  state: 'working',
  lately: { answered: 41, failed: 0, medianMs: 2900, openTexts: 2, oldestOpenSeconds: 3 },
  lamps: lamps.map((name) => ({
    name,
    state: 'good' as const,
    sentence: null,
    since: null,
    workedAt: `2026-11-20T21:0${name === 'payments' ? 2 : 9}:00.000Z`,
  })),
  signals: [],
};

const money: MoneyReply = {
  subscribers: 412,
  recurringPerMonth: 1_198_000_000,
  plans: [
    { id: 'monthly', name: 'Unlimited Monthly Plan', subscribers: 298, perMonth: 894_000_000 },
    { id: 'annual', name: 'Unlimited Annual Plan', subscribers: 114, perMonth: 304_000_000 },
  ],
  today: { model: 2_310_000, carrier: 18_400_000, demo: 120_000, ceiling: 200_000_000 },
  perSubscriber: { revenue: 2_907_000, fees: 385_000, cost: 1_420_000, margin: 1_102_000 },
  costPerAnswer: 49_800,
  topDrivers: [{ userId: '1', name: 'Ruth Keller', plan: 'monthly', cost: 2_140_000, pays: 2_613_000 }],
  losing: [],
};

const worklist: WorklistReply = {
  lists: worklists.map((name) => ({
    name,
    people:
      name === 'two_apologies' || name === 'never_asked'
        ? [
            {
              userId: 'b9e0a1a0-6d2c-4d51-9a8c-5f6f2c1f7f52',
              name: 'Ruth Keller',
              at: '2026-11-20T21:09:14.000Z',
              count: 2,
              nextAt: null,
              ticketId: null,
            },
          ]
        : [],
    hasMore: false,
  })),
};

const failures: FailuresReply = {
  range: 'day',
  lists: {
    questions: [
      {
        at: '2026-11-20T21:09:14.000Z',
        userId: 'b9e0a1a0-6d2c-4d51-9a8c-5f6f2c1f7f52',
        name: 'Ruth Keller',
        textId: 'SM0123456789abcdef0123456789abcde0',
        phoneEnding: null,
        what: 'apologised',
      },
    ],
    deliveries: [],
    crisis: [],
    opt_outs: [],
    migrations: [],
  },
};

/** What the desk shows in screenshots. */
export const desk = { status, money, worklist, failures };
