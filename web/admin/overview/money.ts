import type { OverviewStep } from '#contract/admin-overview.ts';

type Costs = Pick<OverviewStep, 'modelCost' | 'carrierCost' | 'paymentCost'> & { readonly demoCost?: number };

/** Cents in microdollars. */
export function microdollarsOf(cents: number): number {
  return cents * 10_000;
}

/** The total cost in microdollars, including the demo if known. */
export function costOf({ modelCost, carrierCost, paymentCost, demoCost = 0 }: Costs): number {
  return modelCost + carrierCost + paymentCost + demoCost;
}
