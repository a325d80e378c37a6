import { expect, test } from 'vitest';

import { startTestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import { visitor } from '#server/testing/visitor.ts';

test('STOP, START, STOP within a month: the email that says that the plan continues is sent immediately, and once', async () => {
  await using app = await startTestApp({ settings: { TRUST_PROXY: '127.0.0.1' } });
  const { pool } = app.product.deps;
  const { userId, phoneNumber } = await visitor(app).join();
  await pool.query(
    `insert into subscriptions (id, user_id, plan_id, status, answers_until, created_at, current_period_end)
     values ('sub_ann', $1, 'monthly', 'active', now() + interval '1 month', now(), now() + interval '1 month')`,
    [userId],
  );
  const outcomes = async (): Promise<(string | null)[]> => {
    const { rows } = await pool.query<{ outcome: string | null }>(
      `select outcome from mails where user_id = $1 and kind = 'texts_stopped' order by created_at`,
      [userId],
    );
    return rows.map(({ outcome }) => outcome);
  };
  const untilThey = (are: (string | null)[]): Promise<unknown> =>
    until(are.join(), async () => (await outcomes()).join() === are.join());

  await app.text(phoneNumber, 'STOP');
  await untilThey(['sent']);
  await app.text(phoneNumber, 'START');
  // As if the job had not run before the START: then the email is not due.
  await pool.query(`update mails set outcome = null, closed_at = null, due_at = now() where kind = 'texts_stopped'`);
  await pool.query(`select pg_notify('mail_queued', '')`);
  await untilThey(['not_due']);

  await app.text(phoneNumber, 'STOP');
  await untilThey(['not_due', 'sent']);
  await app.text(phoneNumber, 'START');
  await app.text(phoneNumber, 'STOP');
  expect(await outcomes()).toEqual(['not_due', 'sent']);
});
