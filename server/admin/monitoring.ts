import type { MonitoringReply, SearchStatsView, UserMigrationView } from '#contract/admin.ts';
import type { PaymentEventView } from '#contract/payments.ts';
import type { Db } from '#server/db/client.ts';
import { isDatabaseUnavailable } from '#server/db/connection-errors.ts';
import type { IdentityMigration, MigrationFigures } from '#server/domain/ports/identity-migration.ts';
import type { OutageQueue } from '#server/domain/ports/outage-queue.ts';
import type { Deployment } from '#server/http/version.route.ts';

import { countIdentities, readSearchStats } from './search-stats.repo.ts';

export type MonitoringDeps = {
  readonly db: Db;
  readonly deployment: Deployment;
  readonly outageQueue: OutageQueue;
  readonly inFlight: () => MonitoringReply['system']['inFlight'];
  readonly migration: Pick<IdentityMigration, 'figures' | 'stage'>;
  /** The newest payments, newest first. */
  readonly listPayments: (limit: number) => Promise<PaymentEventView[]>;
};

const paymentsMax = 100;

type Figures = Pick<MonitoringReply, 'searchStats' | 'paymentEvents'> & {
  readonly userMigration: Omit<UserMigrationView, 'stage'>;
};

/**
 * The monitoring object of the admin area. Without the database it contains what this process knows, and the figures
 * that it read last: `searchStats.lastUpdated` says when, and null that all are placeholders.
 */
export function createMonitoring(deps: MonitoringDeps): () => Promise<MonitoringReply> {
  let last: Figures = unread;

  // Not cached: an operator must see the effect of their last action.
  async function read(): Promise<Figures> {
    try {
      last = await readFigures(deps);
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
    return last;
  }

  return async function monitoring() {
    // Begun before the figures are read: older ones are from an earlier reading.
    const system = systemView(deps);
    const [figures, dbFallback] = await Promise.all([read(), deps.outageQueue.status()]);
    const userMigration = { ...figures.userMigration, stage: deps.migration.stage };
    return { system, dbFallback, ...figures, userMigration };
  };
}

async function readFigures({ db, migration, listPayments }: MonitoringDeps): Promise<Figures> {
  const [stats, identities, migrated, paymentEvents] = await Promise.all([
    readSearchStats(db),
    countIdentities(db),
    migration.figures(),
    listPayments(paymentsMax),
  ]);
  const searchStats: SearchStatsView = {
    ...stats,
    totalUsers: identities.total,
    lastUpdated: new Date().toISOString(),
  };
  return { searchStats, userMigration: migrationView(identities, migrated), paymentEvents };
}

function migrationView(
  { total, migrated }: { total: number; migrated: number },
  figures: MigrationFigures,
): Figures['userMigration'] {
  return {
    ...figures,
    totalUsers: total,
    migratedUsers: migrated,
    pendingUsers: total - migrated,
    migrationProgress: total === 0 ? 100 : Math.floor((migrated / total) * 1000) / 10,
    lastMigrationTime: figures.lastMigrationTime?.toISOString() ?? null,
  };
}

function systemView({ deployment, inFlight }: MonitoringDeps): MonitoringReply['system'] {
  const { branch, commit, deployTime, environment } = deployment;
  return {
    environment,
    nodeVersion: process.version,
    uptime: Math.floor(process.uptime()),
    timestamp: new Date().toISOString(),
    deployment: { branch, commitSha: commit, deployTime },
    inFlight: inFlight(),
    memoryUsage: process.memoryUsage(),
  };
}

const unread: Figures = {
  searchStats: {
    totalUsers: 0,
    totalQueries: 0,
    successfulQueries: 0,
    failedQueries: 0,
    activeSubscriptions: 0,
    subscriptionsByPlan: {},
    unsubscribedSenders: 0,
    promoSent: 0,
    lastUpdated: null,
  },
  userMigration: {
    totalUsers: 0,
    migratedUsers: 0,
    pendingUsers: 0,
    migrationProgress: 0,
    failedMigrations: 0,
    groupsCreated: false,
    groupsCount: 0,
    lastMigratedUser: null,
    lastMigrationTime: null,
  },
  paymentEvents: [],
};
