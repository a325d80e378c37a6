import type { Page } from 'playwright-core';

import {
  type DeskStatus,
  type Failure,
  type FailuresReply,
  type MoneyReply,
  type Person,
  type StuckRequests,
  type WorklistReply,
  worklists,
} from '#contract/admin-desk.ts';
import { customerCopy } from '#web/admin/customer-copy.ts';

import type { Calls } from '../static-site.ts';
import { adminCalls, entry, json, openTab, tab } from './admin-scenes.ts';
import type { Scene } from './public-scenes.ts';
import { desk } from './sample-desk.ts';
import { look } from './sample-look-up.ts';
import { overviewOf } from './sample-overview.ts';

const userId = look.user.id;
const names = ['Ruth Keller', 'Bartholomew Featherstonehaugh-Montgomery', 'Ann Lee', 'Guadalupe Ortiz de Zárate'];

const status: DeskStatus = {
  ...desk.status,
  state: 'not_answering',
  lately: { answered: 12, failed: 31, medianMs: 24_800, openTexts: 184, oldestOpenSeconds: 171 },
  lamps: desk.status.lamps.map((lamp) => {
    if (lamp.name === 'model') return { ...lamp, state: 'bad', sentence: 'x', since: '2026-11-20T21:02:00.000Z' };
    if (lamp.name === 'mail') return { ...lamp, state: 'warn', sentence: 'x', since: '2026-11-20T19:40:00.000Z' };
    return lamp.name === 'payments' ? { ...lamp, workedAt: null } : lamp;
  }),
  signals: [
    {
      code: 'answers_failing',
      severity: 'critical',
      sentence: 'Half of the questions or more get no answer.',
      remedy:
        'The Overview tab shows the causes. For the model, check its status page and run npm run doctor; people get the apology meanwhile.',
      since: '2026-11-20T21:02:00.000Z',
    },
    {
      code: 'model_refuses_keys',
      severity: 'critical',
      sentence: 'The first answer provider refuses our key: only the second one answers, where there is one.',
      remedy:
        'Check PERPLEXITY_API_KEY and the balance of its account, then restart. Without a second provider people get the apology meanwhile.',
      since: '2026-11-20T21:02:00.000Z',
    },
    {
      code: 'mail_outbox_stuck',
      severity: 'warning',
      sentence: 'An email or a support request has waited for an hour and a half.',
      remedy:
        'Look at the mail server and at the code in the log lines mail_failed and letter_failed. A support request that it keeps refusing: read and discard it in the admin area, under Overview.',
      since: '2026-11-20T19:40:00.000Z',
    },
  ],
};

const at = (minute: number) => `2026-11-20T20:${String(59 - minute).padStart(2, '0')}:14.000Z`;
const nameAt = (index: number) => names[index % names.length] ?? '';

const person = (list: string, index: number): Person => ({
  userId: `${index}`,
  name: nameAt(index),
  at: at(index),
  count: 2 + index,
  nextAt: list === 'card_failing' && index === 1 ? null : '2026-11-24T10:00:00.000Z',
  ticketId: list === 'tickets' ? `b9e0a1a0-6d2c-4d51-9a8c-5f6f2c1f7f5${index}` : null,
});
const worklist: WorklistReply = {
  lists: worklists.map((name, index) => ({
    name,
    people: Array.from({ length: name === 'two_apologies' ? 50 : index }, (_, row) => person(name, row)),
    hasMore: name === 'two_apologies',
  })),
};

const failure = (index: number, what: string): Failure => ({
  at: at(index),
  userId: index % 3 === 2 ? null : userId,
  name: index % 3 === 2 ? null : nameAt(index),
  textId: 'SM0123456789abcdef0123456789abcde0',
  phoneEnding: null,
  what,
});
const failures: FailuresReply = {
  range: 'hour',
  lists: {
    questions: Array.from({ length: 40 }, (_, index) => failure(index, index % 4 === 1 ? 'failed' : 'apologised')),
    deliveries: ['30003', '30005', '30007', '21610', '30999'].map((code, index) => failure(index, code)),
    crisis: ['delivered', '30003', 'sent', 'silent', 'unsent'].map((what, index) => ({
      ...failure(index, what),
      ...(index > 1 && { userId: null, name: null, phoneEnding: '42' }),
    })),
    opt_outs: ['text', 'carrier', 'operator', 'account'].map((source, index) => ({
      ...failure(index, source),
      textId: null,
    })),
    migrations: [{ ...failure(1, 'failed'), textId: null }],
  },
};

const money: MoneyReply = {
  ...desk.money,
  today: { model: 128_310_000, carrier: 78_400_000, demo: 4_120_000, ceiling: 200_000_000 },
  perSubscriber: { revenue: 2_907_000, fees: 385_000, cost: 3_420_000, margin: -898_000 },
  topDrivers: names.map((name, index) => ({
    userId: `${index}`,
    name,
    plan: index === 2 ? null : 'monthly',
    cost: 9_140_000 - index * 2_000_000,
    pays: index === 2 ? 0 : 2_613_000,
  })),
  losing: names.slice(0, 3).map((name, index) => ({
    userId: `${index}`,
    name,
    plan: index === 2 ? null : 'monthly',
    cost: 9_140_000 - index * 2_000_000,
    pays: index === 2 ? 0 : 2_613_000,
  })),
};

const trouble = overviewOf(24);
const overview = {
  ...trouble,
  now: {
    ...trouble.now,
    openTexts: 184,
    oldestOpenSeconds: 171,
    supportRequestsStuck: 3,
    supportRequestsRefused: 3,
    supportRequestsLastError: '554',
  },
  totals: { ...trouble.totals, answered: 22_559, failed: 9080, answeredShare: 0.713, duplicates: 1 },
};

const stuck: StuckRequests = {
  requests: (['ticket', 'contact', 'contact'] as const).map((kind, index) => {
    return { id: `stuck-${index}`, kind, at: at(index * 9), lastError: '554', isRefused: true };
  }),
};

const customer = {
  ...look.user,
  name: nameAt(1),
  email: 'bartholomew.featherstonehaugh-montgomery@a-very-long-domain.example',
  hasOptedOut: true,
  paymentFlag: 'fraud_warning',
  subscriptionStatus: 'past_due',
} as const;

const audit = {
  entries: Array.from({ length: 12 }, (_, index) =>
    entry(
      index % 2 === 0
        ? { action: 'refund', actor: 'operator:marguerite', subject: userId, reason: 'no_answers', outcome: 'begun' }
        : { action: 'cancel', actor: 'operator:sam', subject: userId, reason: 'customer_asked' },
    ),
  ),
};

const calls: Calls = {
  ...adminCalls,
  'GET /api/admin/status': json(status),
  'GET /api/admin/money': json(money),
  'GET /api/admin/worklist': json(worklist),
  'GET /api/admin/failures': json(failures),
  'GET /api/admin/overview': json(overview),
  'GET /api/admin/support-requests': json(stuck),
  'GET /api/admin/audit': json(audit),
  'POST /api/admin/find-user': json({ user: customer }),
};

const bad = (name: string, title: string, act?: Scene['act']): Scene => ({
  ...tab(name, title),
  calls,
  act: async (page) => {
    await openTab(page, title);
    await act?.(page);
  },
});

async function find(page: Page): Promise<void> {
  await page.getByLabel('Email address or phone number').fill('bart@example.com');
  await page.getByRole('button', { name: 'Find Customer' }).click();
  await page.getByRole('heading', { name: nameAt(1) }).waitFor();
}

const action = (name: string, button: string): Scene => ({
  ...bad(name, 'Look Up', async (page) => {
    await find(page);
    await page.getByRole('button', { name: button }).click();
    await page.getByRole('alertdialog').waitFor();
  }),
  isWindow: true,
});

const none = overviewOf(24);
const zeros = (figures: object) =>
  Object.fromEntries(
    Object.entries(figures).map(([name, figure]) => [
      name,
      /Ms$|Share$|PerSend|PerAnswer/.test(name) ? null : typeof figure === 'number' ? 0 : figure,
    ]),
  );
/** Nothing has happened yet. */
const firstDay: Calls = {
  ...adminCalls,
  'GET /api/admin/overview': json({
    ...none,
    steps: none.steps.map(zeros),
    totals: { ...zeros(none.totals), failuresByCause: {}, textsByKind: {}, providers: [] },
    now: {
      ...none.now,
      openTexts: 0,
      oldestOpenSeconds: null,
      supportRequestsWaiting: 0,
      oldestSupportRequestAt: null,
    },
  }),
  'GET /api/admin/money': json({
    ...desk.money,
    subscribers: 0,
    recurringPerMonth: 0,
    plans: [],
    perSubscriber: null,
    costPerAnswer: null,
    topDrivers: [],
  }),
};

const gone = { status: 500, json: { code: 'internal_error', message: 'Something went wrong.' } };

/** The admin area when nothing is well, and before anything has happened. */
export const badDayScenes: readonly Scene[] = [
  bad('bad-overview', 'Overview'),
  bad('bad-people', 'People'),
  bad('bad-money', 'Money'),
  bad('bad-customer', 'Look Up', find),
  bad('bad-settings', 'Settings'),
  bad('signals', 'System', async (page) => {
    for (const signal of await page.getByRole('list', { name: 'What needs a person' }).locator('summary').all()) {
      await signal.click();
    }
  }),
  action('refund', 'Refund…'),
  action('comp', 'Give Free Months…'),
  action('cancel', 'Cancel Plan…'),
  action('correct', 'Correct Name or Email…'),
  action('delete', 'Delete Account…'),
  action('release-phone', 'Release Phone Number…'),
  { ...tab('first-day', 'Overview'), calls: firstDay },
  { ...tab('first-money', 'Money'), calls: firstDay },
  {
    ...tab('unread', 'Overview'),
    calls: { ...calls, 'GET /api/admin/overview': () => gone, 'GET /api/admin/status': () => gone },
    act: async (page) => {
      await openTab(page, 'Overview');
      await page.getByRole('tabpanel').getByRole('alert').waitFor();
    },
  },
  {
    ...tab('not-found', 'Look Up'),
    calls: { ...calls, 'POST /api/admin/find-user': json({ user: null }) },
    act: async (page) => {
      await openTab(page, 'Look Up');
      await page.getByLabel('Email address or phone number').fill('nobody@example.com');
      await page.getByRole('button', { name: 'Find Customer' }).click();
      await page.getByText('No account matches.').waitFor();
      await page.getByLabel(customerCopy.lookUpTab.textId).fill('SM1');
      await page.getByRole('button', { name: 'Follow Text' }).click();
    },
  },
  {
    name: 'admin-operator',
    path: '/admin',
    act: (page) => page.getByRole('button', { name: 'Sign in as an operator' }).click(),
  },
];
