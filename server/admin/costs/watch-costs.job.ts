import type { CostLimits, Prices } from '#server/config/operator.ts';
import type { Db } from '#server/db/client.ts';
import type { OperatorAlerts } from '#server/observability/alerts.ts';

import { accountsOverCost, updateAccountCosts } from './account-costs.repo.ts';
import { costOfQuestion, countsOfDay } from './cost-of-day.ts';

export type CostDeps = {
  readonly db: Db;
  readonly prices: Prices;
  readonly costLimits: Pick<CostLimits, 'perAccountMonth'>;
  readonly alerts: OperatorAlerts;
};

/**
 * Updates the costs of each account, and alerts the operator to an account that costs more this month than
 * COST_ALERT_PER_ACCOUNT. It stops nothing: fair use bounds subscribers, and budgets bound the demo and texts to others.
 */
export async function watchCosts({ db, prices, costLimits, alerts }: CostDeps, now: Date): Promise<void> {
  const month = now.toISOString().slice(0, 7);
  const counts = await countsOfDay(db, now);
  await updateAccountCosts(db, { ...prices, question: costOfQuestion(counts, prices) });
  for (const userId of await accountsOverCost(db, costLimits.perAccountMonth)) {
    await alerts.raise('account_cost_high', { scope: `${userId}:${month}`, userId });
  }
}
