import { randomBytes } from 'node:crypto';

import pg from 'pg';
import twilio from 'twilio';
import { expect } from 'vitest';

import { senderLockSql } from '#server/db/sender-lock.ts';
import { askAgain } from '#server/testing/ask-again.ts';
import { testsOfOne } from '#server/testing/shared-app.ts';
import { serviceNumbers, startGatedApp, startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

const test = testsOfOne(() => startGatedApp({ sandbox: { SANDBOX_PERPLEXITY_MODE: 'echo' } }));

type Told = { readonly status: number; readonly retryAfter: string | null };

/** Calls the webhook for a text from `phone`: a new one, or `sid` again. */
async function tell(app: TestApp, phone: string, sid = newSid()): Promise<Told> {
  const { status, headers } = await post(app, phone, sid);
  return { status, retryAfter: headers.get('retry-after') };
}

/** The same for a new text that must be received: repeated, as the carrier does, if a busy machine refuses it. */
async function deliver(app: TestApp, phone: string): Promise<number> {
  const sid = newSid();
  return (await askAgain(() => post(app, phone, sid))).status;
}

function post(app: TestApp, phone: string, sid: string): Promise<Response> {
  const url = `${app.url}/webhooks/twilio/messages`;
  const { accountSid, authToken } = app.product.deps.config.carrier;
  const fields = { MessageSid: sid, AccountSid: accountSid, From: phone, To: serviceNumbers[0], Body: 'who sang this' };
  const form = { ...fields, NumMedia: '0' };
  const headers = { 'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, url, form) };
  return fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) });
}

function newSid(): string {
  return `SM${randomBytes(16).toString('hex')}`;
}

/** Another session of the database holds this lock while `act` runs. */
async function whileLocked(app: TestApp, lock: string, act: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: app.product.deps.config.database.url });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(lock);
    await act();
  } finally {
    await client.end();
  }
}

/** All connections of a pool are taken while `act` runs. */
async function whileUsedUp(pool: pg.Pool, act: () => Promise<void>): Promise<void> {
  // A busy machine may not open them all within the pool's time limit.
  const connect = () => until('a connection', () => pool.connect().catch(() => null));
  const clients = await Promise.all(Array.from({ length: pool.options.max }, connect));
  try {
    await act();
  } finally {
    for (const client of clients) client.release();
  }
}

/** The lock that receiving a text of this phone waits for (db/sender-lock.ts). */
const lockOf = (phone: string): string => `select pg_advisory_xact_lock(${senderLockSql(`'${phone}'`)})`;

async function subscriber(app: TestApp): Promise<string> {
  const phone = app.phone();
  await app.subscriber(phone);
  return phone;
}

test('a text of a locked phone gets 503 with a retry, delays no other phone, and is no outage', async ({ app }) => {
  const [phone, other] = [await subscriber(app), await subscriber(app)];
  const sid = newSid();
  await whileLocked(app, lockOf(phone), async () => {
    const more = Array.from({ length: 30 }, () => deliver(app, app.phone()));
    const waiting = [tell(app, phone, sid), ...Array.from({ length: 30 }, () => tell(app, phone))];
    expect(await deliver(app, other)).toBe(200);
    for (const status of await Promise.all(more)) expect(status).toBe(200);
    for (const told of await Promise.all(waiting)) {
      expect(told).toEqual({ status: 503, retryAfter: '5' });
    }
    const { outage, outageStore } = app.product.deps;
    expect([outage.isUnavailable, outageStore.has(sid)]).toEqual([false, false]);
  });
  await until('the carrier to retry', async () => (await tell(app, phone, sid)).status === 200);
  expect(await app.finalReplies(other, 1)).toHaveLength(1);
});

test('a text that finds no free connection gets 503 with a retry, and is no outage', async ({ app }) => {
  const { textPool, outage, outageStore } = app.product.deps;
  const phone = await subscriber(app);
  const sid = newSid();
  await whileUsedUp(textPool, async () => {
    expect(await tell(app, phone, sid)).toEqual({ status: 503, retryAfter: '5' });
    expect([outage.isUnavailable, outageStore.has(sid)]).toEqual([false, false]);
  });
  await until('the carrier to retry', async () => (await tell(app, phone, sid)).status === 200);
  expect(await app.finalReplies(phone, 1)).toHaveLength(1);
});

test('no text waits for the counters of another to be committed', async () => {
  await using alone = await startTestApp();
  expect(await deliver(alone, alone.phone())).toBe(200);
  // Like the transaction of another text and a fold, which hold what they have written until their commit.
  const held = `insert into counter_deltas table counter_deltas; select 1 from counter_rollups for update`;
  await whileLocked(alone, held, async () => {
    expect(await deliver(alone, alone.phone())).toBe(200);
  });
});

test('pages that use up their connections do not prevent a text from being received', async ({ app }) => {
  await whileUsedUp(app.product.deps.pool, async () => {
    expect(await deliver(app, app.phone())).toBe(200);
  });
});

test('a page that meets a locked row says when to retry, and is no outage', async ({ app }) => {
  await whileLocked(app, 'lock table counter_rollups in access exclusive mode', async () => {
    const authorization = `Bearer ${app.product.deps.config.secrets.adminPassword}`;
    const response = await fetch(`${app.url}/api/admin/overview?range=day`, { headers: { authorization } });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.json()).toMatchObject({
      message: 'We’re very busy right now. Please try again in a moment.',
    });
  });
  expect(app.product.deps.outage.isUnavailable).toBe(false);
});

test('texts that arrive while the database is frozen go to the journal, however many are waiting', async ({ app }) => {
  const { outage } = app.product.deps;
  const phone = await subscriber(app);
  await app.untilKnown(phone);
  app.gate.freeze();
  const told = await Promise.all(Array.from({ length: 40 }, () => tell(app, phone)));
  expect(outage.isUnavailable).toBe(true);
  app.gate.thaw();
  for (const { status } of told) expect(status).toBe(200);
  await until('the journal to be replayed', () => !outage.isUnavailable && outage.journal.size === 0);
  await app.untilTextsDone();
});
