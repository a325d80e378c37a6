import { randomUUID } from 'node:crypto';

import { expect } from 'vitest';

import { isGone } from '#server/testing/run-deletion.ts';
import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import { visitor } from '#server/testing/visitor.ts';

/** Signs up with this email, asks for links until there are no more, and deletes the account. @returns what was sent */
async function comeAndGo(app: TestApp, email: string) {
  const { pool } = app.product.deps;
  const owner = visitor(app);
  const { userId } = await owner.join({ email });
  let links = 0;
  while ((await owner.call('POST', '/api/resend-email-link', {})).status === 200) links += 1;
  const { rows } = await pool.query(`select 1 from mails where user_id = $1 and kind = 'welcome'`, [userId]);
  // They are sent only while there is an account.
  await until('the emails of the account to be sent', async () => {
    const open = await pool.query('select 1 from mails where user_id = $1 and outcome is null', [userId]);
    return open.rowCount === 0;
  });
  expect((await owner.call('DELETE', '/api/user/account')).status).toBe(200);
  await until('the deletion to finish', () => isGone(app, userId));
  const goodbye = await pool.query('select 1 from mails where once_key = $1', [`goodbye:${userId}`]);
  return { links, welcomes: rows.length, goodbyes: goodbye.rowCount };
}

test('an unproven email gets three links and six welcomes and goodbyes a day, through however many accounts', async ({
  app,
}) => {
  const email = `${randomUUID()}@askline.example`;
  expect(await comeAndGo(app, email)).toEqual({ links: 3, welcomes: 1, goodbyes: 1 });
  for (let n = 0; n < 2; n += 1) {
    expect(await comeAndGo(app, email)).toEqual({ links: 0, welcomes: 1, goodbyes: 1 });
  }
  expect(await comeAndGo(app, email)).toEqual({ links: 0, welcomes: 0, goodbyes: 0 });
});
