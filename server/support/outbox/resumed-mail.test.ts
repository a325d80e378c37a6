import { sql } from 'kysely';
import { expect } from 'vitest';

import { test } from '#server/testing/shared-app.ts';
import { addSubscriber } from '#server/testing/subscriber.ts';
import { serviceNumbers, type TestApp } from '#server/testing/test-app.ts';

import { composeMail } from './compose.ts';
import { deleteOldMails, recordResumed } from './outbox.repo.ts';

const renewsAt = new Date('2090-01-29T17:00:00Z');

/** A subscriber whose plan renews at `renewsAt`. */
async function subscriberOf(app: TestApp) {
  const { db } = app.product.deps;
  const userId = await addSubscriber(db, { phone: app.phone(), serviceNumber: serviceNumbers[0] });
  const { id: subscriptionId } = await db
    .updateTable('subscriptions')
    .set({ current_period_end: renewsAt })
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirstOrThrow();
  const mails = () => db.selectFrom('mails').selectAll().where('user_id', '=', userId).execute();
  return { userId, subscriptionId, mails };
}

test.for([
  ['waits', null],
  ['was refused', 'refused'],
] as const)(
  'no email says that a canceled plan was taken back while the one that it is canceled %s',
  async ([, outcome], { app }) => {
    const { db } = app.product.deps;
    const { userId, subscriptionId, mails } = await subscriberOf(app);
    const once_key = `plan_canceling:${subscriptionId}:1`;
    const canceled = { kind: 'plan_canceling', user_id: userId, subscription_id: subscriptionId, once_key } as const;
    await db
      .insertInto('mails')
      .values({ ...canceled, outcome, closed_at: outcome && new Date() })
      .execute();
    await recordResumed(db, { userId, subscriptionId });
    expect((await mails()).map(({ kind }) => kind)).toEqual(['plan_canceling']);
  },
);

test('a year after the email about a canceled plan, one email says that this was taken back, and when it renews', async ({
  app,
}) => {
  const { db } = app.product.deps;
  const { userId, subscriptionId, mails } = await subscriberOf(app);
  const resume = () => recordResumed(db, { userId, subscriptionId });
  await resume();
  expect(await mails()).toEqual([]);

  await sql`
    insert into mails (kind, user_id, subscription_id, once_key, outcome, closed_at)
    values ('plan_canceling', ${userId}, ${subscriptionId}, ${`plan_canceling:${subscriptionId}:1`}, 'sent',
            now() - interval '1 year')`.execute(db);
  await deleteOldMails(db);
  await resume();
  await resume();
  await deleteOldMails(db);
  const [mail, ...others] = await mails();
  expect([mail?.kind, others]).toEqual(['renewal_reminder', []]);

  const unused = () => Promise.resolve(null);
  const deps = { db, publicUrl: app.url, newPasswordCode: unused, newEmailToken: unused, newUndoToken: unused };
  const claimed = {
    id: mail?.id ?? '',
    kind: 'renewal_reminder',
    userId,
    subscriptionId,
    tries: 1,
    askedAt: '',
  } as const;
  const nothing = { recipient: null, alert: null, lastCode: null };
  const composed = await composeMail(deps, { ...claimed, ...nothing, onceKey: mail?.once_key ?? null });
  expect(composed?.content.subject).toBe('Your Askline plan is no longer canceled');
  expect(JSON.stringify(composed?.content.blocks)).toContain('renews automatically on January 29, 2090.');
});
