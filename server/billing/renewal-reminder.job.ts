import type { Db } from '#server/db/client.ts';
import type { MailQueue } from '#server/providers/ports/mail.ts';

import { noteReminder, readRenewing } from './renewal-reminder.repo.ts';
import { renewalToRemindOf } from './renewal.ts';

export type ReminderParts = { readonly db: Db; readonly mails: MailQueue };

const pageSize = 500;

/**
 * Queues the reminder of every renewal that is near enough, once each. Runs daily; a day without it loses nothing, as
 * the window is two weeks wide.
 * @param now when it runs
 */
export async function remindOfRenewals({ db, mails }: ReminderParts, now: Date): Promise<void> {
  let after = '';
  for (;;) {
    const page = await readRenewing(db, after, pageSize);
    for (const subscription of page) {
      const renewsAt = renewalToRemindOf(subscription, now);
      if (renewsAt === null) continue;
      const { id: subscriptionId, userId } = subscription;
      await db.transaction().execute(async (transaction) => {
        if (!(await noteReminder(transaction, subscriptionId, renewsAt))) return;
        await mails.queue({ kind: 'renewal_reminder', userId, subscriptionId }, transaction);
      });
    }
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = last.id;
  }
}
