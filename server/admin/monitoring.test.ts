import { expect, test } from 'vitest';

import { connectTo, testDatabase } from '#server/testing/database.ts';

import { createMonitoring } from './monitoring.ts';

test('figures that were read before the database became unavailable say from when they are, and none say that too', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  let isUnavailable = true;
  const monitoring = createMonitoring({
    db: connection.db,
    deployment: { branch: null, commit: null, deployTime: null, environment: 'test' },
    outageQueue: {
      status: async () => ({
        enabled: true,
        queueSize: 0,
        oldestOperation: null,
        newestOperation: null,
        operationsByType: {},
        operationsByTable: {},
        deadLetters: 0,
      }),
      sync: async () => ({ synced: 0, remaining: 0 }),
    },
    inFlight: () => ({
      texts: 0,
      textsMax: 1,
      modelCalls: 0,
      modelCallsMax: 1,
      modelCallsWaiting: 0,
      carrierCalls: 0,
      carrierCallsWaiting: 0,
    }),
    migration: {
      stage: 'pre',
      figures: async () => ({
        failedMigrations: 0,
        groupsCreated: false,
        groupsCount: 0,
        lastMigratedUser: null,
        lastMigrationTime: null,
      }),
    },
    async listPayments() {
      if (isUnavailable) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      return [];
    },
  });
  expect((await monitoring()).searchStats.lastUpdated).toBe(null);
  isUnavailable = false;
  const fresh = await monitoring();
  expect(fresh.searchStats.lastUpdated! >= fresh.system.timestamp).toBe(true);
  isUnavailable = true;
  await new Promise((done) => setTimeout(done, 5));
  const old = await monitoring();
  expect(old.searchStats.lastUpdated).toBe(fresh.searchStats.lastUpdated);
  expect(old.searchStats.lastUpdated! < old.system.timestamp).toBe(true);
});
