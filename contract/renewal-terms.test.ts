import { expect, test } from 'vitest';

import { plans } from './plans.ts';
import { renewalTerms } from './renewal-terms.ts';

test('a price with cents has two decimals, a whole one has none', () => {
  expect(renewalTerms({ ...plans[0], price: 4.5 })).toContain(': $4.50 today, then $4.50 every month');
  expect(renewalTerms({ ...plans[0], price: 4.5, currency: 'eur' })).toContain(': €4.50 today, then €4.50 every month');
  expect(renewalTerms(plans[0])).toContain(': $3 today, then $3 every month');
});
