import { randomUUID } from 'node:crypto';

import { expect } from 'vitest';

import { operator } from '#server/testing/operator.ts';
import { payerOf } from '#server/testing/payer.ts';
import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import { visitor } from '#server/testing/visitor.ts';

const remove = (app: TestApp, userId: string, confirmation = 'DELETE') =>
  operator(app)('POST', `/api/admin/customers/${userId}/delete`, { body: { reason: 'parent_asked', confirmation } });

test('an operator starts the deletion that an owner could: plan, phone, sessions and data end, and a last email follows', async ({
  app,
}) => {
  const ann = visitor(app);
  const { email, phoneNumber, userId } = await ann.join();
  const payer = payerOf(app, {
    userId,
    phone: phoneNumber,
    call: (method, path, body) => ann.call(method, path, body),
  });
  const customer = await payer.subscribe();
  await app.text(phoneNumber, 'STOP');
  await app.untilTextsDone();

  expect((await remove(app, userId, 'delete')).status).toBe(400);
  expect((await ann.call('GET', '/api/user')).status).toBe(200);
  const both = await Promise.all([remove(app, userId), remove(app, userId)]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect((await ann.call('GET', '/api/user')).status).toBe(401);
  const { pool } = app.product.deps;
  await until('the deletion to be finished', async () => {
    const { rows } = await pool.query('select finished_at from deletions where user_id = $1', [userId]);
    return rows[0]?.finished_at !== null;
  });
  expect(await payer.stripe('GET', `/customers/${customer}`)).toMatchObject({ deleted: true });
  const subjects = await until('the goodbye', async () => {
    const found = (await app.mails(email)).map(({ subject }) => subject);
    return found.includes('Your Askline account is deleted') && found;
  });
  expect(subjects.filter((subject) => subject === 'Your Askline account is deleted')).toHaveLength(1);
  // STOP is kept, under the number's hash.
  expect((await visitor(app).signUp({ phoneNumber })).body.message).toContain('START');
  expect((await remove(app, userId)).status).toBe(200);
  expect((await remove(app, randomUUID())).status).toBe(404);
  const { rows: audit } = await pool.query(
    `select distinct outcome, reason from admin_audit where action = 'delete_account' and subject = $1 order by outcome`,
    [userId],
  );
  expect(audit).toEqual(['begun', 'done'].map((outcome) => ({ outcome, reason: 'parent_asked' })));
});
