import type { MonitoringReply, SearchStatsView, UserMigrationView } from '#contract/admin.ts';
import type { PaymentEventView } from '#contract/payments.ts';
import type { Db } from '#server/db/client.ts';
import { isDatabaseAway } from '#server/platform/database-away.ts';
import type { FallbackQueue } from '#server/platform/fallback-queue.ts';
import type { Deployment } from '#server/platform/version.route.ts';
import type { IdentityMigration, MigrationFigures } from '#server/providers/ports/identity-migration.ts';

import { countIdentities, readSearchStats } from './figures.repo.ts';

export type MonitoringParts = {
  readonly db: Db;
  readonly deployment: Deployment;
  readonly fallbackQueue: FallbackQueue;
  readonly migration: Pick<IdentityMigration, 'figures' | 'stage'>;
  /** The newest payments, newest first. */
  readonly listPayments: (limit: number) => Promise<PaymentEventView[]>;
};

const paymentsMax = 100;

type Figures = Pick<MonitoringReply, 'searchStats' | 'paymentEvents'> & {
  readonly userMigration: Omit<UserMigrationView, 'stage'>;
};

/**
 * The monitoring object of the admin area. While the database is away it says what this process knows by itself, and
 * the figures as they were read last (`searchStats.lastUpdated`).
 */
export function createMonitoring(parts: MonitoringParts): () => Promise<MonitoringReply> {
  let last: Figures = unread;

  // Anew each time: who has just acted must not be shown what was before.
  async function read(): Promise<Figures> {
    try {
      last = await readFigures(parts);
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
    }
    return last;
  }

  return async function monitoring() {
    const [figures, dbFallback] = await Promise.all([read(), parts.fallbackQueue.status()]);
    const userMigration = { ...figures.userMigration, stage: parts.migration.stage };
    return { system: systemView(parts.deployment), dbFallback, ...figures, userMigration };
  };
}

async function readFigures({ db, migration, listPayments }: MonitoringParts): Promise<Figures> {
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

function systemView({ branch, commit, deployTime, environment }: Deployment): MonitoringReply['system'] {
  return {
    environment,
    nodeVersion: process.version,
    uptime: Math.floor(process.uptime()),
    timestamp: new Date().toISOString(),
    deployment: { branch, commitSha: commit, deployTime },
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
