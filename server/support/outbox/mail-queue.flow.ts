import { z } from 'zod';

import type { Db } from '#server/db/client.ts';
import type { Listener } from '#server/db/listen.ts';
import type { Background } from '#server/platform/background.ts';
import { errorFields, type Log } from '#server/platform/log.ts';
import type { MailQueue } from '#server/providers/ports/mail.ts';

import { noteMail } from './outbox.repo.ts';

/** The job that sends what is due. It runs every minute anyway; waking it saves the wait. */
export const sendMailsQueue = { name: 'send-mails', payload: z.object({}) } as const;

/**
 * The way into the outbox: the row is the mail's place in the queue, noted together with what the mail is about. The
 * database tells of each new row when it is committed, also of those that a text brings (texting/taking-in), and the
 * job is woken.
 */
export function createMailQueue({
  db,
  background,
  listener,
  log,
}: {
  db: Db;
  background: Pick<Background, 'send'>;
  listener: Pick<Listener, 'on'>;
  log: Log;
}): MailQueue {
  const wake = (): void => {
    background.send(sendMailsQueue, {}, { key: 'now' }).catch((error: unknown) => {
      log.warn({ event: 'mails_not_woken', ...errorFields(error) }, 'mails wait for the next minute');
    });
  };
  listener.on('mail_queued', { onNotify: wake, onListening: () => undefined });
  return { queue: (mail, transaction = db) => noteMail(transaction, mail) };
}
