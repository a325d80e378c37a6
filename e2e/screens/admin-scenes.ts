import type { Page } from 'playwright-core';

import type { AuditReply } from '#contract/admin-look-up.ts';
import type { MonitoringReply } from '#contract/admin.ts';
import type { PaymentEventView } from '#contract/payments.ts';

import type { Calls, Reply } from '../static-site.ts';
import type { Scene } from './public-scenes.ts';
import { desk } from './sample-desk.ts';
import { foundNumber, look } from './sample-look-up.ts';
import { overviewOf } from './sample-overview.ts';

const at = '2026-11-20T21:14:08.000Z';

const payment = (details: Partial<PaymentEventView>): PaymentEventView => ({
  id: 'evt_1RrT4cK2eZvKYlo2C0aB91xd',
  type: 'invoice.paid',
  timestamp: at,
  status: 'succeeded',
  amount: 300,
  currency: 'usd',
  userId: 'b9e0a1a0-6d2c-4d51-9a8c-5f6f2c1f7f52',
  customerName: 'Ada Byron',
  customerEmail: 'ada@example.com',
  subscriptionId: 'sub_1RrT4aK2eZvKYlo2nD0cPq7s',
  plan: 'monthly',
  ...details,
});

const monitoring: MonitoringReply = {
  system: {
    environment: 'production',
    nodeVersion: 'v24.21.0',
    uptime: 1_054_862,
    timestamp: at,
    deployment: {
      branch: 'main',
      commitSha: '6bda02f4c1d92a77e0c1bd0f6f2f5a1f0f9b7e3a',
      deployTime: '2026-11-08T16:13:00.000Z',
    },
    inFlight: {
      texts: 184,
      textsMax: 2000,
      modelCalls: 171,
      modelCallsMax: 2000,
      modelCallsWaiting: 0,
      carrierCalls: 6,
      carrierCallsWaiting: 0,
    },
    memoryUsage: {
      rss: 214_958_080,
      heapTotal: 88_080_384,
      heapUsed: 61_865_984,
      external: 9_437_184,
      arrayBuffers: 2_202_009,
    },
  },
  dbFallback: {
    enabled: true,
    queueSize: 37,
    oldestOperation: '2026-11-20T21:09:51.000Z',
    newestOperation: '2026-11-20T21:14:02.000Z',
    operationsByType: { text_received: 21, delivery_report: 12, payment_event: 4 },
    operationsByTable: { inbound_texts: 21, outbound_texts: 12, payment_events: 4 },
    deadLetters: 0,
  },
  searchStats: {
    totalUsers: 18_204,
    totalQueries: 1_482_913,
    successfulQueries: 1_478_206,
    failedQueries: 4707,
    activeSubscriptions: 12_466,
    subscriptionsByPlan: { monthly: 8921, annual: 3538, starter: 7 },
    unsubscribedSenders: 312,
    promoSent: 309,
    lastUpdated: at,
  },
  userMigration: {
    stage: 'during',
    totalUsers: 18_204,
    migratedUsers: 11_360,
    pendingUsers: 6844,
    migrationProgress: 62.4,
    failedMigrations: 3,
    groupsCreated: true,
    groupsCount: 2,
    lastMigratedUser: 'b9e0a1a0-6d2c-4d51-9a8c-5f6f2c1f7f52',
    lastMigrationTime: '2026-11-20T21:13:40.000Z',
  },
  paymentEvents: [
    payment({}),
    payment({
      id: 'evt_2',
      type: 'invoice.payment_failed',
      status: 'failed',
      customerName: 'Grace Hopper',
      customerEmail: 'grace@example.com',
    }),
    payment({
      id: 'evt_3',
      amount: 3200,
      plan: 'annual',
      customerName: 'Alan Turing',
      customerEmail: 'alan@example.com',
    }),
    payment({
      id: 'evt_4',
      type: 'refund.created',
      status: 'refunded',
      userId: null,
      customerName: null,
      customerEmail: null,
    }),
    payment({
      id: 'evt_5',
      type: 'checkout.session.async_payment_pending',
      status: 'pending',
      amount: null,
      currency: null,
      plan: null,
      subscriptionId: null,
    }),
  ],
};

export const entry = (details: Partial<AuditReply['entries'][number]>): AuditReply['entries'][number] => ({
  at,
  action: 'toggle',
  actor: 'password',
  address: '203.0.113.7',
  subject: 'logging off',
  outcome: 'done',
  reason: null,
  ...details,
});
const audit: AuditReply = {
  entries: [
    entry({}),
    entry({ action: 'migrate_users', subject: '10 migrated, 0 failed' }),
    entry({ action: 'opt_out', subject: '+1********42' }),
    entry({ action: 'setup_groups', subject: null, outcome: 'upstream_unavailable', actor: 'token' }),
  ],
};

export const json = (body: unknown) => (): Reply => ({ json: body });

export const adminCalls: Calls = {
  'GET /api/admin/auth-check': json({ authorized: true, session: 'adm.token.0' }),
  'GET /api/admin/monitoring': json(monitoring),
  'GET /api/admin/status': json(desk.status),
  'GET /api/admin/money': json(desk.money),
  'GET /api/admin/worklist': json(desk.worklist),
  'GET /api/admin/failures': json(desk.failures),
  'GET /api/admin/features': json({ logging: true, performance: true, dbFallback: false }),
  'GET /api/admin/audit': json(audit),
  'GET /api/admin/overview': json(overviewOf(24)),
  'POST /api/admin/find-user': json({ user: look.user }),
  'POST /api/admin/find-number': json(foundNumber),
  [`GET /api/admin/texts/${look.journey.received?.id}`]: json(look.journey),
};

export async function openTab(page: Page, tab: string): Promise<void> {
  await page.getByRole('tab', { name: tab }).click();
  const close = page.getByRole('button', { name: 'Close' });
  // The toast may be over before the click reaches it.
  await close.click({ timeout: 5000 }).catch(() => close.waitFor({ state: 'detached' }));
  await page.locator('.skeleton').first().waitFor({ state: 'detached' });
}

export const tab = (name: string, title: string): Scene => ({
  name: `admin-${name}`,
  path: '/admin?token=operator',
  calls: adminCalls,
  act: (page) => openTab(page, title),
});

async function tryPassword(page: Page): Promise<void> {
  await page.getByLabel('Admin Password').fill('wrong');
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('alert').waitFor();
}

const tooMany = { code: 'rate_limited', message: 'Too many failed tries. Please wait a while, then try again.' };

/** The admin area: the gate, and every tab with sample data. */
export const adminScenes: readonly Scene[] = [
  { name: 'admin-gate', path: '/admin' },
  {
    name: 'admin-refused',
    path: '/admin',
    calls: { 'GET /api/admin/auth-check': json({ authorized: false }) },
    act: tryPassword,
    isWindow: true,
  },
  {
    name: 'admin-locked-out',
    path: '/admin',
    calls: { 'GET /api/admin/auth-check': () => ({ status: 429, json: tooMany }) },
    act: tryPassword,
  },
  tab('overview', 'Overview'),
  {
    ...tab('overview-table', 'Overview'),
    act: async (page) => {
      await openTab(page, 'Overview');
      await page.getByRole('button', { name: 'Show Figures as a Table' }).click();
    },
  },
  tab('people', 'People'),
  tab('money', 'Money'),
  tab('system', 'System'),
  tab('database', 'Database'),
  tab('search-stats', 'Search Stats'),
  tab('migration', 'User Migration'),
  tab('payments', 'Payments'),
  {
    ...tab('look-up', 'Look Up'),
    act: async (page) => {
      await openTab(page, 'Look Up');
      await page.getByLabel('Email address or phone number').fill('ada@example.com');
      await page.getByRole('button', { name: 'Find Customer' }).click();
      await page.getByRole('button', { name: /9:09:14/ }).click();
      await page.getByText('Closed').waitFor();
    },
  },
  {
    ...tab('number', 'Look Up'),
    act: async (page) => {
      await openTab(page, 'Look Up');
      await page.getByLabel('Number of someone without an account').fill('(212) 555-0177');
      await page.getByRole('button', { name: 'Find Number' }).click();
      await page.getByText('Codes sent').waitFor();
    },
  },
  {
    ...tab('opt-out', 'Look Up'),
    isWindow: true,
    act: async (page) => {
      await openTab(page, 'Look Up');
      await page.getByLabel('Phone number', { exact: true }).fill('(212) 555-0142');
      await page.getByRole('button', { name: 'Opt Out' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  tab('settings', 'Settings'),
];
