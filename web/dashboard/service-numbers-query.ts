import { queryOptions } from '@tanstack/react-query';

import { ServiceNumbersReply } from '#contract/service-numbers.ts';

import { call } from '../lib/api.ts';
import { comesBack } from './retries.ts';

/** The numbers to text. */
export const serviceNumbersQuery = queryOptions({
  queryKey: ['/api/service-phone-numbers'],
  queryFn: ({ signal }) => call('/api/service-phone-numbers', { reads: ServiceNumbersReply, signal }),
  ...comesBack,
});
