import type { Db } from '#server/db/client.ts';
import type { MailQueue } from '#server/domain/ports/mail-queue.ts';

import { recordReminder, readRenewing } from './renewal-reminder.repo.ts';
import { renewalToRemindOf } from './renewal.ts';

export type ReminderDeps = { readonly db: Db; readonly mails: MailQueue };

const pageSize = 500;

/**
 * Queues one reminder of each due renewal. Runs daily; a missed day loses nothing, because the window is two weeks
 * wide.
 * @param now the time of the run
 */
export async function remindOfRenewals({ db, mails }: ReminderDeps, now: Date): Promise<void> {
  let after = '';
  for (;;) {
    const page = await readRenewing(db, after, pageSize);
    for (const subscription of page) {
      const renewsAt = renewalToRemindOf(subscription, now);
      if (renewsAt === null) continue;
      const { id: subscriptionId, userId } = subscription;
      await db.transaction().execute(async (transaction) => {
        if (!(await recordReminder(transaction, subscriptionId, renewsAt))) return;
        await mails.queue({ kind: 'renewal_reminder', userId, subscriptionId }, transaction);
      });
    }
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = last.id;
  }
}
