import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import { DELETE_WORD } from '#contract/user.ts';
import { deleteAccountsQueue } from '#server/accounts/deletion/delete-accounts.job.ts';
import { restoreBackup } from '#server/backup/make-backup.ts';
import { readConfig } from '#server/config/config.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';
import { backupKey as key, backUp } from '#server/testing/back-up.ts';
import { emptyDatabase } from '#server/testing/database.ts';
import { operator } from '#server/testing/operator.ts';
import { addPayer } from '#server/testing/payer.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { tracesOf } from '#server/testing/traces.ts';
import { until } from '#server/testing/until.ts';

import { finishRestore } from './finish-restore.ts';

const options = {
  settings: { TEST_SPEED: '20', CARRIER_REDACTION: 'off' },
  sandbox: { SANDBOX_PERPLEXITY_MODE: 'echo' },
};

const newAddress = () => `${randomUUID()}@askline.example`;

/** An operator's call, which must succeed. */
async function call(app: TestApp, path: string, body: unknown): Promise<void> {
  expect((await operator(app)('POST', `/api/admin/${path}`, { body })).status).toBe(200);
}

const correct = (app: TestApp, userId: string, email: string) =>
  call(app, `customers/${userId}/correct`, { reason: 'customer_asked', name: 'Ann Example', email });

const accountsOf = async ({ product: { deps } }: Pick<TestApp, 'product'>) => {
  const { rows } = await deps.pool.query<{ id: string; email: string; isProven: boolean; number: string | null }>(
    `select u.id, email, email_proven_at is not null as "isProven", number
       from users u left join phone_numbers n on n.user_id = u.id`,
  );
  return new Map(rows.map(({ id, ...account }) => [id, account]));
};

test('what operators did for people since the backup is done again: numbers released and forgotten, emails corrected, free time given', async () => {
  await using app = await startTestApp(options);
  await using target = await emptyDatabase();
  const { pool, ledger } = app.product.deps;
  const [reassigned, stranger, given, stays] = [app.phone(), app.phone(), app.phone(), app.phone()];
  const former = await app.subscriber(reassigned);
  const changer = await app.subscriber(given);
  const staying = await app.subscriber(stays);
  const leaver = await app.subscriber(app.phone());
  const [payer, moved] = [await addPayer(app), await addPayer(app)];
  await payer.subscribe();
  await pool.query('update users set email_proven_at = now()');
  for (const phone of [reassigned, stranger]) await app.text(phone, 'who painted one');
  await app.untilTextsDone();
  // Released before, and verified again.
  ledger.note({ kind: 'phone_released', key: staying, at: new Date(Date.now() - 300_000) });
  const file = await backUp(app);

  const wanted = newAddress();
  await call(app, `customers/${former}/release-phone`, {
    reason: 'number_reassigned',
    phoneEnding: reassigned.slice(-2),
  });
  // A phone change is not in the ledger.
  await pool.query('delete from phone_numbers where user_id = $1', [changer]);
  for (const phoneNumber of [stranger, given]) await call(app, 'forget-number', { phoneNumber });
  await call(app, `customers/${leaver}/delete`, { reason: 'customer_asked', confirmation: DELETE_WORD });
  await correct(app, payer.userId, newAddress());
  await correct(app, payer.userId, wanted);
  await correct(app, moved.userId, newAddress());
  const decision = { reason: 'goodwill', months: 2, actionId: randomUUID(), as: 'free_time' };
  await call(app, `customers/${moved.userId}/comp`, decision);
  const periods = (of: Pick<TestApp, 'product'>) =>
    of.product.deps.db.selectFrom('free_periods').select(['id', 'user_id', 'months', 'answers_until']).execute();
  const freeTime = await periods(app);
  await app.text(reassigned, 'who painted two');
  await app.untilTextsDone();
  await app.product.stop();

  const config = readConfig({ ...app.settings, DATABASE_URL: target.url });
  await restoreBackup(file, { key, databaseUrl: target.url, onFile: () => undefined });
  // The first run fails after the ledger was applied; the report of the second one tells what both did, once.
  await app.sandbox('PUT', '/sandbox/faults', { twilio: { status: 401, operations: ['list'] } });
  await expect(finishRestore(config, { withoutLedger: false })).rejects.toThrow(ProviderError);
  await app.sandbox('DELETE', '/sandbox/faults');
  const report = await finishRestore(config, { withoutLedger: false });
  expect(report).toContain('1 account was deleted and is deleted again');
  expect(report).toContain('2 numbers were forgotten and are forgotten again');
  expect(report).toMatch(
    new RegExp(`The phone numbers of 2 accounts were released .+:\n    ${former}\n    ${changer}\n`),
  );
  expect(report).toMatch(new RegExp(`1 account had its email corrected again, .+:\n    ${payer.userId}\n`));
  expect(report).toMatch(
    new RegExp(`1 account had its email corrected; the old one may be back, .+:\n    ${moved.userId}\n`),
  );
  expect(report).toContain('free time was given 1 time and is given again');
  for (const phone of [reassigned, stranger, given, wanted]) expect(report).not.toContain(phone);

  await using again = await app.another({ DATABASE_URL: target.url, PORT: app.settings['PORT'] ?? '' });
  expect(freeTime).toMatchObject([{ id: decision.actionId, user_id: moved.userId, months: 2 }]);
  expect(await periods(again)).toEqual(freeTime);
  const { rows: deletions } = await again.product.deps.pool.query(
    'select count(*)::int as count from deletions where numbers && $1',
    [[stranger, given]],
  );
  expect(deletions).toEqual([{ count: 2 }]);
  const accounts = await accountsOf(again);
  expect(accounts.get(former)).toMatchObject({ number: null });
  expect(accounts.get(changer)).toMatchObject({ number: null });
  expect(accounts.get(staying)).toMatchObject({ number: stays });
  expect(accounts.get(payer.userId)).toMatchObject({ email: wanted, isProven: false, number: payer.phone });
  expect(accounts.get(moved.userId)).toMatchObject({ isProven: false, number: moved.phone });

  // The new holder's texts are neither answered on the former owner's plan nor on its dashboard.
  const { rows: texts } = await again.product.deps.pool.query(
    'select user_id as owner from inbound_texts where sender = $1 order by received_at',
    [reassigned],
  );
  expect(texts).toEqual([{ owner: former }, { owner: null }]);
  await app.sandbox('POST', `/sandbox/phones/${encodeURIComponent(reassigned)}/messages`, {
    to: '+12025550100',
    body: 'who painted three',
  });
  await until('the text to be handled', async () => {
    const { rows } = await again.product.deps.pool.query(
      `select 1 from inbound_texts where sender = $1 and state = 'done'`,
      [reassigned],
    );
    return rows.length === 3;
  });
  expect((await app.replies(reassigned)).filter((reply) => reply.includes('three'))).toEqual([]);

  await again.product.deps.jobQueue.send(deleteAccountsQueue, {}, { key: 'now' });
  await until('nothing of the forgotten number to be left', async () => (await tracesOf(again, stranger)).length === 0);
});
