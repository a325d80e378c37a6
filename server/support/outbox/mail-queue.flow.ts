import { z } from 'zod';

import type { Db } from '#server/db/client.ts';
import type { Background } from '#server/platform/background.ts';
import type { MailQueue } from '#server/providers/ports/mail.ts';

import { noteMail } from './outbox.repo.ts';

/** The job that sends what is due. It runs every minute anyway; waking it saves the wait. */
export const sendMailsQueue = { name: 'send-mails', payload: z.object({}) } as const;

/** The way into the outbox: the row is the mail's place in the queue, noted together with what the mail is about. */
export function createMailQueue({ db, background }: { db: Db; background: Background }): MailQueue {
  return {
    async queue(mail, transaction = db) {
      const isNew = await noteMail(transaction, mail);
      if (isNew) await background.send(sendMailsQueue, {}, { db: transaction, key: 'now' });
      return isNew;
    },
  };
}
