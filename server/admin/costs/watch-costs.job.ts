import type { CostLimits, Prices } from '#server/config/operator.ts';
import type { Db } from '#server/db/client.ts';
import type { OperatorAlerts } from '#server/observability/alerts.ts';

import { sumCounts, type Counts, totalFigures } from '../overview/figures.ts';
import { readSteps } from '../overview/overview.repo.ts';
import { accountsOverCost, updateAccountCosts } from './account-costs.repo.ts';

export type CostDeps = {
  readonly db: Db;
  readonly prices: Prices;
  readonly costLimits: CostLimits;
  readonly alerts: OperatorAlerts;
};

/**
 * Updates the costs of each account, and alerts the operator to an account that costs more this month than
 * COST_ALERT_PER_ACCOUNT and to a day that reaches half, or all, of COST_CEILING_PER_DAY. It stops nothing: fair use
 * bounds subscribers, and budgets bound the demo and texts to others.
 */
export async function watchCosts({ db, prices, costLimits, alerts }: CostDeps, now: Date): Promise<void> {
  const day = now.toISOString().slice(0, 10);
  const counts = await countsOfDay(db, now);
  await updateAccountCosts(db, { ...prices, question: costOfQuestion(counts, prices) });
  for (const userId of await accountsOverCost(db, costLimits.perAccountMonth)) {
    await alerts.raise('account_cost_high', { scope: `${userId}:${day.slice(0, 7)}`, userId });
  }
  const { modelCost, carrierCost, demoCost } = totalFigures(counts, prices);
  const spent = modelCost + carrierCost + demoCost;
  if (spent >= costLimits.perDay) await alerts.raise('daily_cost_ceiling', { scope: day });
  else if (spent >= costLimits.perDay / 2) await alerts.raise('daily_cost_high', { scope: day });
}

/** What was counted since midnight UTC. */
async function countsOfDay(db: Db, now: Date): Promise<Counts> {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const steps = await readSteps(db, 'day', now);
  return sumCounts(steps.filter(({ at }) => at.getTime() >= midnight).map(({ counts }) => counts));
}

/** The average price of a question today, in microdollars; the configured one while nothing was asked. */
function costOfQuestion(counts: Counts, prices: Prices): number {
  const { modelCost, questions } = totalFigures(counts, prices);
  return questions > 0 && modelCost > 0 ? Math.round(modelCost / questions) : prices.modelCall;
}
