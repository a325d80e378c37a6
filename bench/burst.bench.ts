import { setTimeout as wait } from 'node:timers/promises';

import pg from 'pg';

import { lockSender } from '#server/db/sender-lock.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import type { Bench, Measure } from './measure.ts';

const texts = Number(process.env['BURST_TEXTS'] ?? 400);
/** Extra time of each commit on the path of a text, as on a slow disk. */
const commitMs = Number(process.env['BURST_COMMIT_MS'] ?? 5);
/** How long the locked phone's row is locked, and how many texts it sends meanwhile. */
const lockMs = 8000;
const lockedTexts = 40;
const otherTexts = 100;

/** Sleeps once at the end of each transaction that writes a text, while it holds its locks and its connection. */
const slowCommits = `
  create function slow_commit() returns trigger language plpgsql as $$
    begin
      if current_setting('burst.has_slept', true) is distinct from 'yes' then
        perform set_config('burst.has_slept', 'yes', true), pg_sleep(${commitMs / 1000});
      end if;
      return null;
    end $$;
  create constraint trigger slow_commit after insert or update on inbound_texts deferrable initially deferred
    for each row execute function slow_commit();
  create constraint trigger slow_commit after insert or update on outbound_texts deferrable initially deferred
    for each row execute function slow_commit();`;

/**
 * Load must not count as an outage: a burst of texts on a database with slow commits, and one phone whose row is locked
 * while it and others text. The database is available all the time, so no text may use the journal.
 */
export const bench: Bench = async ({ postgresUrl }) => [
  ...(await burst(postgresUrl)),
  ...(await lockedPhone(postgresUrl)),
];

async function burst(postgresUrl: string): Promise<Measure[]> {
  await using app = await startWithRetries(postgresUrl);
  const { pool } = app.product.deps;
  const phones = await subscribers(app, texts);
  await pool.query(slowCommits);
  const away = countOutages(app);
  const beganAt = performance.now();
  await Promise.all(phones.map((phone, nth) => app.sandbox('POST', pathOf(phone), message(nth))));
  await until('all to be received', async () => (await receivedCount(app)) === texts, { timeoutMs: 120_000 });
  const receivedMs = performance.now() - beganAt;
  await until('all to be answered', async () => (await answered(app)).length >= texts, { timeoutMs: 180_000 });
  const answeredMs = performance.now() - beganAt;
  const runs = await app.sandbox<unknown[]>('GET', '/sandbox/perplexity/runs');
  return [
    { what: `${texts} texts, +${commitMs} ms a commit: received`, value: receivedMs, unit: 'ms' },
    { what: 'burst: answered', value: answeredMs, unit: 'ms' },
    { what: 'burst: model calls', value: runs.length, unit: 'calls', atMost: texts },
    { what: 'burst: false outages', value: away(), unit: 'times', atMost: 0 },
  ];
}

async function lockedPhone(postgresUrl: string): Promise<Measure[]> {
  await using app = await startWithRetries(postgresUrl);
  const [locked = '', ...others] = await subscribers(app, 1 + otherTexts);
  const away = countOutages(app);
  const release = await lock(app, locked);
  try {
    const beganAt = performance.now();
    await Promise.all(
      Array.from({ length: lockedTexts }, (_, nth) => app.sandbox('POST', pathOf(locked), message(nth))),
    );
    await wait(200);
    await Promise.all(others.map((phone, nth) => app.sandbox('POST', pathOf(phone), message(nth))));
    await until('the others to be answered', async () => (await answered(app)).length >= otherTexts, {
      timeoutMs: 120_000,
    });
    const othersMs = performance.now() - beganAt;
    await wait(Math.max(0, lockMs - othersMs));
    const timesAway = away();
    return [
      { what: 'locked phone: the others answered', value: othersMs, unit: 'ms' },
      { what: 'locked phone: false outages', value: timesAway, unit: 'times', atMost: 0 },
    ];
  } finally {
    await release();
  }
}

/** Configures the carrier to retry failed webhooks, as the operator's manual asks. */
async function startWithRetries(postgresUrl: string): Promise<TestApp> {
  const app = await startTestApp({ postgresUrl, sandbox: { SANDBOX_PERPLEXITY_MODE: 'echo' } });
  const inboundUrl = `${app.url}/webhooks/twilio/messages#rc=5&rp=all`;
  await app.sandbox('PUT', '/sandbox/twilio/settings', { inboundUrl });
  return app;
}

async function subscribers(app: TestApp, count: number): Promise<string[]> {
  const phones = [...new Set(Array.from({ length: count * 2 }, () => app.phone()))].slice(0, count);
  for (const phone of phones) await app.subscriber(phone);
  return phones;
}

/** Takes the lock that receiving a text of this phone waits for, as the deletion of its account does. */
async function lock(app: TestApp, phone: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: app.product.deps.config.database.url });
  await client.connect();
  await client.query('begin');
  await lockSender(client, phone);
  return () => client.end();
}

/** @returns a function that gives the number of detected outages since the call */
function countOutages(app: TestApp): () => number {
  const { outage } = app.product.deps;
  let times = 0;
  let wasUnavailable = false;
  const timer = setInterval(() => {
    if (outage.isUnavailable && !wasUnavailable) times += 1;
    wasUnavailable = outage.isUnavailable;
  }, 5);
  return () => {
    clearInterval(timer);
    return times;
  };
}

async function receivedCount(app: TestApp): Promise<number> {
  const { rows } = await app.product.deps.pool
    .query<{ count: number }>('select count(*) as count from inbound_texts')
    .catch(() => ({ rows: [{ count: 0 }] })); // busy, or considered unavailable
  return rows[0]?.count ?? 0;
}

async function answered(app: TestApp): Promise<readonly unknown[]> {
  await wait(50);
  const path = '/sandbox/twilio/ledger?direction=outbound-api';
  return (await app.sandbox<{ messages: readonly unknown[] }>('GET', path)).messages;
}

function pathOf(phone: string): string {
  return `/sandbox/phones/${encodeURIComponent(phone)}/messages`;
}

function message(nth: number): { to: string; body: string } {
  return { to: '+12025550100', body: `who painted number ${nth}` };
}
