import type { DbFallbackView } from '#contract/admin.ts';

import type { Features } from './features.ts';

/** What the admin area needs of the journal that is written while the database is away. */
export interface FallbackQueue {
  /** Needs no database. */
  status(): Promise<DbFallbackView>;
  /**
   * Writes what waits, now.
   * @throws AppError `temporarily_unavailable` while the database is away
   */
  sync(): Promise<{ readonly synced: number; readonly remaining: number }>;
}

/** A product without a journal: nothing ever waits. */
export function emptyFallbackQueue(features: Features): FallbackQueue {
  return {
    status: async () => ({
      enabled: features.isOn('dbFallback'),
      queueSize: 0,
      oldestOperation: null,
      newestOperation: null,
      operationsByType: {},
      operationsByTable: {},
    }),
    sync: async () => ({ synced: 0, remaining: 0 }),
  };
}
