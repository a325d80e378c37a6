import { useQuery } from '@tanstack/react-query';

import { PlansReply } from '#contract/plans-reply.ts';
import { plans as builtInPlans, type Plan } from '#contract/plans.ts';

import { call } from '../lib/api.ts';

/** What is on sale: the server's list, and until it is there (or if it never comes) the one of the build. */
export function usePlans(): readonly Plan[] {
  const { data } = useQuery({
    queryKey: ['/api/subscription/plans'],
    queryFn: ({ signal }) => call('/api/subscription/plans', { reads: PlansReply, signal }),
  });
  return data && data.plans.length > 0 ? data.plans : builtInPlans;
}
