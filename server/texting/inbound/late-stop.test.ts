import { expect, test } from 'vitest';

import { Secret } from '#server/platform/secret.ts';
import { startTestApp } from '#server/testing/test-app.ts';

import { replies } from '../rules/replies.ts';

test('a STOP that is older than a START is recorded, and the phone gets its answers', async () => {
  await using it = await startTestApp({
    settings: { TWILIO_OPT_OUT_REPLIES: 'app' },
    sandbox: { TWILIO_OPT_OUT_REPLIES: 'app' },
  });
  const { pool, config } = it.product.deps;
  const phone = it.phone();
  await it.subscriber(phone);
  await it.text(phone, 'START');
  await it.finalReplies(phone, 1);
  await it.product.texting.receiveText({
    sid: `SM${crypto.randomUUID().replaceAll('-', '')}`,
    from: phone,
    to: config.carrier.serviceNumbers[0] ?? '',
    body: new Secret('STOP'),
    mediaTypes: [],
    carrierKeyword: null,
    sentAt: new Date(Date.now() - 3 * 60_000),
  });
  await it.text(phone, 'capital of france');
  expect(await it.finalReplies(phone, 2)).toEqual([replies.start.en, expect.stringContaining('Paris')]);
  const { rows } = await pool.query(`select given from consents where phone_key = $1 and source = 'text' order by at`, [
    phone,
  ]);
  expect(rows).toEqual([{ given: false }, { given: true }]);
  expect((await pool.query(`select 1 from mails where kind = 'texts_stopped'`)).rows).toEqual([]);
});
