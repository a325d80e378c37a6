import { randomUUID } from 'node:crypto';

import type { NewSubscriber } from '#server/testing/subscriber.ts';
import type { TestApp } from '#server/testing/test-app.ts';

/** An account with this name. */
async function person(app: TestApp, name: string, details: Partial<NewSubscriber> = {}) {
  const phone = app.phone();
  const userId = await app.subscriber(phone, details);
  await app.product.deps.pool.query('update users set name = $1 where id = $2', [name, userId]);
  return { userId, phone };
}

/** Someone on each list of the desk, and a failure of each kind. @returns the id of the text that failed */
export async function badDay(app: TestApp): Promise<string> {
  const { pool } = app.product.deps;
  const past = { status: 'canceled', answersUntil: new Date(Date.now() - 86_400_000) } as const;
  const angry = await person(app, 'Ann Angry');
  const ended = await person(app, 'Ed Ended', past);
  const stopped = await person(app, 'Stan Stopped');
  const writer = await person(app, 'Wanda Writer');
  const silent = await person(app, 'Sid Silent');
  const leaving = await person(app, 'Lee Leaving');
  const failing = await person(app, 'Carl Card', { status: 'past_due' });
  const sids = [1, 2, 3].map(() => `SM${randomUUID().replaceAll('-', '')}`);
  const addText = `
    insert into inbound_texts (sid, sender, service_number, kind, reply, state, outcome, user_id, unpaid, received_at,
                               answer_by, not_before, closed_at)
    values ($1, $2, '+12025550100', 'question', $3, 'done', $4, $5, $6, now(), now(), now(), now())`;
  await pool.query(addText, [sids[0], angry.phone, 'answer', 'apologised', angry.userId, false]);
  await pool.query(addText, [sids[1], angry.phone, 'answer', 'failed', angry.userId, false]);
  await pool.query(addText, [sids[2], ended.phone, 'inactive', 'replied', ended.userId, true]);
  await pool.query(
    `insert into outbound_texts (id, inbound_sid, purpose, sender, recipient, attempt, state, intent_at, provider_sid,
                                 accepted_at, delivery, error_code)
     values ($1, $2, 'apology', '+12025550100', $3, 1, 'accepted', now(), $4, now(), 'undelivered', 30003)`,
    [randomUUID(), sids[0], angry.phone, `SM${randomUUID().replaceAll('-', '')}`],
  );
  await pool.query(`insert into opt_outs values ($1, true, now(), 'text')`, [stopped.phone]);
  await pool.query(
    `insert into support_requests (kind, user_id, stage, closed_at) values ('ticket', $1, 'done', now())`,
    [writer.userId],
  );
  await pool.query(`update subscriptions set created_at = now() - interval '3 days' where user_id = $1`, [
    silent.userId,
  ]);
  await pool.query(`update subscriptions set canceled_at = now(), cancel_at_period_end = true where user_id = $1`, [
    leaving.userId,
  ]);
  await pool.query(`update subscriptions set next_payment_attempt = now() + interval '2 days' where user_id = $1`, [
    failing.userId,
  ]);
  await pool.query('insert into identity_moves (user_id, failed_at) values ($1, now())', [writer.userId]);
  return sids[0] ?? '';
}
