import type { CostLimits, Prices } from '#server/config/operator.ts';
import { type Db, withDatabase } from '#server/db/client.ts';
import type { OperatorAlerts } from '#server/observability/alerts.ts';

import { readSteps } from '../overview/overview.repo.ts';
import { accountsOverCost, type UnitPrices, updateAccountCosts } from './account-costs.repo.ts';
import { questionPrices } from './cost-of-day.ts';

export type CostDeps = {
  readonly db: Db;
  readonly databaseUrl: string;
  readonly prices: Prices;
  readonly costLimits: Pick<CostLimits, 'perAccountMonth'>;
  readonly alerts: OperatorAlerts;
};

/** For the texts of two days of ten million accounts. */
const queryTimeoutMs = 600_000;

/**
 * Updates the costs of each account, and alerts the operator to an account that costs more this month than
 * COST_ALERT_PER_ACCOUNT. It stops nothing: fair use bounds subscribers, and budgets bound the demo and texts to others.
 */
export async function watchCosts(deps: CostDeps, now: Date): Promise<void> {
  const { db, prices, costLimits, alerts } = deps;
  const month = now.toISOString().slice(0, 7);
  const days = await readSteps(db, 'month', now);
  await updateCosts(deps.databaseUrl, { ...prices, question: questionPrices(days, prices) });
  for (const userId of await accountsOverCost(db, costLimits.perAccountMonth)) {
    await alerts.raise('account_cost_high', { scope: `${userId}:${month}`, userId });
  }
}

/** It reads all texts of two days: longer than the limit of the pools, which serve people who wait. */
async function updateCosts(databaseUrl: string, prices: UnitPrices): Promise<void> {
  await withDatabase({ url: databaseUrl, queryTimeoutMs }, ({ db }) => updateAccountCosts(db, prices));
}
