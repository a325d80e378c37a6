import { z } from 'zod';

import type { Deps } from './deps.ts';
import type { Job } from './platform/background.ts';
import { forgetExpiredLimits } from './platform/rate-limits.ts';
import { forgetExpiredSessions } from './platform/session.ts';
import { sendMailsQueue } from './support/outbox/mail-queue.flow.ts';
import { forgetOldMails } from './support/outbox/outbox.repo.ts';
import { sendDueMails } from './support/outbox/send-mails.job.ts';
import { redactCarrierCopies } from './texting/redact.job.ts';

const nothing = z.object({});

/** The background surface: every job and every cron line (UTC). */
export function listJobs(deps: Deps): Job[] {
  const { pool, db, config } = deps;
  const mailParts = { ...deps, publicUrl: config.http.publicUrl, newPasswordCode: () => Promise.resolve(null) };
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
      ...sendMailsQueue,
      cron: '* * * * *',
      expireSeconds: 600,
      retries: 0,
      isWakeUp: true,
      run: () => sendDueMails(mailParts),
    },
    {
      name: 'forget-what-is-over',
      payload: nothing,
      cron: '17 * * * *',
      expireSeconds: 300,
      retries: 1,
      run: async () => {
        await forgetExpiredLimits(pool);
        await forgetExpiredSessions(pool);
        await forgetOldMails(db);
      },
    },
  ];
}
