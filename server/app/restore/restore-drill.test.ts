import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { expect, test } from 'vitest';

import { startDeletion } from '#server/accounts/deletion/delete-accounts.job.ts';
import { disableOperator } from '#server/admin/operators/manage.ts';
import { accountDeps } from '#server/app/dependencies.ts';
import { dumpDatabase } from '#server/backup/dump.repo.ts';
import { loadDatabase } from '#server/backup/load.repo.ts';
import { restoreBackup } from '#server/backup/make-backup.ts';
import { adoptRestored } from '#server/backup/restore-mode.repo.ts';
import { readConfig } from '#server/config/config.ts';
import { migrateUpTo, pendingMigrations } from '#server/db/migrate.ts';
import { backupKey as key, backUp } from '#server/testing/back-up.ts';
import { connectTo, emptyDatabase } from '#server/testing/database.ts';
import { openJournal } from '#server/testing/journals.ts';
import { namedOperator } from '#server/testing/named-operator.ts';
import { addPayer } from '#server/testing/payer.ts';
import { serviceNumbers, startGatedApp, startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { dumpFacts, phoneHashProbe } from '../dump-facts.ts';
import { finishRestore } from './finish-restore.ts';

/** A number that is no longer in the settings. */
const earlierNumber = '+12025550102';
const options = {
  settings: { TEST_SPEED: '20', TWILIO_OPT_OUT_REPLIES: 'app' },
  sandbox: {
    SANDBOX_PERPLEXITY_MODE: 'echo',
    SERVICE_PHONE_NUMBERS: [...serviceNumbers, earlierNumber].join(','),
  },
};

/** Sends a text that no database can record now. */
async function send(app: TestApp, phone: string, body: string): Promise<void> {
  await app.sandbox('POST', `/sandbox/phones/${encodeURIComponent(phone)}/messages`, { to: '+12025550100', body });
}

test('after a disaster no one is answered twice, texted after STOP, left with a deleted account, or charged without one', async () => {
  await using app = await startTestApp(options);
  await using target = await emptyDatabase();
  const deps = accountDeps(app.product.deps);
  const [asker, stopper, returner, leaver, late] = Array.from({ length: 5 }, () => app.phone()) as [
    string,
    string,
    string,
    string,
    string,
  ];
  await app.product.deps.pool.query('insert into service_numbers (number) values ($1)', [earlierNumber]);
  const staying = await app.subscriber(asker, { serviceNumber: earlierNumber });
  for (const phone of [stopper, returner, late]) await app.subscriber(phone);
  const leaving = await app.subscriber(leaver);
  const known = await addPayer(app);
  const [employee, former] = [await namedOperator(app), await namedOperator(app)];
  await disableOperator(app.product.deps, former.name);
  // A deletion that failed after it was noted: the account is open in the backup and stays open.
  const dayBefore = new Date(Date.now() - 86_400_000);
  app.product.deps.ledger.note({ kind: 'deleted', key: staying, at: dayBefore });
  await app.text(asker, 'who painted one');
  await app.text(returner, 'STOP');
  await app.untilTextsDone();
  const file = await backUp(app);

  // What the backup does not know.
  await app.text(asker, 'who painted two', { to: earlierNumber });
  await app.text(stopper, 'STOP');
  await app.text(returner, 'START');
  const customer = await known.subscribe();
  const stranger = await addPayer(app);
  const orphaned = await stranger.subscribe();
  await startDeletion(deps, leaving);
  await disableOperator(app.product.deps, employee.name);
  await app.untilTextsDone();
  await until('the replies', async () => (await app.replies(asker)).length === 2);
  const before = Object.fromEntries(
    await Promise.all(
      [asker, stopper, returner, leaver].map(async (phone) => [phone, await app.replies(phone)] as const),
    ),
  );
  await app.product.stop();
  // A text while no product runs.
  await send(app, late, 'who painted three');

  const config = readConfig({ ...app.settings, DATABASE_URL: target.url });
  await restoreBackup(file, { key, databaseUrl: target.url, onFile: () => undefined });
  await expect(app.another({ DATABASE_URL: target.url })).rejects.toThrow('is being restored');
  const report = await finishRestore(config, { withoutLedger: false });
  expect(report).toContain('1 account was deleted and is deleted again');
  expect(report).toContain(`${orphaned} (sub_`);
  expect(report).toContain('1 paid subscription has no account');
  expect(report).toContain(`can log in to the admin area: ${employee.name}\n`);
  await using learned = connectTo(target.url, 1);
  const { rows: earlier } = await learned.pool.query('select state from inbound_texts where service_number = $1', [
    earlierNumber,
  ]);
  expect(earlier).toEqual([{ state: 'done' }]);

  await using again = await app.another({ DATABASE_URL: target.url, PORT: app.settings['PORT'] ?? '' });
  const { pool } = again.product.deps;
  const isDone = async (phone: string, count: number): Promise<boolean> => {
    const { rows } = await pool.query(`select 1 from inbound_texts where sender = $1 and state = 'done'`, [phone]);
    return rows.length >= count;
  };
  // The one text without a reply gets its reply; earlier ones get none.
  await until('the late text', async () => (await app.replies(late)).length === 1);
  for (const [phone, replies] of Object.entries(before)) expect(await app.replies(phone), phone).toEqual(replies);

  // An opted-out phone gets nothing; one that opted back in is answered.
  await send(app, stopper, 'who painted four');
  await send(app, returner, 'who painted five');
  await until('both to be received', async () => (await isDone(stopper, 2)) && (await isDone(returner, 3)));
  expect(await app.replies(stopper)).toEqual(before[stopper]);
  expect((await app.replies(returner)).at(-1)).toContain('five');

  // The deleted account is closed; the account of the paying customer has the plan, with its customer restored.
  const { rows: closed } = await pool.query('select user_id as id from deletions');
  expect(closed).toEqual([{ id: leaving }]);
  const { rows: plans } = await pool.query(
    `select u.stripe_customer_id as customer, s.status from users u join subscriptions s on s.user_id = u.id where u.id = $1`,
    [known.userId],
  );
  expect(plans).toEqual([{ customer, status: 'active' }]);
  const { rows: alerts } = await pool.query(`select 1 from mails where once_key = $1`, [
    `alert:payer_without_account:${orphaned}`,
  ]);
  expect(alerts).toHaveLength(1);
  const env = { ...app.settings, PATH: '', DATABASE_URL: target.url };
  // Not synchronously: the sandbox that it asks is in this process.
  const payers = async (...args: string[]): Promise<string> => {
    const command = [join(import.meta.dirname, '../payers-command.ts'), ...args];
    return (await promisify(execFile)(process.execPath, command, { cwd: tmpdir(), env })).stdout;
  };
  expect(await payers('list')).toContain(orphaned);
  expect(await payers('adopt', orphaned)).toContain('has an account');
  expect(await payers('list')).toContain('Everyone who pays has an account.');
  const { rows: adopted } = await pool.query(
    `select u.id, s.status from users u join subscriptions s on s.user_id = u.id where stripe_customer_id = $1`,
    [orphaned],
  );
  expect(adopted).toEqual([{ id: stranger.userId, status: 'active' }]);
});

test('a database that another tool set back stays closed until it has caught up', async () => {
  await using app = await startTestApp(options);
  await using target = await emptyDatabase();
  const { config } = app.product.deps;
  const stopper = app.phone();
  await app.subscriber(stopper);
  await app.text(stopper, 'who painted one');
  await app.finalReplies(stopper, 1);
  const facts = dumpFacts(config);
  const copied = dumpDatabase(config.database.url, facts, { without: [] });
  const asItIs = { onManifest: () => undefined, onFile: () => undefined, opensInRestoreMode: false };
  await loadDatabase(target.url, copied, asItIs);
  await app.text(stopper, 'STOP');
  await app.untilTextsDone();
  await app.product.stop();

  const probe = phoneHashProbe(config);
  await using there = connectTo(target.url, 1);
  await there.pool.query('update instance_heartbeat set beat_at = now()');
  await expect(adoptRestored(target.url, probe, null)).rejects.toThrow('Askline is running on this database.');
  await there.pool.query(`update instance_heartbeat set beat_at = beat_at - interval '1 minute'`);
  // As an older release left it, whose schema had fewer tables.
  await there.pool.query('drop table firing_signals');
  const at = await adoptRestored(target.url, probe, null);
  await expect(adoptRestored(target.url, probe, null)).rejects.toThrow('A restore is in progress.');
  await expect(app.another({ DATABASE_URL: target.url })).rejects.toThrow('is being restored');
  const settled = readConfig({ ...app.settings, DATABASE_URL: target.url });
  // A statement may take longer than in the running product, where a person waits.
  await using other = connectTo(target.url, 1);
  const blocker = await other.pool.connect();
  await blocker.query('begin');
  await blocker.query('lock table departed_numbers in access exclusive mode');
  const finishing = finishRestore(settled, { withoutLedger: true });
  await until('a statement to take long', async () => {
    const { rows: waiting } = await there.pool.query(`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and query like '%departed_numbers%' and clock_timestamp() - query_start > interval '3 s'`);
    return waiting.length > 0;
  });
  await blocker.query('commit');
  blocker.release();
  const report = await finishing;
  expect(report).toContain(`Restored the database of ${at.toISOString()}`);
  const { rows } = await there.pool.query('select 1 from sessions');
  expect(rows).toEqual([]);
  await using again = await app.another({ DATABASE_URL: target.url, PORT: app.settings['PORT'] ?? '' });
  await send(app, stopper, 'who painted two');
  await until('the text to be received', async () => {
    const { rows: done } = await again.product.deps.pool.query(`select 1 from inbound_texts where state = 'done'`);
    return done.length === 3;
  });
  expect((await app.replies(stopper)).filter((reply) => reply.includes('two'))).toEqual([]);
});

test('a journal that outlived its database is applied after a restore, without dead letters', async () => {
  await using app = await startGatedApp(options);
  await using target = await emptyDatabase();
  const [asker, leaver] = [app.phone(), app.phone()];
  const userId = await app.subscriber(asker);
  const leaving = await app.subscriber(leaver);
  for (const phone of [asker, leaver]) await app.untilKnown(phone);
  const file = await backUp(app);
  await app.gate.shut();
  await until('the outage to be noticed', () => app.product.deps.outage.isUnavailable);
  await send(app, asker, 'who painted one');
  await send(app, asker, 'who painted two');
  await send(app, leaver, 'who painted three');
  await until('the answers', async () => (await app.replies(asker)).length === 2);
  await until('the other answer', async () => (await app.replies(leaver)).length === 1);
  app.product.deps.ledger.note({ kind: 'deleted', key: leaving, at: new Date() });
  app.product.deps.ledger.note({ kind: 'left', key: app.product.deps.phoneHash(leaver), at: new Date() });
  await app.product.stop();
  const before = await app.replies(asker);

  const config = readConfig({ ...app.settings, DATABASE_URL: target.url });
  await restoreBackup(file, { key, databaseUrl: target.url, onFile: () => undefined });
  const report = await finishRestore(config, { withoutLedger: false });
  expect(report).toContain('entries of the journals on this machine were applied');
  await using restored = connectTo(target.url, 1);
  const { rows } = await restored.pool.query(
    `select i.kind, i.outcome, i.user_id, o.state as send from inbound_texts i
       join outbound_texts o on o.inbound_sid = i.sid
      where o.state <> 'absent'`,
    // A busy machine may have given a send up before the carrier had it, and sent again.
  );
  const answered = { kind: 'question', outcome: 'answered', user_id: userId, send: 'accepted' };
  expect(rows).toEqual([answered, answered]);
  // Texts of the deleted account have no row; the start removes their copies at the carrier.
  const { rows: jobs } = await restored.pool.query(
    `select data from background.job where name = 'redact-dropped-copies'`,
  );
  expect(jobs.flatMap(({ data }: { data: { sids: string[] } }) => data.sids)).toHaveLength(2);

  await using again = await app.another({ DATABASE_URL: target.url, PORT: app.settings['PORT'] ?? '' });
  await until('the journals to be applied', () => again.product.deps.outage.outageStore.untilJournalsDrained());
  const journal = openJournal(join(config.dataDir, 'journal'));
  expect(journal.figures()).toMatchObject({ queueSize: 0, deadLetters: 0 });
  journal.close();
  expect(await app.replies(asker)).toEqual(before);
});

test('a lost ledger or another hash key stops a restore with a sentence', async () => {
  await using app = await startTestApp(options);
  await using target = await emptyDatabase();
  const file = await backUp(app);
  await app.product.stop();
  await restoreBackup(file, { key, databaseUrl: target.url, onFile: () => undefined });
  const config = readConfig({ ...app.settings, DATABASE_URL: target.url });
  rmSync(config.backup.ledgerDir, { recursive: true });
  await expect(finishRestore(config, { withoutLedger: false })).rejects.toThrow('does not reach back');
  const other = readConfig({
    ...app.settings,
    DATABASE_URL: target.url,
    SESSION_SECRET: 'another secret of the tests',
  });
  await expect(finishRestore(other, { withoutLedger: true })).rejects.toThrow('PHONE_HASH_SECRET');
  expect(await finishRestore(config, { withoutLedger: true })).toContain('Start Askline.');
});

test('a restore that ended before its migrations is finished by --finish', async () => {
  await using app = await startTestApp(options);
  await using target = await emptyDatabase();
  await using there = connectTo(target.url, 2);
  await app.product.stop();
  const files = await readdir(join(import.meta.dirname, '../../db/migrations'));
  const names = files.map((name) => name.replace('.sql', '')).toSorted();
  await migrateUpTo(there.db, names.slice(0, -1));
  const config = readConfig({ ...app.settings, DATABASE_URL: target.url });
  await adoptRestored(target.url, phoneHashProbe(config), new Date());
  expect(await pendingMigrations(there.db)).toBe(1);
  expect(await finishRestore(config, { withoutLedger: true })).toContain('Start Askline.');
  expect(await pendingMigrations(there.db)).toBe(0);
});
