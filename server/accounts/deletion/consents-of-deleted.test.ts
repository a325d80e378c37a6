import { expect, test } from 'vitest';

import { runUntilGone } from '#server/testing/run-deletion.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { visitor } from '#server/testing/visitor.ts';

const settings = { TRUST_PROXY: '127.0.0.1', CARRIER_REDACTION: 'off' };

test('what a phone texted before it had an account is hashed when the account is deleted', async () => {
  await using app = await startTestApp({ settings });
  const { pool, phoneHash } = app.product.deps;
  const [phoneNumber, neighbor] = [app.phone(), app.phone()];
  for (const phone of [phoneNumber, neighbor]) for (const word of ['STOP', 'START']) await app.text(phone, word);
  const ann = visitor(app);
  const { userId } = await ann.join({ phoneNumber });
  await app.sandbox('PUT', '/sandbox/faults', { stripe: { status: 503 } });
  await pool.query(`update users set stripe_customer_id = 'cus_gone' where id = $1`, [userId]);
  expect((await ann.call('DELETE', '/api/user/account')).status).toBe(200);

  // From now on its texts are a stranger's. The carrier's times are in whole seconds.
  await pool.query(`update departed_numbers set departed_at = departed_at - interval '3 seconds'`);
  await app.text(phoneNumber, 'STOP');
  await app.sandbox('DELETE', '/sandbox/faults');
  await runUntilGone(app, userId);
  const { rows } = await pool.query(
    `select phone_key as key, given, source from consents where subject = 'messaging' order by id`,
  );
  const hash = phoneHash(phoneNumber);
  expect(rows).toEqual([
    { key: hash, given: false, source: 'text' },
    { key: hash, given: true, source: 'text' },
    { key: neighbor, given: false, source: 'text' },
    { key: neighbor, given: true, source: 'text' },
    { key: hash, given: true, source: 'signup' },
    { key: phoneNumber, given: false, source: 'text' },
  ]);
});
