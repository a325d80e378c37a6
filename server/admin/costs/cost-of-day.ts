import type { Prices } from '#server/config/operator.ts';
import type { Db } from '#server/db/client.ts';

import { readSteps, type Step } from '../overview/overview.repo.ts';
import { sumCounts, type Counts, rangeTotals } from '../overview/totals.ts';
import type { UnitPrices } from './account-costs.repo.ts';

/** What was counted since midnight UTC. */
export async function countsOfDay(db: Db, now: Date): Promise<Counts> {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate());
  const steps = await readSteps(db, 'day', now);
  return sumCounts(steps.filter(({ at }) => at.getTime() >= midnight).map(({ counts }) => counts));
}

/** What the model, the carrier and the demo have cost since midnight UTC, in microdollars. */
export async function costOfDay(db: Db, prices: Prices, now: Date): Promise<number> {
  const { modelCost, carrierCost, demoCost } = rangeTotals(await countsOfDay(db, now), prices);
  return modelCost + carrierCost + demoCost;
}

/**
 * The average price of a question yesterday and today, for `updateAccountCosts`.
 * @param days steps of a day each, today's last
 */
export function questionPrices(days: readonly Step[], prices: Prices): UnitPrices['question'] {
  const costOn = (day: Step | undefined): number => costOfQuestion(day?.counts ?? {}, prices);
  return { yesterday: costOn(days.at(-2)), today: costOn(days.at(-1)) };
}

/** The average price of a question on that day, in microdollars; the configured one while nothing was asked. */
function costOfQuestion(day: Counts, prices: Prices): number {
  const { modelCost, questions } = rangeTotals(day, prices);
  return questions > 0 && modelCost > 0 ? Math.round(modelCost / questions) : prices.modelCall;
}
