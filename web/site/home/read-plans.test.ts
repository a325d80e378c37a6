import { expect, test } from 'vitest';

import { plans } from '#contract/plans.ts';

import { readPlans } from './read-plans.ts';

test('the plans of the reply are read, bare or wrapped', () => {
  expect(readPlans({ plans })).toEqual(plans);
  expect(readPlans(plans)).toEqual(plans);
});

test.each([null, 'plans', {}, { plans: 'none' }, [{ id: 'monthly' }], [{ ...plans[0], price: '3' }]])(
  '%j holds no plan',
  (reply) => {
    expect(readPlans(reply)).toEqual([]);
  },
);
