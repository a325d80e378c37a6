import { queryOptions } from '@tanstack/react-query';

import { SessionsReply } from '#contract/sessions.ts';

import { call } from '../lib/api.ts';

/** The browsers that are logged in to the account. */
export const devicesQuery = queryOptions({
  queryKey: ['/api/user/sessions'],
  queryFn: ({ signal }) => call('/api/user/sessions', { reads: SessionsReply, signal }),
});
