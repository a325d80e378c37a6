import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { openDatabase } from '#server/db/client.ts';
import { backoffSeconds } from '#server/db/due-rows.ts';
import type { MailKind } from '#server/domain/ports/mail-queue.ts';
import { createLog } from '#server/observability/log.ts';
import { Secret } from '#server/platform/secret.ts';
import { smtpMailer } from '#server/providers/smtp/mailer.ts';
import { testDatabase } from '#server/testing/database.ts';
import { type SmtpSink, startSmtpSink } from '#server/testing/smtp-sink.ts';
import { addSubscriber, type NewSubscriber } from '#server/testing/subscriber.ts';

import { claimMail, closeNotDue, deleteOldMails, recordMail } from './outbox.repo.ts';
import { sendDueMails } from './send-mails.job.ts';

const phone = '+13125550142';
const serviceNumber = '+12025550100';

/** An outbox with its own database and mail server, and one subscriber. */
async function outbox(details: Partial<NewSubscriber> = {}) {
  const stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const options = { connectionsMax: 8, connectTimeoutMs: 5000, queryTimeoutMs: 5000 };
  const { db, close } = openDatabase({ url: database.url, ...options });
  stack.defer(close);
  const smtp = stack.use(await startSmtpSink());
  const mailer = smtpMailer({ url: smtp.url, from: { name: 'Askline', address: 'hello@askline.example' } });
  stack.defer(() => mailer.close());
  await sql`insert into service_numbers (number) values (${serviceNumber})`.execute(db);
  const userId = await addSubscriber(db, { phone, serviceNumber, ...details });
  const codes: string[] = [];
  const deps = {
    db,
    mailer,
    log: createLog('silent').log,
    publicUrl: 'https://askline.example',
    newPasswordCode: async () => {
      codes.push(String(100_000 + codes.length));
      return new Secret(codes.at(-1)!);
    },
    newUndoToken: async () => new Secret('u'.repeat(43)),
    newEmailToken: async () => new Secret('t'.repeat(43)),
  };
  return {
    db,
    smtp,
    userId,
    codes,
    queue: (kind: MailKind, more: { onceKey?: string } = {}) => recordMail(db, { kind, userId, ...more }),
    send: () => sendDueMails(deps),
    /** Makes every waiting email due. */
    later: () => sql`update mails set due_at = now() where outcome is null`.execute(db),
    rows: () =>
      db.selectFrom('mails').select(['kind', 'outcome', 'tries', 'error_code']).orderBy('created_at').execute(),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const subjects = async (smtp: SmtpSink) => (await smtp.mails()).map(({ subject }) => subject);
const first = async (smtp: SmtpSink) => (await smtp.mails())[0]!;

test('an email goes to the address of the account, once', async () => {
  await using fixture = await outbox();
  await sql`update users set email_proven_at = now()`.execute(fixture.db);
  await fixture.queue('welcome');
  await fixture.send();
  await fixture.send();
  expect(await subjects(fixture.smtp)).toEqual(['Welcome to Askline']);
  expect((await first(fixture.smtp)).to![0]).toMatchObject({ name: 'Sam Example' });
  expect(await fixture.rows()).toEqual([{ kind: 'welcome', outcome: 'sent', tries: 1, error_code: null }]);
});

test('ten processes that send concurrently send each email once', async () => {
  await using fixture = await outbox();
  for (let n = 0; n < 20; n += 1) await fixture.queue('welcome');
  await Promise.all(Array.from({ length: 10 }, () => fixture.send()));
  expect(await fixture.smtp.mails()).toHaveLength(20);
  expect(new Set((await fixture.smtp.mails()).map(({ messageId }) => messageId)).size).toBe(20);
});

test('an unavailable mail server loses nothing, and is tried with one email at a time', async () => {
  await using fixture = await outbox();
  await fixture.smtp[Symbol.asyncDispose]();
  for (const kind of ['welcome', 'password_changed', 'phone_changed'] as const) await fixture.queue(kind);
  await fixture.send();
  expect((await fixture.rows()).map(({ tries, error_code }) => [tries, error_code])).toEqual([
    [1, 'ESOCKET'],
    [0, null],
    [0, null],
  ]);
  await using back = await startSmtpSink({ port: fixture.smtp.port });
  await fixture.later();
  await fixture.send();
  expect((await subjects(back)).toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
    'Welcome to Askline',
    'Your Askline password was changed',
    'Your Askline phone number was changed',
  ]);
});

test('a refused email is retried for hours, delays no other, and is then closed as refused', async () => {
  await using fixture = await outbox();
  fixture.smtp.refuse(550);
  await fixture.queue('welcome');
  for (let n = 0; n < 8; n += 1) {
    await fixture.later();
    await fixture.send();
  }
  expect(await fixture.rows()).toEqual([{ kind: 'welcome', outcome: 'refused', tries: 8, error_code: '550' }]);
  fixture.smtp.refuse(null);
  await fixture.later();
  await fixture.send();
  expect(await fixture.smtp.mails()).toEqual([]);
});

test('a server that refuses our sender for hours loses no email', async () => {
  await using fixture = await outbox();
  fixture.smtp.refuseSender(550);
  await fixture.queue('welcome');
  for (let n = 0; n < 9; n += 1) {
    await fixture.later();
    await fixture.send();
  }
  expect(await fixture.rows()).toEqual([{ kind: 'welcome', outcome: null, tries: 9, error_code: '550 MAIL FROM' }]);
  fixture.smtp.refuseSender(null);
  await fixture.later();
  await fixture.send();
  expect(await fixture.smtp.mails()).toHaveLength(1);
});

test('tries during an outage do not count as refusals of an email', async () => {
  await using fixture = await outbox();
  await fixture.queue('welcome');
  await sql`update mails set tries = 20, error_code = 'ESOCKET'`.execute(fixture.db);
  fixture.smtp.refuse(550);
  for (let n = 1; n <= 8; n += 1) {
    await fixture.later();
    await fixture.send();
    expect(await fixture.rows()).toMatchObject([{ outcome: n < 8 ? null : 'refused', tries: n }]);
  }
});

test('an email that the server puts off for its recipient delays no other, and is given up after five days', async () => {
  await using fixture = await outbox();
  fixture.smtp.deferRecipients('@mistyped.example');
  const mistyped = { name: 'Sam Example', address: 'sam@mistyped.example' };
  await recordMail(fixture.db, { kind: 'goodbye', userId: null, recipient: mistyped });
  await fixture.queue('welcome');
  await fixture.send();
  expect(await fixture.rows()).toEqual([
    { kind: 'goodbye', outcome: null, tries: 1, error_code: '450' },
    { kind: 'welcome', outcome: 'sent', tries: 1, error_code: null },
  ]);
  await sql`update mails set tries = 125 where outcome is null`.execute(fixture.db);
  const waits = Array.from({ length: 126 }, (_, n) => backoffSeconds(n + 1));
  expect(waits.reduce((sum, wait) => sum + wait, 0) / 86_400).toBeCloseTo(5, 1);
  for (const outcome of [null, 'refused']) {
    await fixture.later();
    await fixture.send();
    expect((await fixture.rows())[0]).toMatchObject({ outcome, error_code: '450' });
  }
});

test('waits double from half a minute to an hour', () => {
  expect([1, 2, 3, 7, 8, 99].map((tries) => backoffSeconds(tries))).toEqual([30, 60, 120, 1920, 3600, 3600]);
});

test('a second email with the same key is not queued, not even later', async () => {
  await using fixture = await outbox();
  expect(await fixture.queue('welcome', { onceKey: 'a' })).toBe(true);
  await fixture.send();
  expect(await fixture.queue('welcome', { onceKey: 'a' })).toBe(false);
  expect(await fixture.queue('welcome', { onceKey: 'b' })).toBe(true);
});

test('each try of a code email creates a new code, and no code is stored', async () => {
  await using fixture = await outbox();
  fixture.smtp.refuse(451);
  await fixture.queue('password_code');
  expect(await fixture.queue('password_code')).toBe(false);
  await fixture.send();
  fixture.smtp.refuse(null);
  await fixture.later();
  await fixture.send();
  expect(fixture.codes).toEqual(['100000', '100001']);
  expect((await fixture.smtp.mails()).map(({ text }) => /\d{6}/.exec(text ?? '')?.[0])).toEqual(['100001']);
  const { rows } = await sql`select row_to_json(m)::text as row from mails m`.execute(fixture.db);
  expect(JSON.stringify(rows)).not.toMatch(/10000[01]/);
});

test('an email whose code or link is new is not a copy of the previous try; any other email that is sent again is', async () => {
  await using fixture = await outbox();
  const ids = async (kind: MailKind) => {
    await fixture.queue(kind);
    await fixture.send();
    await sql`update mails set outcome = null, closed_at = null, due_at = now()`.execute(fixture.db);
    await fixture.send();
    await fixture.db.deleteFrom('mails').execute();
    return (await fixture.smtp.mails()).slice(-2).map(({ messageId }) => messageId);
  };
  for (const kind of ['welcome', 'confirm_email', 'password_code', 'phone_changed'] as const) {
    expect(new Set(await ids(kind)).size).toBe(2);
  }
  expect(new Set(await ids('password_changed')).size).toBe(1);
  await sql`update users set email_proven_at = now()`.execute(fixture.db);
  expect(new Set(await ids('welcome')).size).toBe(1);
});

test('texts-stopped goes to a paying account that opted out, and not to one that opted in again', async () => {
  await using fixture = await outbox({ answersUntil: new Date('2027-01-05T17:00:00Z') });
  await fixture.queue('texts_stopped');
  await fixture.send();
  expect(await fixture.smtp.mails()).toEqual([]);
  await sql`insert into opt_outs values (${phone}, true, now(), 'text')`.execute(fixture.db);
  await fixture.queue('texts_stopped');
  await fixture.send();
  expect(await subjects(fixture.smtp)).toEqual(['Texts are off, but your Askline plan is still active']);
  expect((await first(fixture.smtp)).text).toContain('It renews on January 5, 2027 for $3.');
  expect((await fixture.rows()).map(({ outcome }) => outcome)).toEqual(['not_due', 'sent']);
});

test.each([
  ['payment_failed', 'past_due', 1],
  ['payment_failed', 'active', 0],
  ['renewal_reminder', 'active', 1],
  ['renewal_reminder', 'canceled', 0],
  ['texts_stopped', 'canceled', 0],
] as const)('%s to an account whose plan is %s: %i mails', async (kind, status, count) => {
  await using fixture = await outbox({ status });
  await fixture.queue(kind);
  await fixture.send();
  expect(await fixture.smtp.mails()).toHaveLength(count);
});

test('a canceled plan gets no reminder of its renewal', async () => {
  await using fixture = await outbox();
  await sql`update subscriptions set cancel_at = now() + interval '3 days'`.execute(fixture.db);
  await fixture.queue('renewal_reminder');
  await fixture.send();
  expect(await fixture.smtp.mails()).toEqual([]);
});

test('the email about the end of a plan names the card where the provider ended it for that', async () => {
  await using fixture = await outbox({ status: 'canceled' });
  await sql`update subscriptions set ended_unpaid = true`.execute(fixture.db);
  await fixture.queue('plan_ended');
  await fixture.send();
  expect((await first(fixture.smtp)).text).toContain("has ended because we couldn't charge your card");
});

test('goodbye goes to a deleted account, and its address is then erased', async () => {
  await using fixture = await outbox();
  await fixture.db.deleteFrom('users').execute();
  const recipient = { name: 'Sam Gone', address: `${randomUUID()}@askline.example` };
  await recordMail(fixture.db, { kind: 'goodbye', userId: null, recipient });
  await fixture.send();
  expect(await first(fixture.smtp)).toMatchObject({ subject: 'Your Askline account is deleted', to: [recipient] });
  const rows = await fixture.db.selectFrom('mails').selectAll().execute();
  expect(rows).toEqual([expect.objectContaining({ recipient_name: null, recipient_address: null, outcome: 'sent' })]);
});

test('emails to an account that is being deleted are not sent, and closed emails are deleted after a month', async () => {
  await using fixture = await outbox();
  await fixture.db.updateTable('users').set({ deleted_at: new Date() }).execute();
  await fixture.queue('welcome');
  await fixture.send();
  expect(await fixture.rows()).toMatchObject([{ outcome: 'not_due' }]);
  expect(await deleteOldMails(fixture.db)).toBe(0);
  await sql`update mails set closed_at = now() - interval '31 days'`.execute(fixture.db);
  expect(await deleteOldMails(fixture.db)).toBe(1);
});

test('an email that was not due does not use up its key; one that was sent does', async () => {
  await using fixture = await outbox();
  const once = { onceKey: 'texts_stopped:ann:2026-11' };
  expect(await fixture.queue('texts_stopped', once)).toBe(true);
  await fixture.send();
  expect((await fixture.rows()).map(({ outcome }) => outcome)).toEqual(['not_due']);
  await sql`insert into opt_outs values (${phone}, true, now(), 'text')`.execute(fixture.db);
  expect(await fixture.queue('texts_stopped', once)).toBe(true);
  await fixture.send();
  expect((await fixture.rows()).map(({ outcome }) => outcome)).toEqual(['not_due', 'sent']);
  expect(await fixture.queue('texts_stopped', once)).toBe(false);
});

test('an email that is requested again while it is found not due is checked again', async () => {
  await using fixture = await outbox();
  const once = { onceKey: 'texts_stopped:ann:2026-11' };
  await fixture.queue('texts_stopped', once);
  const claimed = (await claimMail(fixture.db))!;
  await sql`insert into opt_outs values (${phone}, true, now(), 'text')`.execute(fixture.db);
  expect(await fixture.queue('texts_stopped', once)).toBe(false);
  await closeNotDue(fixture.db, claimed);
  await fixture.send();
  expect((await fixture.rows()).map(({ outcome }) => outcome)).toEqual(['sent']);
});
