import { randomUUID } from 'node:crypto';

import { sql } from 'kysely';
import { expect, test } from 'vitest';

import { openDatabase } from '#server/db/client.ts';
import { createLog } from '#server/platform/log.ts';
import { Secret } from '#server/platform/secret.ts';
import type { MailKind } from '#server/providers/ports/mail.ts';
import { smtpMailer } from '#server/providers/smtp/mailer.ts';
import { testDatabase } from '#server/testing/database.ts';
import { type SmtpSink, startSmtpSink } from '#server/testing/smtp-sink.ts';
import { addSubscriber, type NewSubscriber } from '#server/testing/subscriber.ts';

import { claimMail, closeNotDue, forgetOldMails, noteMail } from './outbox.repo.ts';
import { mailWaitSeconds, sendDueMails } from './send-mails.job.ts';

const phone = '+13125550142';
const serviceNumber = '+12025550100';

/** An outbox with its own database and mail server, and one subscriber. */
async function outbox(details: Partial<NewSubscriber> = {}) {
  const stack = new AsyncDisposableStack();
  const database = stack.use(await testDatabase());
  const options = {
    connectionsMax: 8,
    connectTimeoutMs: 5000,
    queryTimeoutMs: 5000,
  };
  const { db, close } = openDatabase({ url: database.url, ...options });
  stack.defer(close);
  const smtp = stack.use(await startSmtpSink());
  const mailer = smtpMailer({ url: smtp.url, from: { name: 'Askline', address: 'hello@askline.example' } });
  stack.defer(() => mailer.close());
  await sql`insert into service_numbers (number) values (${serviceNumber})`.execute(db);
  const userId = await addSubscriber(db, { phone, serviceNumber, ...details });
  const codes: string[] = [];
  const parts = {
    db,
    mailer,
    log: createLog('silent').log,
    publicUrl: 'https://askline.example',
    newPasswordCode: async () => {
      codes.push(String(100_000 + codes.length));
      return new Secret(codes.at(-1)!);
    },
    newUndoToken: async () => null,
    newEmailToken: async () => new Secret('t'.repeat(43)),
  };
  return {
    db,
    smtp,
    userId,
    codes,
    queue: (kind: MailKind, more: { onceKey?: string } = {}) => noteMail(db, { kind, userId, ...more }),
    send: () => sendDueMails(parts),
    /** As if the waiting time were over. */
    later: () => sql`update mails set due_at = now() where outcome is null`.execute(db),
    rows: () =>
      db.selectFrom('mails').select(['kind', 'outcome', 'tries', 'error_code']).orderBy('created_at').execute(),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const subjects = async (smtp: SmtpSink) => (await smtp.mails()).map(({ subject }) => subject);
const first = async (smtp: SmtpSink) => (await smtp.mails())[0]!;

test('a mail goes to the address of the account, once', async () => {
  await using it = await outbox();
  await sql`update users set email_proven_at = now()`.execute(it.db);
  await it.queue('welcome');
  await it.send();
  await it.send();
  expect(await subjects(it.smtp)).toEqual(['Welcome to Askline']);
  expect((await first(it.smtp)).to![0]).toMatchObject({ name: 'Sam Example' });
  expect(await it.rows()).toEqual([{ kind: 'welcome', outcome: 'sent', tries: 1, error_code: null }]);
});

test('ten processes that send at the same time send each mail once', async () => {
  await using it = await outbox();
  for (let n = 0; n < 20; n += 1) await it.queue('welcome');
  await Promise.all(Array.from({ length: 10 }, () => it.send()));
  expect(await it.smtp.mails()).toHaveLength(20);
  expect(new Set((await it.smtp.mails()).map(({ messageId }) => messageId)).size).toBe(20);
});

test('a mail server that is away loses nothing, and is asked for one mail a time', async () => {
  await using it = await outbox();
  await it.smtp[Symbol.asyncDispose]();
  for (const kind of ['welcome', 'password_changed', 'phone_changed'] as const) await it.queue(kind);
  await it.send();
  expect((await it.rows()).map(({ tries, error_code }) => [tries, error_code])).toEqual([
    [1, 'ESOCKET'],
    [0, null],
    [0, null],
  ]);
  await using back = await startSmtpSink({ port: it.smtp.port });
  await it.later();
  await it.send();
  expect((await subjects(back)).toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
    'Welcome to Askline',
    'Your Askline password was changed',
    'Your Askline phone number was changed',
  ]);
});

test('a mail that is refused is tried for hours, holds up no other, and is then closed as refused', async () => {
  await using it = await outbox();
  it.smtp.refuse(550);
  await it.queue('welcome');
  for (let n = 0; n < 8; n += 1) {
    await it.later();
    await it.send();
  }
  expect(await it.rows()).toEqual([{ kind: 'welcome', outcome: 'refused', tries: 8, error_code: '550' }]);
  it.smtp.refuse(null);
  await it.later();
  await it.send();
  expect(await it.smtp.mails()).toEqual([]);
});

test('waits double from half a minute to an hour', () => {
  expect([1, 2, 3, 7, 8, 99].map(mailWaitSeconds)).toEqual([30, 60, 120, 1920, 3600, 3600]);
});

test('a second mail with the same key is not queued, also not later', async () => {
  await using it = await outbox();
  expect(await it.queue('welcome', { onceKey: 'a' })).toBe(true);
  await it.send();
  expect(await it.queue('welcome', { onceKey: 'a' })).toBe(false);
  expect(await it.queue('welcome', { onceKey: 'b' })).toBe(true);
});

test('each try of a code mail makes its code anew, and no code rests', async () => {
  await using it = await outbox();
  it.smtp.refuse(451);
  await it.queue('password_code');
  expect(await it.queue('password_code')).toBe(false);
  await it.send();
  it.smtp.refuse(null);
  await it.later();
  await it.send();
  expect(it.codes).toEqual(['100000', '100001']);
  expect((await it.smtp.mails()).map(({ text }) => /\d{6}/.exec(text ?? '')?.[0])).toEqual(['100001']);
  const { rows } = await sql`select row_to_json(m)::text as row from mails m`.execute(it.db);
  expect(JSON.stringify(rows)).not.toMatch(/10000[01]/);
});

test('texts-stopped goes to who opted out and pays, and not to who has opted in again', async () => {
  await using it = await outbox({ answersUntil: new Date('2027-01-05T17:00:00Z') });
  await it.queue('texts_stopped');
  await it.send();
  expect(await it.smtp.mails()).toEqual([]);
  await sql`insert into opt_outs values (${phone}, true, now(), 'text')`.execute(it.db);
  await it.queue('texts_stopped');
  await it.send();
  expect(await subjects(it.smtp)).toEqual(['Texts are off, but your Askline plan goes on']);
  expect((await first(it.smtp)).text).toContain('It renews on January 5, 2027 for $3.');
  expect((await it.rows()).map(({ outcome }) => outcome)).toEqual(['not_due', 'sent']);
});

test.each([
  ['payment_failed', 'past_due', 1],
  ['payment_failed', 'active', 0],
  ['renewal_reminder', 'active', 1],
  ['renewal_reminder', 'canceled', 0],
  ['texts_stopped', 'canceled', 0],
] as const)('%s to an account whose plan is %s: %i mails', async (kind, status, count) => {
  await using it = await outbox({ status });
  await it.queue(kind);
  await it.send();
  expect(await it.smtp.mails()).toHaveLength(count);
});

test('a plan that is going to end gets no reminder of its renewal', async () => {
  await using it = await outbox();
  await sql`update subscriptions set cancel_at = now() + interval '3 days'`.execute(it.db);
  await it.queue('renewal_reminder');
  await it.send();
  expect(await it.smtp.mails()).toEqual([]);
});

test('goodbye goes to an account that is gone, and its address is forgotten with it', async () => {
  await using it = await outbox();
  await it.db.deleteFrom('users').execute();
  const recipient = { name: 'Sam Gone', address: `${randomUUID()}@askline.example` };
  await noteMail(it.db, { kind: 'goodbye', userId: null, recipient });
  await it.send();
  expect(await first(it.smtp)).toMatchObject({ subject: 'Your Askline account is deleted', to: [recipient] });
  const rows = await it.db.selectFrom('mails').selectAll().execute();
  expect(rows).toEqual([expect.objectContaining({ recipient_name: null, recipient_address: null, outcome: 'sent' })]);
});

test('mails to an account that is being deleted are not sent, and closed mails are forgotten after a month', async () => {
  await using it = await outbox();
  await it.db.updateTable('users').set({ deleted_at: new Date() }).execute();
  await it.queue('welcome');
  await it.send();
  expect(await it.rows()).toMatchObject([{ outcome: 'not_due' }]);
  expect(await forgetOldMails(it.db)).toBe(0);
  await sql`update mails set closed_at = now() - interval '31 days'`.execute(it.db);
  expect(await forgetOldMails(it.db)).toBe(1);
});

test('a mail that was not due does not use up its key; one that was sent does', async () => {
  await using it = await outbox();
  const once = { onceKey: 'texts_stopped:ann:2026-11' };
  expect(await it.queue('texts_stopped', once)).toBe(true);
  await it.send();
  expect((await it.rows()).map(({ outcome }) => outcome)).toEqual(['not_due']);
  await sql`insert into opt_outs values (${phone}, true, now(), 'text')`.execute(it.db);
  expect(await it.queue('texts_stopped', once)).toBe(true);
  await it.send();
  expect((await it.rows()).map(({ outcome }) => outcome)).toEqual(['not_due', 'sent']);
  expect(await it.queue('texts_stopped', once)).toBe(false);
});

test('a mail that is asked for again while it is found not to be due is looked at again', async () => {
  await using it = await outbox();
  const once = { onceKey: 'texts_stopped:ann:2026-11' };
  await it.queue('texts_stopped', once);
  const claimed = (await claimMail(it.db))!;
  await sql`insert into opt_outs values (${phone}, true, now(), 'text')`.execute(it.db);
  expect(await it.queue('texts_stopped', once)).toBe(false);
  await closeNotDue(it.db, claimed);
  await it.send();
  expect((await it.rows()).map(({ outcome }) => outcome)).toEqual(['sent']);
});
