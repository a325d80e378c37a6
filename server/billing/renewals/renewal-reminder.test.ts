import { sql } from 'kysely';
import { expect } from 'vitest';

import { addPayer } from '#server/testing/payer.ts';
import { test } from '#server/testing/shared-app.ts';
import { until } from '#server/testing/until.ts';

import { remindOfRenewals } from './renewal-reminder.job.ts';

const dayMs = 86_400_000;

test('a yearly plan gets one reminder per renewal, a canceled one none', async ({ app }) => {
  const { db, mails } = app.product.deps;
  const payer = await addPayer(app);
  await payer.subscribe('annual');
  await until('the subscription to run', async () => (await payer.view()).status === 'active');
  const renewal = Date.parse((await payer.view()).expiryDate ?? '');
  const count = async () =>
    (await db.selectFrom('mails').select('id').where('kind', '=', 'renewal_reminder').execute()).length;
  const remind = (daysAhead: number) => remindOfRenewals({ db, mails }, new Date(renewal - daysAhead * dayMs));

  const counts: number[] = [];
  for (const daysAhead of [60, 31, 29, 28, 20, 16, 3]) {
    await Promise.all([remind(daysAhead), remind(daysAhead)]); // two processes concurrently
    counts.push(await count());
  }
  expect(counts).toEqual([0, 0, 1, 1, 1, 1, 1]);

  await payer.advance('renewal');
  const renewed = await until('the next year', async () => {
    const { expiryDate } = await payer.view();
    return Date.parse(expiryDate ?? '') > renewal && Date.parse(expiryDate ?? '');
  });
  await remindOfRenewals({ db, mails }, new Date(renewed - 20 * dayMs));
  expect(await count()).toBe(2);
  await db
    .updateTable('subscriptions')
    .set({ cancel_at: new Date(renewed) })
    .execute();
  await db.deleteFrom('renewal_reminders').execute();
  await remindOfRenewals({ db, mails }, new Date(renewed - 20 * dayMs));
  expect(await count()).toBe(2);
});

test('the reminder names the price that the subscriber pays, not that of new subscribers', async ({ app }) => {
  const { db, mails } = app.product.deps;
  const payer = await addPayer(app);
  await payer.subscribe('annual');
  await until('the subscription to run', async () => (await payer.view()).status === 'active');
  const renewal = Date.parse((await payer.view()).expiryDate ?? '');
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', payer.userId)
    .executeTakeFirstOrThrow();
  await db.updateTable('plans').set({ price_minor: 4800 }).where('id', '=', 'annual').execute();
  try {
    await remindOfRenewals({ db, mails }, new Date(renewal - 20 * dayMs));
    const reminder = await until('the reminder', async () =>
      (await app.mails(email)).find(({ text }) => text.includes('will then be charged')),
    );
    expect(reminder.text).toContain('charged $32 for another year');
  } finally {
    await db.updateTable('plans').set({ price_minor: 3200 }).where('id', '=', 'annual').execute();
  }
});

test('a renewal is reminded of, however many plans come before it', async ({ app }) => {
  const { db, mails } = app.product.deps;
  await sql`
    with payers as (
      insert into users (name, email) select 'Sam', 'payer' || n || '@askline.example' from generate_series(0, 500) as n
      returning id, email = 'payer0@askline.example' as is_due)
    insert into subscriptions (id, user_id, plan_id, status, current_period_end, answers_until, created_at)
    select case when is_due then 'sub_z' else 'sub_' || id end, id, 'annual', 'active', ends_at, ends_at,
           ends_at - interval '1 year'
      from payers, lateral (select now() + case when is_due then 20 else 200 end * interval '1 day') as plan (ends_at)
  `.execute(db);
  await remindOfRenewals({ db, mails }, new Date());
  const reminded = db.selectFrom('renewal_reminders').select('subscription_id').where('subscription_id', '=', 'sub_z');
  expect(await reminded.execute()).toHaveLength(1);
});
