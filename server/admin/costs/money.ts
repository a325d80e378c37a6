import { type CostlyAccount, LOSING_MAX, type MoneyReply } from '#contract/admin-desk.ts';
import type { Plan } from '#contract/plans.ts';
import { type CostLimits, microdollarsPerCent, type Prices } from '#server/config/operator.ts';
import type { Db } from '#server/db/client.ts';

import { readSteps, type Step } from '../overview/overview.repo.ts';
import { sumCounts, rangeTotals } from '../overview/totals.ts';
import { type PaidPrice, readPaidPrices, readSearchStats } from '../search-stats.repo.ts';
import { updateAccountCosts } from './account-costs.repo.ts';
import { countsOfDay, questionPrices } from './cost-of-day.ts';
import { type AccountOfMonth, costliestAccounts, losingAccounts, type MonthlyPay } from './costly-accounts.repo.ts';

export type MoneyDeps = {
  readonly db: Db;
  readonly prices: Prices;
  readonly costLimits: Pick<CostLimits, 'perDay'>;
  /** The plans on sale. */
  readonly readPlans: () => Promise<readonly PricedPlan[]>;
};

type PricedPlan = Pick<Plan, 'id' | 'name' | 'unitAmount' | 'billingInterval'>;

const driversMax = 10;

/** Recurring revenue, cost and margin now: sums of counters, and the top of the index of the month's costs. */
export async function readMoney({ db, prices, costLimits, readPlans }: MoneyDeps, now: Date): Promise<MoneyReply> {
  const [plans, stats, paidPrices, today, month] = await Promise.all([
    readPlans(),
    readSearchStats(db),
    readPaidPrices(db),
    countsOfDay(db, now),
    readSteps(db, 'month', now),
  ]);
  const paid = plans.flatMap((plan) => pricesOf(plan, paidPrices, stats.subscriptionsByPlan[plan.id] ?? 0));
  const drivers = await topDrivers(db, month, prices);
  const pay = payOf(plans, paidPrices, prices);
  // No account below the lowest price can cost more than it pays, except one without a plan.
  const lowest = Math.min(...pay.map(({ pays }) => pays));
  const losing = await losingAccounts(db, { pay, atLeast: lowest, limit: LOSING_MAX });
  const withPay = ({ priceMinor, ...account }: AccountOfMonth): CostlyAccount => {
    const plan = plans.find(({ id }) => id === account.plan);
    const pays = plan === undefined ? 0 : netPerMonth({ ...plan, unitAmount: priceMinor ?? plan.unitAmount }, prices);
    return { ...account, pays };
  };
  const cost = rangeTotals(today, prices);
  const monthTotals = rangeTotals(sumCounts(month.map(({ counts }) => counts)), prices);
  return {
    subscribers: stats.activeSubscriptions,
    recurringPerMonth: revenueOf(paid),
    plans: plans.map(({ id, name }) => {
      const own = paid.filter(({ plan }) => plan.id === id);
      return { id, name, subscribers: countOf(own), perMonth: revenueOf(own) };
    }),
    today: rounded({
      model: cost.modelCost,
      carrier: cost.carrierCost,
      demo: cost.demoCost,
      ceiling: costLimits.perDay,
    }),
    perSubscriber: perSubscriber(paid, { prices, spent: spentOn(monthTotals) }),
    costPerAnswer: monthTotals.costPerAnswer,
    topDrivers: drivers.map(withPay),
    losing: losing.map(withPay),
  };
}

/**
 * The accounts that cost most this month. The hourly job has not counted the month yet in its first minutes, or in those
 * of a new installation: then this counts it if it can, because "no one" would be wrong.
 */
async function topDrivers(db: Db, days: readonly Step[], prices: Prices): Promise<AccountOfMonth[]> {
  const counted = await costliestAccounts(db, driversMax);
  if (counted.length > 0 || (days.at(-1)?.counts['texts.received'] ?? 0) === 0) return counted;
  // On a busy service the job alone has the time for it: the page shows all else, and no one until the job has run.
  await updateAccountCosts(db, { ...prices, question: questionPrices(days, prices) }).catch(() => undefined);
  return costliestAccounts(db, driversMax);
}

/** Subscribers of a plan that pay the same; `unitAmount` is what they pay, not what the plan costs now. */
type Paid = { readonly plan: PricedPlan; readonly subscribers: number };

/** A plan at each price that its subscribers pay. Those whose price was not read yet count at that of the plan. */
function pricesOf(plan: PricedPlan, paidPrices: readonly PaidPrice[], subscribers: number): Paid[] {
  const known = paidPrices
    .filter(({ planId }) => planId === plan.id)
    .map(({ unitAmount, subscribers: number }) => ({ plan: { ...plan, unitAmount }, subscribers: number }));
  const unread = Math.max(0, subscribers - countOf(known));
  return unread === 0 ? known : [...known, { plan, subscribers: unread }];
}

/** What a month of each plan brings: at its own price, where that of a subscription was not read, and at each that is paid. */
function payOf(plans: readonly PricedPlan[], paidPrices: readonly PaidPrice[], prices: Prices): MonthlyPay[] {
  return plans.flatMap((plan) => [
    { plan: plan.id, priceMinor: null, pays: netPerMonth(plan, prices) },
    ...paidPrices
      .filter(({ planId }) => planId === plan.id)
      .map(({ unitAmount }) => {
        return { plan: plan.id, priceMinor: unitAmount, pays: netPerMonth({ ...plan, unitAmount }, prices) };
      }),
  ]);
}

function countOf(paid: readonly Paid[]): number {
  return paid.reduce((sum, { subscribers }) => sum + subscribers, 0);
}

/** Microdollars a month. */
function revenueOf(paid: readonly Paid[]): number {
  return paid.reduce((sum, { plan, subscribers }) => sum + subscribers * perMonthOf(plan), 0);
}

/** Microdollars a month. */
function perMonthOf({ unitAmount, billingInterval }: PricedPlan): number {
  return Math.round((unitAmount * microdollarsPerCent) / (billingInterval === 'year' ? 12 : 1));
}

/** The provider's fee, by month. */
function feePerMonth(plan: PricedPlan, { paymentShare, paymentFixed }: Prices): number {
  const fixed = paymentFixed / (plan.billingInterval === 'year' ? 12 : 1);
  return Math.round(perMonthOf(plan) * paymentShare + fixed);
}

function netPerMonth(plan: PricedPlan, prices: Prices): number {
  return Math.max(0, perMonthOf(plan) - feePerMonth(plan, prices));
}

type Costs = { readonly modelCost: number; readonly carrierCost: number; readonly demoCost: number };

function spentOn({ modelCost, carrierCost, demoCost }: Costs): number {
  return modelCost + carrierCost + demoCost;
}

type Spent = {
  readonly prices: Prices;
  /** Of 30 days. */
  readonly spent: number;
};

/** A month of the average subscriber. */
function perSubscriber(paid: readonly Paid[], { prices, spent }: Spent): MoneyReply['perSubscriber'] {
  const count = countOf(paid);
  if (count === 0) return null;
  const revenue = revenueOf(paid) / count;
  const fees = paid.reduce((sum, { plan, subscribers }) => sum + subscribers * feePerMonth(plan, prices), 0) / count;
  const cost = spent / count;
  return rounded({ revenue, fees, cost, margin: revenue - fees - cost });
}

function rounded<T extends Readonly<Record<string, number>>>(amounts: T): T {
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, Math.round(amount)])) as T;
}
