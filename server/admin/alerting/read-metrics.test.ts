import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { expect } from 'vitest';

import { noteBackup } from '#server/backup/last-backup.repo.ts';
import { blockEvidence } from '#server/domain/delivery-causes.ts';
import { countIn } from '#server/observability/counters.repo.ts';
import { signals } from '#server/observability/signals/signals.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';
import { startHttpsProxy } from '#server/testing/https-proxy.ts';
import { test } from '#server/testing/shared-app.ts';
import type { TestApp } from '#server/testing/test-app.ts';
import { privateAuthority } from '#server/testing/test-certificate.ts';
import { until } from '#server/testing/until.ts';
import { visitor } from '#server/testing/visitor.ts';

import { readOldestOpen } from './metric-sources.repo.ts';
import { notePublicAddress } from './public-address.repo.ts';
import { type MetricDeps, readMetrics } from './read-metrics.ts';
import { watchPublicAddress } from './watch-public-address.job.ts';

const enough = () => Promise.resolve(0);

async function metricsOf(
  app: TestApp,
  { costCeiling = 1e12, watchesBackups = true, db = app.product.deps.db }: Partial<MetricDeps> = {},
) {
  const { bufferedCounters, config } = app.product.deps;
  await bufferedCounters.flush();
  const deps = {
    db,
    prices: config.operator.prices,
    costCeiling,
    watchesBackups,
    diskShortage: enough,
    journalShare: () => 0,
    isLoopStuck: () => false,
    isUnavailable: () => false,
  };
  return readMetrics(deps, new Date());
}

test('while nothing happens every metric is read and 0', async ({ app }) => {
  // A busy database may leave some out.
  const read = await until('every metric to be read', async () => {
    const metrics = Object.values(await metricsOf(app));
    return !metrics.includes(null) && metrics;
  });
  expect(read).toEqual(read.map(() => 0));
});

test('an email that waits for a later release, which knows its kind, is not one that the mail server keeps waiting', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db } = connection;
  const waiting = async (kind: string) => {
    await sql`insert into mails (kind, recipient_name, recipient_address, created_at)
              values (${kind}, 'Sam', 'sam@askline.example', now() - interval '2 hours')`.execute(db);
    const { waitingMail, silentMail } = await readOldestOpen(db);
    return [waitingMail, silentMail].map((seconds) => Math.round(seconds / 3600));
  };
  expect(await waiting('of_a_later_release')).toEqual([0, 0]);
  expect(await waiting('welcome')).toEqual([2, 2]);
});

test('the operator is told once a day when passwords are tried on the admin area', async ({ app }) => {
  const { signalWatch, bufferedCounters, db } = app.product.deps;
  for (let n = 0; n < 20; n += 1) {
    await visitor(app).call('GET', `/api/admin/auth-check?token=wrong-${n}`);
  }
  await bufferedCounters.flush();
  expect(await signalWatch.check()).toContain('attack_on_admin');
  expect(await signalWatch.check()).toContain('attack_on_admin');
  const mails = await db.selectFrom('mails').select('once_key').where('alert', '=', 'attack_on_admin').execute();
  // A day may end in between.
  expect(new Set(mails.map((mail) => mail.once_key)).size).toBe(mails.length);
  expect(mails.length).toBeGreaterThan(0);
});

test('shares and times need a number of texts before they say anything', async ({ app }) => {
  const { db } = app.product.deps;
  await countIn(db, { 'questions.failed': 1, 'questions.answered': 1, 'questions.answered_ms.7': 9 });
  expect(await metricsOf(app)).toMatchObject({ failed_answer_ratio: 0, answer_p95_seconds: 0 });
  await countIn(db, { 'questions.failed': 1, 'questions.answered': 1, 'questions.answered_ms.7': 1 });
  const { answer_p95_seconds: p95, failed_answer_ratio: failed } = await metricsOf(app);
  expect(failed).toBe(0.5);
  // The class from 12 to 20 s.
  expect(p95).toBeGreaterThan(12);
  await countIn(db, { 'opt_outs.text': 5, 'sends.accepted.answer': 50, 'sends.segments': 150 });
  expect(await metricsOf(app)).toMatchObject({ opt_out_ratio: 0.1, segments_per_text: 3 });
});

test('texts that the carrier takes and then blocks are a metric, one phone alone is not', async ({ app }) => {
  const { db } = app.product.deps;
  const failAt = (phone: string, code: number) =>
    sql`insert into outbound_texts (id, purpose, sender, recipient, attempt, state, intent_at, provider_sid, accepted_at,
                                    delivery, error_code)
        values (${randomUUID()}, 'account', '+12025550100', ${phone}, 1, 'accepted', now(),
                'SM' || md5(${randomUUID()}), now(), 'undelivered', ${code})`.execute(db);
  const fail = async (phone: string, code: number): Promise<void> => {
    const evidence = blockEvidence('account', code, false);
    if (evidence !== null) await countIn(db, { [`reports.${evidence}`]: 1 });
    await failAt(phone, code);
  };
  const ratio = async () => (await metricsOf(app)).undelivered_ratio;
  const [one, two, three] = ['+13125550161', '+13125550162', '+13125550163'] as const;

  await countIn(db, { 'reports.arrived': 4 });
  for (let n = 0; n < 20; n += 1) await fail(one, 30003);
  for (const phone of [two, three]) await fail(phone, 30005);
  for (let n = 0; n < 4; n += 1) await fail(one, 30007);
  expect(await ratio()).toBe(0);
  for (const phone of [two, three]) await fail(phone, 30008);
  expect(await ratio()).toBe(0.6);
  await sql`delete from outbound_texts where recipient in (${two}, ${three}) and error_code = 30008`.execute(db);
  expect(await ratio()).toBe(0);
  // The campaign has ended: it is the same for every phone.
  for (let n = 0; n < 3; n += 1) await fail(one, 30034);
  expect(await ratio()).toBeGreaterThan(0.6);
  // It ended a moment ago: of the hour that is little.
  await sql`insert into counter_rollups (span, at, name, value)
    values ('minute', date_trunc('minute', now() - interval '30 minutes'), 'reports.arrived', 100)`.execute(db);
  const { undelivered_ratio: ofHour, undelivered_lately_ratio: lately } = await metricsOf(app);
  expect(ofHour).toBeLessThan(0.1);
  expect(lately).toBeGreaterThan(0.6);
  await sql`delete from outbound_texts where recipient in (${one}, ${two}, ${three})`.execute(db);
  const rule = { metric: 'undelivered_lately_ratio', atLeast: 0.5 };
  expect(signals.texts_blocked).toMatchObject({
    severity: 'critical',
    lamp: 'carrier',
    answers: 'not_answering',
    rule,
  });
});

test('what the day has cost is told as a share of the ceiling', async ({ app }) => {
  const { db, config } = app.product.deps;
  const { daily_cost_ratio: before } = await metricsOf(app, { costCeiling: 1 });
  await countIn(db, { 'sends.segments': 10_000 });
  const spent = 10_000 * config.operator.prices.segmentSent + (before ?? 0);
  const { daily_cost_ratio: half } = await metricsOf(app, { costCeiling: spent * 2 });
  expect(half).toBeCloseTo(0.5, 2);
});

test('the ages of what is open are those of the oldest', async ({ app }) => {
  const { db } = app.product.deps;
  const sid = `SM${randomUUID().replaceAll('-', '')}`;
  await sql`
    insert into inbound_texts (sid, sender, service_number, kind, state, received_at, answer_by, not_before)
    values (${sid}, '+13125550142', '+12025550100', 'question', 'received', now() - interval '9 minutes',
            now() - interval '7 minutes', now() + interval '1 hour')`.execute(db);
  await sql`
    insert into outbound_texts (id, purpose, sender, recipient, attempt, state, intent_at, unknown_at, next_check_at)
    values (${randomUUID()}, 'account', '+12025550100', '+13125550143', 1, 'unknown', now(),
            now() - interval '4 minutes', now() + interval '1 hour')`.execute(db);
  await sql`
    insert into mails (kind, user_id, recipient_name, recipient_address, alert, created_at, due_at)
    values ('operator_alert', null, 'x', 'x@askline.example', 'clock_skew', now() - interval '40 minutes',
            now() + interval '1 hour')`.execute(db);
  const { overdue_text_seconds: text, unknown_send_seconds: send, waiting_mail_seconds: mail } = await metricsOf(app);
  await sql`delete from inbound_texts where sid = ${sid}`.execute(db);
  const inRange = (value: number | null, least: number): boolean =>
    value !== null && value >= least && value < least + 60;
  expect([inRange(text, 420), inRange(send, 240), inRange(mail, 2400)]).toEqual([true, true, true]);
});

test('an hour and a half without an email that goes out is critical, but not for one address that is put off', async ({
  app,
}) => {
  const { db } = app.product.deps;
  const wait = (details: { kind?: 'operator_alert'; code: string | null; tries: number }) =>
    sql`insert into mails (kind, recipient_name, recipient_address, alert, created_at, due_at, error_code, tries)
        values (${details.kind ?? 'goodbye'}, 'x', 'x@askline.example', ${details.kind ? 'clock_skew' : null},
                now() - interval '2 hours', now() + interval '1 hour', ${details.code}, ${details.tries})`.execute(db);
  const sentAgo = (time: string) =>
    sql`insert into mails (kind, outcome, closed_at) values ('goodbye', 'sent', now() - ${time}::interval)`.execute(db);
  const seconds = async () => (await metricsOf(app)).silent_mail_seconds;
  await sql`delete from mails`.execute(db);

  await wait({ code: '450', tries: 9 });
  expect(await seconds()).toBe(0);
  // The operator's own address works: what is put off to it concerns the server.
  await wait({ kind: 'operator_alert', code: '451', tries: 2 });
  expect(await seconds()).toBeGreaterThanOrEqual(7200);
  await sql`delete from mails`.execute(db);

  for (const [code, tries] of [
    ['ESOCKET', 3],
    ['421 DATA', 3],
    ['550 MAIL FROM', 3],
    [null, 0],
  ] as const) {
    await wait({ code, tries });
    expect(await seconds()).toBeGreaterThanOrEqual(7200);
    await sql`delete from mails`.execute(db);
  }

  await wait({ code: 'ESOCKET', tries: 3 });
  await sentAgo('20 minutes');
  expect(await seconds()).toBeLessThan(1300);
  expect(await seconds()).toBeGreaterThanOrEqual(1200);
  await sql`delete from mails`.execute(db);

  // A server that refuses every email: those to people are given up, and then the alert about that.
  for (const kind of [undefined, 'operator_alert'] as const)
    await wait({ ...(kind && { kind }), code: '554', tries: 8 });
  await sql`update mails set outcome = 'refused', closed_at = now() - interval '56 minutes'`.execute(db);
  await sentAgo('3 hours');
  expect(await seconds()).toBeGreaterThanOrEqual(7200);
  await sql`delete from mails where kind = 'operator_alert'`.execute(db);
  expect(await seconds()).toBe(0);
  await wait({ kind: 'operator_alert', code: '554', tries: 8 });
  await sql`update mails set outcome = 'refused', closed_at = now() - interval '56 minutes' where outcome is null`.execute(
    db,
  );
  await sentAgo('20 minutes');
  expect(await seconds()).toBe(0);
  await sql`delete from mails`.execute(db);
  expect(signals.no_email_goes_out).toMatchObject({ severity: 'critical', rule: { metric: 'silent_mail_seconds' } });
});

test('a database that is unavailable is a metric, and makes no other one up', async ({ app }) => {
  const { db, config } = app.product.deps;
  const { prices } = config.operator;
  const deps = { db, prices, costCeiling: 1, watchesBackups: true, isUnavailable: () => true };
  const here = { ...deps, diskShortage: async () => 2, journalShare: () => 0.9, isLoopStuck: () => true };
  const { database_unavailable, disk_shortage, journal_share, answer_loop_stuck, ...others } = await readMetrics(
    here,
    new Date(),
  );
  // The disk is this machine's: that of the journal.
  expect([database_unavailable, disk_shortage, journal_share, answer_loop_stuck]).toEqual([1, 2, 0.9, 1]);
  expect(new Set(Object.values(others))).toEqual(new Set([null]));
});

test('a public address that is not reached any more is a metric, and so is the end of its certificate', async ({
  app,
}) => {
  const { config, log } = app.product.deps;
  // The product's own job forgets what is noted, as its address is of this machine.
  await using database = await testDatabase();
  await using own = connectTo(database.url);
  const { db } = own;
  const check = async (publicUrl: string, { isTrusted = true, isWatched = true } = {}): Promise<void> => {
    const authority = isTrusted ? privateAuthority.ca : undefined;
    await watchPublicAddress({ db, log, publicUrl, isWatched, authority, sessionSecret: config.secrets.session });
  };
  const read = async () => {
    const { public_address_unreached_seconds: unreached, certificate_late_seconds: late } = await metricsOf(app, {
      db,
    });
    return { unreached: Math.floor(unreached ?? -1), late: Math.floor(late ?? -1) };
  };
  const age = (time: string) =>
    sql`update watermarks set reached = now() - ${time}::interval where name = 'public_address'`.execute(db);

  const marks = () => db.selectFrom('watermarks').selectAll().where('name', '=', 'public_address').execute();

  const front = await startHttpsProxy(app.url);
  try {
    // Never reached from this machine: there is nothing to compare with.
    expect(await read()).toEqual({ unreached: 0, late: 0 });
    await check(front.url);
    expect((await read()).unreached).toBeLessThan(60);
    await age('20 minutes');
    await check(front.url);
    expect((await read()).unreached).toBeLessThan(60);
    await sql`update watermarks set reached = now() + interval '13 days' where name = 'certificate'`.execute(db);
    expect((await read()).late).toBeGreaterThanOrEqual(86_399);
    await check(front.url);
    expect((await read()).late).toBe(0);
    await age('20 minutes');
    await check(front.url, { isTrusted: false });
    expect((await read()).unreached).toBeGreaterThanOrEqual(1200);
  } finally {
    await front[Symbol.asyncDispose]();
  }
  await check(front.url);
  expect((await read()).unreached).toBeGreaterThanOrEqual(1200);
  await age('8 days');
  expect((await read()).unreached).toBeGreaterThanOrEqual(8 * 86_400);
  await check(front.url, { isWatched: false });
  expect([await read(), await marks()]).toEqual([{ unreached: 0, late: 0 }, []]);
  await notePublicAddress(db, new Date(), null);
  await check(app.url);
  expect(await marks()).toEqual([]);
});

test('an old backup is a metric, unless another tool makes the backups', async ({ app }) => {
  const { db } = app.product.deps;
  await noteBackup(db, new Date(Date.now() - 40 * 3_600_000));
  const watched = await metricsOf(app);
  const unwatched = await metricsOf(app, { watchesBackups: false });
  await db.deleteFrom('watermarks').where('name', '=', 'backup').execute();
  expect(watched.backup_age_seconds).toBeGreaterThan(39 * 3600);
  expect(unwatched.backup_age_seconds).toBe(0);
});
