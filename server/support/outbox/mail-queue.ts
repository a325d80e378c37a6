import { z } from 'zod';

import type { Db } from '#server/db/client.ts';
import type { Listener } from '#server/db/listen.ts';
import type { MailQueue } from '#server/domain/ports/mail-queue.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import type { JobQueue } from '#server/platform/job-queue.ts';

import { recordMail, recordResumed } from './outbox.repo.ts';

/** The job that sends due emails. It runs every minute; waking it saves the wait. */
export const sendMailsQueue = { name: 'send-mails', payload: z.object({}) } as const;

/**
 * The entry to the outbox. Inserts a row in the transaction that the email is about. The database notifies us of each
 * committed row, including those that a received text inserts (texting/inbound), which wakes the job.
 */
export function createMailQueue({
  db,
  jobQueue,
  listener,
  log,
}: {
  db: Db;
  jobQueue: Pick<JobQueue, 'send'>;
  listener: Pick<Listener, 'on'>;
  log: Log;
}): MailQueue {
  const wake = (): void => {
    jobQueue.send(sendMailsQueue, {}, { key: 'now' }).catch((error: unknown) => {
      log.warn(
        { event: 'mails_not_woken', ...errorFields(error) },
        'could not wake the job; emails wait for the next minute',
      );
    });
  };
  listener.on('mail_queued', { onNotify: wake, onListening: () => undefined });
  return {
    queue: (mail, transaction = db) => recordMail(transaction, mail),
    queueResumed: (plan) => recordResumed(db, plan),
  };
}
