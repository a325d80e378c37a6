import type { DbFallbackView } from '#contract/admin.ts';

/** The journal of database outages, for the admin area. */
export interface OutageQueue {
  /** The state of the journal. Needs no database. */
  status(): Promise<DbFallbackView>;
  /**
   * Applies the waiting operations now.
   * @throws AppError `temporarily_unavailable` while the database is unavailable
   */
  sync(): Promise<{ readonly synced: number; readonly remaining: number }>;
}
