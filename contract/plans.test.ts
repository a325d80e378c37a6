import { expect, test } from 'vitest';

import { PlansReply } from './plans-reply.ts';
import { planIds, plans, UNKNOWN_PLAN_ID } from './plans.ts';

test('the plans on sale match the schema of their endpoint without losing properties', () => {
  expect(PlansReply.parse({ plans })).toEqual({ plans });
});

test('minor units and whole units give the same price', () => {
  for (const plan of plans) expect(plan.unitAmount).toBe(plan.price * 100);
});

test('the yearly price is shown per month, rounded to cents, and saves over 11 percent', () => {
  const [monthly, annual] = plans;
  expect(annual.pricePerMonth).toBe(Math.round((annual.price / 12) * 100) / 100);
  expect(1 - annual.price / (monthly.price * 12)).toBeGreaterThan(0.11);
});

test('the placeholder for an unknown plan cannot be bought', () => {
  expect(planIds).not.toContain(UNKNOWN_PLAN_ID);
});
