import type { DbFallbackView } from '#contract/admin.ts';

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
