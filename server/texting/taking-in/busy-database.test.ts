import { randomBytes } from 'node:crypto';

import pg from 'pg';
import twilio from 'twilio';
import { expect } from 'vitest';

import { testsOfOne } from '#server/testing/shared-app.ts';
import { serviceNumbers, startGatedApp, startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

const test = testsOfOne(() => startGatedApp({ sandbox: { SANDBOX_PERPLEXITY_MODE: 'echo' } }));

type Told = { readonly status: number; readonly retryAfter: string | null };

/** The carrier tells of a text from `phone`: of a new one, or of `sid` again. */
async function tell(it: TestApp, phone: string, sid = newSid()): Promise<Told> {
  const url = `${it.url}/webhooks/twilio/messages`;
  const { accountSid, authToken } = it.product.deps.config.carrier;
  const fields = { MessageSid: sid, AccountSid: accountSid, From: phone, To: serviceNumbers[0], Body: 'who sang this' };
  const form = { ...fields, NumMedia: '0' };
  const headers = { 'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, url, form) };
  const { status, headers: answered } = await fetch(url, { method: 'POST', headers, body: new URLSearchParams(form) });
  return { status, retryAfter: answered.get('retry-after') };
}

function newSid(): string {
  return `SM${randomBytes(16).toString('hex')}`;
}

/** Another session of the database holds this lock while `act` runs. */
async function whileLocked(it: TestApp, lock: string, act: () => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: it.product.deps.config.database.url });
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
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  try {
    await act();
  } finally {
    for (const client of clients) client.release();
  }
}

/** What taking in a text of this phone waits for (db/sender-lock.ts). */
const lockOf = (phone: string): string => `select pg_advisory_xact_lock(hashtextextended('${phone}', 20100401))`;

async function subscriber(it: TestApp): Promise<string> {
  const phone = it.phone();
  await it.subscriber(phone);
  return phone;
}

test('a phone that is locked is told to come again, keeps nobody waiting, and is no outage', async ({ it }) => {
  const [phone, other] = [await subscriber(it), await subscriber(it)];
  const sid = newSid();
  await whileLocked(it, lockOf(phone), async () => {
    const more = Array.from({ length: 30 }, () => tell(it, it.phone()));
    const waiting = [tell(it, phone, sid), ...Array.from({ length: 30 }, () => tell(it, phone))];
    expect((await tell(it, other)).status).toBe(200);
    for (const { status } of await Promise.all(more)) expect(status).toBe(200);
    for (const told of await Promise.all(waiting)) {
      expect(told).toEqual({ status: 503, retryAfter: '5' });
    }
    const { fallback, standIn } = it.product.deps;
    expect([fallback.isAway, standIn.has(sid)]).toEqual([false, false]);
  });
  expect((await tell(it, phone, sid)).status).toBe(200);
  expect(await it.settledReplies(other, 1)).toHaveLength(1);
});

test('a text that finds no connection free is told to come again, and is no outage', async ({ it }) => {
  const { textPool, fallback, standIn } = it.product.deps;
  const phone = await subscriber(it);
  const sid = newSid();
  await whileUsedUp(textPool, async () => {
    expect(await tell(it, phone, sid)).toEqual({ status: 503, retryAfter: '5' });
    expect([fallback.isAway, standIn.has(sid)]).toEqual([false, false]);
  });
  await until('the carrier to come again', async () => (await tell(it, phone, sid)).status === 200);
  expect(await it.settledReplies(phone, 1)).toHaveLength(1);
});

test('no text waits until the counters of another are on disk', async () => {
  await using alone = await startTestApp();
  expect((await tell(alone, alone.phone())).status).toBe(200);
  // As the transaction of that text holds them until its commit.
  await whileLocked(alone, 'select 1 from counters for update', async () => {
    expect((await tell(alone, alone.phone())).status).toBe(200);
  });
});

test('pages that use up their connections do not keep a text from being taken in', async ({ it }) => {
  await whileUsedUp(it.product.deps.pool, async () => {
    expect((await tell(it, it.phone())).status).toBe(200);
  });
});

test('a page that meets a locked row says when to come again, and is no outage', async ({ it }) => {
  await whileLocked(it, 'lock table counters in access exclusive mode', async () => {
    const authorization = `Bearer ${it.product.deps.config.secrets.adminPassword}`;
    const response = await fetch(`${it.url}/api/admin/overview?range=day`, { headers: { authorization } });
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await response.json()).toMatchObject({
      message: 'We are very busy right now. Please try again in a moment.',
    });
  });
  expect(it.product.deps.fallback.isAway).toBe(false);
});

test('texts that come while the database is frozen are taken in by the journal, however many wait', async ({ it }) => {
  const { fallback } = it.product.deps;
  const phone = await subscriber(it);
  await until('the copy to know', () => fallback.eligibility.find(phone)?.subscription);
  it.gate.freeze();
  const told = await Promise.all(Array.from({ length: 40 }, () => tell(it, phone)));
  expect(fallback.isAway).toBe(true);
  it.gate.thaw();
  for (const { status } of told) expect(status).toBe(200);
  await until('the journal to be carried out', () => !fallback.isAway && fallback.waiting === 0);
  await it.settle();
});
