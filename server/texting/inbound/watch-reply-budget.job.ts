import type { Pool } from 'pg';

import type { OperatorAlerts } from '#server/observability/alerts.ts';
import { countedSince } from '#server/observability/counters.repo.ts';

/** Alerts the operator, at most once an hour, that people without a plan used up the hourly reply budget. */
export async function watchReplyBudget({ pool, alerts }: { pool: Pool; alerts: OperatorAlerts }): Promise<void> {
  const counted = await countedSince(pool, ['replies.withheld.unpaid'], 10);
  if (counted['replies.withheld.unpaid'] === 0) return;
  await alerts.raise('unpaid_replies_spent', { scope: new Date().toISOString().slice(0, 13) });
}
