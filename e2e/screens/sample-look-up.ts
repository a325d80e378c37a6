import type { FoundNumber, FoundUser, TextJourney } from '#contract/admin-look-up.ts';

/** A customer, and one of their texts. */
export const look: { readonly user: FoundUser; readonly journey: TextJourney } = {
  user: {
    id: 'b9e0a1a0-6d2c-4d51-9a8c-5f6f2c1f7f52',
    name: 'Ada Byron',
    email: 'ada@example.com',
    phoneEnding: '42',
    createdAt: '2026-03-02T10:00:00.000Z',
    isConfirmed: true,
    isEmailProven: false,
    isHelper: true,
    isBeingDeleted: false,
    hasOptedOut: false,
    plan: 'monthly',
    subscriptionStatus: 'active',
    answersUntil: '2026-12-02T10:00:00.000Z',
    servicePhoneNumber: '+12025550100',
    costThisMonth: 1_840_000,
    paymentFlag: null,
    planEndsAt: null,
    monthPrice: 300,
    payments: [
      { invoiceId: 'in_3', paidAt: '2026-11-02T10:00:00.000Z', amount: 300, refunded: 0, currency: 'usd' },
      { invoiceId: 'in_2', paidAt: '2026-10-02T10:00:00.000Z', amount: 300, refunded: 100, currency: 'usd' },
      { invoiceId: 'in_1', paidAt: '2026-09-02T10:00:00.000Z', amount: 300, refunded: 300, currency: 'usd' },
    ],
    texts: ['answered', 'answered', 'apologised', 'replied'].map((outcome, index) => ({
      id: `SM0123456789abcdef0123456789abcde${index}`,
      receivedAt: `2026-11-20T21:0${9 - index}:14.000Z`,
      kind: outcome === 'replied' ? 'help' : 'question',
      outcome,
      reply: outcome === 'replied' ? 'help' : 'answer',
      sentAt: `2026-11-20T21:0${9 - index}:18.200Z`,
      failure: index === 1 ? '30003' : null,
    })),
  },
  journey: {
    received: {
      id: 'SM0123456789abcdef0123456789abcde0',
      kind: 'question',
      reply: null,
      state: 'done',
      outcome: 'answered',
      isAccepted: true,
      receivedAt: '2026-11-20T21:09:14.000Z',
      answerBy: '2026-11-20T21:11:14.000Z',
      closedAt: '2026-11-20T21:09:18.200Z',
      attempts: 1,
      userId: 'b9e0a1a0-6d2c-4d51-9a8c-5f6f2c1f7f52',
      isCopyRemoved: true,
    },
    sends: [
      {
        id: '5b8f1c1e-52f5-4d8e-9a53-3f1de1f6a001',
        purpose: 'answer',
        attempt: 1,
        state: 'accepted',
        intentAt: '2026-11-20T21:09:17.900Z',
        acceptedAt: '2026-11-20T21:09:18.200Z',
        segments: 3,
        delivery: 'delivered',
        errorCode: null,
      },
    ],
  },
};

/** A number without an account, which opted out. */
export const foundNumber: FoundNumber = {
  ending: '77',
  account: null,
  stranger: { since: '2026-11-19T20:01:00.000Z', isPromoSent: true },
  optOut: { since: '2026-11-20T21:02:00.000Z', source: 'text' },
  isUnreachable: true,
  codes: [{ id: '5b8f1c1e-52f5-4d8e-9a53-3f1de1f6a002', at: '2026-11-19T20:05:11.000Z', failure: '21614' }],
  texts: (['stop', null, 'promo'] as const).map((reply, index) => ({
    id: `SM0123456789abcdef0123456789abcdf${index}`,
    receivedAt: `2026-11-20T21:0${2 - index}:14.000Z`,
    kind: reply === 'stop' ? 'stop' : 'question',
    outcome: reply === null ? 'silent' : 'replied',
    reply,
    sentAt: reply === null ? null : `2026-11-20T21:0${2 - index}:15.300Z`,
    failure: null,
  })),
};
