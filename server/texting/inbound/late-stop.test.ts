import { expect, test } from 'vitest';

import { readLedger } from '#server/platform/ledger.ts';
import { Secret } from '#server/platform/secret.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';

import { replies } from '../rules/replies.ts';

const word = { TWILIO_OPT_OUT_REPLIES: 'app' };

/** A text of three minutes ago that the check for missed texts finds now. */
async function findLate({ product }: TestApp, from: string, body: string): Promise<void> {
  await product.texting.receiveText({
    sid: `SM${crypto.randomUUID().replaceAll('-', '')}`,
    from,
    to: product.deps.config.carrier.serviceNumbers[0] ?? '',
    body: new Secret(body),
    mediaTypes: [],
    carrierKeyword: null,
    sentAt: new Date(Date.now() - 3 * 60_000),
  });
}

test('a STOP that is older than a START is recorded, and the phone gets its answers', async () => {
  await using app = await startTestApp({ settings: word, sandbox: word });
  const { pool } = app.product.deps;
  const phone = app.phone();
  await app.subscriber(phone);
  await app.text(phone, 'START');
  await app.finalReplies(phone, 1);
  await findLate(app, phone, 'STOP');
  await app.text(phone, 'capital of france');
  expect(await app.finalReplies(phone, 2)).toEqual([replies.start.en, expect.stringContaining('Paris')]);
  const { rows } = await pool.query(`select given from consents where phone_key = $1 and source = 'text' order by at`, [
    phone,
  ]);
  expect(rows).toEqual([{ given: false }, { given: true }]);
  expect((await pool.query(`select 1 from mails where kind = 'texts_stopped'`)).rows).toEqual([]);
});

test('a STOP from before the deletion that is found late is kept by the hash of its number, unless a START came after it', async () => {
  await using app = await startTestApp();
  const { pool, phoneHash, config } = app.product.deps;
  const [leaver, returner] = [app.phone(), app.phone()];
  for (const phone of [leaver, returner]) {
    await pool.query(`insert into departed_numbers values ($1, now() - interval '1 minute')`, [phoneHash(phone)]);
  }
  await app.text(returner, 'START');
  for (const phone of [leaver, returner]) await findLate(app, phone, 'STOP');
  const optOuts = await pool.query('select phone_key, source from opt_outs where opted_out');
  expect(optOuts.rows).toEqual([{ phone_key: phoneHash(leaver), source: 'account' }]);
  // For a database that an older backup takes the place of.
  const noted = (readLedger(config.backup.ledgerDir) ?? []).filter(({ kind }) => kind === 'stop');
  expect(noted.map(({ key }) => key)).toEqual([leaver, returner].map(phoneHash));
  const texts = await pool.query('select sender, kind from inbound_texts');
  expect(texts.rows).toEqual([{ sender: returner, kind: 'start' }]);
});
