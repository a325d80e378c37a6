import type { Plan } from '#contract/plans.ts';

/**
 * Reads the reply of the plans call without a schema library, which would be larger than all of the front page's own
 * code. Skips everything that is not a plan; an empty list means that the reply was invalid.
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
