import { z } from 'zod';

import type { Deps } from './deps.ts';
import type { Job } from './platform/background.ts';
import { forgetExpiredLimits } from './platform/rate-limits.ts';
import { redactCarrierCopies } from './texting/redact.job.ts';

const nothing = z.object({});

/** The background surface: every job and every cron line (UTC). */
export function listJobs(deps: Deps): Job[] {
  const { pool, config } = deps;
  return [
    {
      name: 'redact-carrier-copies',
      payload: nothing,
      cron: '* * * * *',
      expireSeconds: 900,
      retries: 0,
      run: () => (config.carrier.removesCopies ? redactCarrierCopies(deps) : Promise.resolve()),
    },
    {
      name: 'forget-expired-limits',
      payload: nothing,
      cron: '17 * * * *',
      expireSeconds: 300,
      retries: 1,
      run: async () => {
        await forgetExpiredLimits(pool);
      },
    },
  ];
}
