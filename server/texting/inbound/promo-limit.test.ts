import { expect, test } from 'vitest';

import { startTestApp } from '#server/testing/test-app.ts';

test('sixty strangers an hour get the promo, also those who texted hours ago without getting it', async () => {
  await using app = await startTestApp();
  const { pool } = app.product.deps;
  const known = app.phone();
  await app.text(known, 'hello');
  // As for a stranger who was noted when the promos of an hour were used up.
  await app.untilTextsDone();
  await pool.query(
    `update unsubscribed_senders set promo_sent = false, created_at = now() - interval '2 hours' where phone_number = $1`,
    [known],
  );
  await pool.query(`delete from inbound_texts where sender = $1`, [known]);
  await app.text(known, 'hello');
  for (let nth = 1; nth < 60; nth += 1) await app.text(app.phone(), 'hello');
  await app.untilTextsDone();
  const [late, { rows }] = [app.phone(), await pool.query(`select 1 from unsubscribed_senders where promo_sent`)];
  expect(rows).toHaveLength(60);
  await app.text(late, 'hello');
  await app.untilTextsDone();
  expect(await app.replies(late)).toEqual([]);
});
