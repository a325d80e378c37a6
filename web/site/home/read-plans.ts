import type { Plan } from '#contract/plans.ts';

/**
 * Reads the reply of the plans call by hand: a schema library would cost the front page more than all of its own code.
 * What does not look like a plan is left out; an empty list means that the reply was not one.
 */
export function readPlans(value: unknown): Plan[] {
  const list = isRecord(value) && 'plans' in value ? value['plans'] : value;
  return Array.isArray(list) ? list.filter(isPlan) : [];
}

function isPlan(value: unknown): value is Plan {
  return (
    isRecord(value) &&
    typeof value['id'] === 'string' &&
    typeof value['name'] === 'string' &&
    typeof value['price'] === 'number' &&
    typeof value['currency'] === 'string' &&
    (value['billingInterval'] === 'month' || value['billingInterval'] === 'year') &&
    Array.isArray(value['features']) &&
    value['features'].every((feature) => typeof feature === 'string')
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
