import { randomBytes } from 'node:crypto';

import { expect, test } from 'vitest';

import { listJobs } from '#server/app/jobs.ts';
import { callAsCarrier } from '#server/testing/carrier-webhook.ts';
import { isGone } from '#server/testing/run-deletion.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { tracesOf } from '#server/testing/traces.ts';
import { until } from '#server/testing/until.ts';
import { visitor } from '#server/testing/visitor.ts';
import { timing } from '#server/texting/timing.ts';

const serviceNumber = '+12025550100';
// These run concurrently: each has its own product, and waits most of the time.
const settings = { TRUST_PROXY: '127.0.0.1', TEST_SPEED: '5' };

/** Simulates that time passed: shifts every stored timestamp into the past. */
async function pass(app: TestApp, time: string): Promise<void> {
  const { pool } = app.product.deps;
  const { rows } = await pool.query<{ set: string; name: string }>(
    `select table_name as name, string_agg(format('%1$I = %1$I - interval %2$L', column_name, $1::text), ', ') as set
       from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and data_type = 'timestamp with time zone'
      group by 1`,
    [time],
  );
  for (const { name, set } of rows) await pool.query(`update ${name} set ${set}`);
}

/** Compares with all texts that the carrier lists, as after a long outage. */
async function findMissedTexts(app: TestApp): Promise<void> {
  const { pool } = app.product.deps;
  await pool.query(`update service_numbers set swept_until = now() - interval '30 days', next_sweep_at = now()`);
  await until('the check for missed texts', async () => {
    const { rows } = await pool.query(`select 1 from service_numbers where swept_until < now() - interval '1 day'`);
    return rows.length === 0;
  });
}

/** On a busy machine a step may fail once or twice; it is retried after half a minute, then a minute. */
async function untilFinished(app: TestApp, userId: string): Promise<void> {
  await until('the deletion to be finished', () => isGone(app, userId), { timeoutMs: 110_000 });
}

/** Waits until the carrier no longer has the body of this text. */
async function untilRedacted(app: TestApp, sid: string): Promise<void> {
  type Ledger = { readonly messages: readonly { readonly sid: string; readonly redactedAt: string | null }[] };
  await until('the words at the carrier to be removed', async () => {
    const { messages } = await app.sandbox<Ledger>('GET', '/sandbox/twilio/ledger');
    return messages.some((message) => message.sid === sid && message.redactedAt !== null);
  });
}

/** Runs every job; jobs about an account run for this one. */
async function runJobs(app: TestApp, userId: string): Promise<void> {
  for (const job of listJobs(app.product.deps))
    await job.run({ userId, user: userId, sids: [], tries: 1 }, new AbortController().signal);
}

test.concurrent('after a deletion no job, check for missed texts, retry or late webhook sends anything to the number until it texts again', async () => {
  await using app = await startTestApp({ settings });
  const { pool } = app.product.deps;
  const ann = visitor(app);
  const { userId, phoneNumber } = await ann.join();
  await app.subscriber(app.phone());
  await pool.query(
    `insert into subscriptions (id, user_id, plan_id, status, answers_until, created_at)
     values ('sub_ann', $1, 'monthly', 'active', now() + interval '1 year', now())`,
    [userId],
  );
  const asked = await app.text(phoneNumber, 'what is 2 plus 2');
  const helped = await app.text(phoneNumber, 'HELP');
  await app.untilTextsDone();
  const { rows } = await pool.query<{ id: string; sid: string }>(
    'select id, provider_sid as sid from outbound_texts where recipient = $1 and provider_sid is not null',
    [phoneNumber],
  );
  await ann.call('DELETE', '/api/user/account');
  await untilFinished(app, userId);
  const before = await app.replies(phoneNumber);

  for (const time of ['0 seconds', '30 seconds', '2 minutes', '10 minutes', '1 hour', '1 day', '31 days']) {
    await pass(app, time);
    await findMissedTexts(app);
    await runJobs(app, userId);
    for (const sid of [asked, helped]) {
      const text = { MessageSid: sid, AccountSid: `AC${'0'.repeat(32)}`, From: phoneNumber, To: serviceNumber };
      await callAsCarrier(app, '/webhooks/twilio/messages', { ...text, Body: 'what is 2 plus 2', NumMedia: '0' });
    }
    for (const { id, sid } of rows) {
      const report = {
        MessageSid: sid,
        AccountSid: `AC${'0'.repeat(32)}`,
        MessageStatus: 'failed',
        ErrorCode: '21610',
      };
      await callAsCarrier(app, `/webhooks/twilio/status?o=${id}`, report);
    }
    await app.untilTextsDone();
    expect(await app.replies(phoneNumber), time).toEqual(before);
    expect(await tracesOf(app, phoneNumber.slice(2)), time).toEqual([]);
  }

  await app.text(phoneNumber, 'what is 2 plus 2');
  expect((await app.finalReplies(phoneNumber, before.length + 1)).at(-1)).toContain('has no active plan');
});

test.concurrent('a text that we missed before its sender left is found by the check for missed texts, and is not answered', async () => {
  await using app = await startTestApp({ settings });
  const ann = visitor(app);
  const { userId, phoneNumber } = await ann.join();
  const before = await app.replies(phoneNumber);
  const path = `/sandbox/phones/${encodeURIComponent(phoneNumber)}/messages`;
  await app.sandbox('PUT', '/sandbox/faults', { twilio: { webhookLoss: 1 } });
  const { sid } = await app.sandbox<{ sid: string }>('POST', path, { to: serviceNumber, body: 'what is 3 plus 3' });
  // The carrier reports times in whole seconds.
  const youngUntilMs = performance.now() + timing(Number(settings.TEST_SPEED)).missedTextMinAgeMs + 1000;
  await ann.call('DELETE', '/api/user/account');
  await app.sandbox('DELETE', '/sandbox/faults');
  await untilFinished(app, userId);
  await until('the text to be old enough', () => Promise.resolve(performance.now() > youngUntilMs));
  for (let nth = 0; nth < 3; nth += 1) await findMissedTexts(app);
  const expectNothing = async (): Promise<void> => {
    await app.untilTextsDone();
    expect(await app.replies(phoneNumber)).toEqual(before);
    expect(await tracesOf(app, phoneNumber.slice(2))).toEqual([]);
  };
  await expectNothing();
  // Only texts that the check for missed texts has found are redacted.
  await untilRedacted(app, sid);
  await expectNothing();
});

test.concurrent('a late webhook of a sender that left is recognized by the time when the carrier received the text', async () => {
  await using app = await startTestApp({ settings });
  const ann = visitor(app);
  const { userId, phoneNumber } = await ann.join();
  const before = await app.replies(phoneNumber);
  const path = `/sandbox/phones/${encodeURIComponent(phoneNumber)}/messages`;
  await app.sandbox('PUT', '/sandbox/faults', { twilio: { webhookLoss: 1 } });
  const sentAt = new Date();
  const { sid } = await app.sandbox<{ sid: string }>('POST', path, { to: serviceNumber, body: 'what is 3 plus 3' });
  await ann.call('DELETE', '/api/user/account');
  await app.sandbox('DELETE', '/sandbox/faults');
  await untilFinished(app, userId);
  const text = { MessageSid: sid, AccountSid: `AC${'0'.repeat(32)}`, From: phoneNumber, To: serviceNumber };
  const late = { ...text, Body: 'what is 3 plus 3', NumMedia: '0' };
  const { pool } = app.product.deps;
  // On a busy machine the deletion may take longer than the carrier keeps retrying a webhook.
  await pool.query('update departed_numbers set departed_at = clock_timestamp()');
  await callAsCarrier(app, '/webhooks/twilio/messages', late);
  expect(await tracesOf(app, phoneNumber.slice(2))).toEqual([]);
  expect(await app.replies(phoneNumber)).toEqual(before);
  await untilRedacted(app, sid);

  // Received after the deletion, it would be a stranger's.
  await pool.query(`update departed_numbers set departed_at = $1::timestamptz - interval '3 seconds'`, [sentAt]);
  await callAsCarrier(app, '/webhooks/twilio/messages', late);
  expect((await app.finalReplies(phoneNumber, before.length + 1)).at(-1)).toContain('has no active plan');
});

test.concurrent('an answer in progress when the account is closed is not sent', async () => {
  // At normal speed: at five times that, a busy machine lets the text grow too old to be answered.
  await using app = await startTestApp({ settings: { ...settings, TEST_SPEED: '1' } });
  const { pool, phoneHash } = app.product.deps;
  const phone = app.phone();
  await app.sandbox('PUT', '/sandbox/faults', { twilio: { status: 429 } });
  await app.text(phone, 'who are you');
  await until('a refused try', async () => {
    const { rows } = await pool.query(`select 1 from outbound_texts where recipient = $1 and state <> 'intent'`, [
      phone,
    ]);
    return rows.length > 0;
  });
  await pool.query('insert into departed_numbers values ($1, clock_timestamp())', [phoneHash(phone)]);
  // The carrier continues to refuse: a try that began before the account was closed is no reply either.
  await app.untilTextsDone();
  expect(await app.replies(phone)).toEqual([]);
  const { rows } = await pool.query('select outcome from inbound_texts where sender = $1', [phone]);
  expect(rows).toEqual([{ outcome: 'suppressed' }]);
});

test.concurrent('the texts of a number that the account had earlier are deleted with it', async () => {
  await using app = await startTestApp({ settings: { ...settings, CARRIER_REDACTION: 'off' } });
  const { pool } = app.product.deps;
  const ann = visitor(app);
  const { userId, phoneNumber } = await ann.join();
  await app.text(phoneNumber, 'HELP');
  await app.untilTextsDone();
  const given = app.phone();
  const sid = `SM${randomBytes(16).toString('hex')}`;
  await pool.query(
    `insert into inbound_texts (sid, sender, service_number, kind, state, outcome, closed_at, user_id, received_at,
                                answer_by, not_before)
     values ($1, $2, $3, 'help', 'done', 'silent', now(), $4, now(), now(), now())`,
    [sid, given, serviceNumber, userId],
  );
  await ann.call('DELETE', '/api/user/account');
  await untilFinished(app, userId);
  expect(await tracesOf(app, given)).toEqual([]);
});
