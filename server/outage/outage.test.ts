import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import twilio from 'twilio';
import { expect, vi } from 'vitest';

import { brokenInvariants } from '#server/testing/invariants.ts';
import { countEntries } from '#server/testing/journals.ts';
import { operator } from '#server/testing/operator.ts';
import { withFaults } from '#server/testing/payer.ts';
import { testsOfOne } from '#server/testing/shared-app.ts';
import { type GatedApp, serviceNumbers, startGatedApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';
import { visitor } from '#server/testing/visitor.ts';
import { replies } from '#server/texting/rules/replies.ts';

const test = testsOfOne(() =>
  startGatedApp({
    settings: { TEST_SPEED: '10', TRUST_PROXY: '127.0.0.1' },
    sandbox: { SANDBOX_PERPLEXITY_MODE: 'echo' },
  }),
);

/** The database is unavailable while `act` runs, and back with everything caught up when this returns. */
async function away(app: GatedApp, act: () => Promise<void>, { waitsForTexts = true } = {}): Promise<void> {
  const { outage } = app.product.deps;
  await until('who may be answered to be known', () => Promise.resolve(outage.eligibility.isFresh));
  await app.gate.shut();
  await until('the outage to be noticed', () => Promise.resolve(outage.isUnavailable));
  try {
    await act();
  } finally {
    await app.gate.open();
  }
  await until(
    'the journal to be replayed',
    async () => {
      if (outage.isUnavailable) return false;
      return (await outage.status()).queueSize === 0;
    },
    { explain: async () => JSON.stringify(await outage.status()) },
  );
  if (waitsForTexts) await app.untilTextsDone();
}

/** A subscriber who is known without the database. */
async function knownSubscriber(app: TestApp): Promise<string> {
  const phone = app.phone();
  await app.subscriber(phone);
  await app.untilKnown(phone);
  return phone;
}

async function send(app: TestApp, phone: string, body: string): Promise<void> {
  const path = `/sandbox/phones/${encodeURIComponent(phone)}/messages`;
  await app.sandbox('POST', path, { to: serviceNumbers[0], body });
}

async function hears(app: TestApp, phone: string, count: number): Promise<string[]> {
  await until(`${count} replies`, async () => (await app.replies(phone)).length >= count);
  return app.replies(phone);
}

/** The journal on disk. */
async function readJournal(app: TestApp): Promise<string> {
  const path = join(app.product.deps.config.dataDir, 'journal', 'journal-0.sqlite');
  const files = await Promise.all([readFile(path, 'latin1'), readFile(`${path}-wal`, 'latin1')]);
  return files.join('');
}

/** Everything relevant in the tables. */
async function books(app: TestApp): Promise<unknown> {
  const { rows } = await app.product.deps.pool.query(
    `select (select json_object_agg(name, value order by name) from
               (select name, sum(value) as value from counter_values where name like any('{questions.%,answers.%,texts.%,sends.%}') group by name) c) as counters,
            (select json_agg(i order by sid) from inbound_texts i) as texts,
            (select json_agg(o order by id) from outbound_texts o) as sends`,
  );
  return rows[0];
}

test('a known subscriber is answered while the database is unavailable, and counted once when it is back', async ({
  app,
}) => {
  const phone = await knownSubscriber(app);
  await away(app, async () => {
    // One after the other: of two webhooks under way, the second may arrive first.
    await send(app, phone, 'who sang one');
    await hears(app, phone, 1);
    await send(app, phone, 'who sang two');
    const sang = ['one', 'two'].map((nth) => expect.stringContaining(`sang ${nth}`));
    expect(await hears(app, phone, 2)).toEqual(sang);
    const journal = await readJournal(app);
    expect([journal.includes(phone), journal.includes('sang')]).toEqual([true, false]);
    const { dbFallback } = (await operator(app)('GET', '/api/admin/monitoring')).body as { dbFallback: object };
    expect(dbFallback).toMatchObject({
      enabled: true,
      operationsByTable: { inbound_texts: 2 },
      oldestOperation: expect.any(String),
    });
  });
  const { rows } = await app.product.deps.pool.query(
    `select outcome, counted, o.state from inbound_texts join outbound_texts o on inbound_sid = sid
      where inbound_texts.sender = $1`,
    [phone],
  );
  const answered = { outcome: 'answered', counted: true, state: 'accepted' };
  expect(rows).toEqual([answered, answered]);
  expect(await brokenInvariants(app.product.deps.pool)).toEqual([]);
  expect(await app.replies(phone)).toHaveLength(2);
});

/** Sends the carrier's webhook for a text. @returns the response status */
async function tell(app: TestApp, sid: string, from: string): Promise<number> {
  const url = `${app.url}/webhooks/twilio/messages`;
  const { accountSid, authToken } = app.product.deps.config.carrier;
  const fields = {
    MessageSid: sid,
    AccountSid: accountSid,
    From: from,
    To: serviceNumbers[0],
    Body: 'who sang',
    NumMedia: '0',
  };
  const headers = { 'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, url, fields) };
  return (await fetch(url, { method: 'POST', headers, body: new URLSearchParams(fields) })).status;
}

test('in an outage a text is replied to in its own language, and ALTO holds then and afterwards', async ({ app }) => {
  const phone = await knownSubscriber(app);
  await away(app, async () => {
    await send(app, phone, 'muchas gracias');
    expect(await hears(app, phone, 1)).toEqual([replies.hint.es]);
    await send(app, phone, 'ALTO');
    expect(await hears(app, phone, 2)).toEqual([replies.hint.es, replies.stop.es]);
    await send(app, phone, 'quien canta cielito lindo');
  });
  expect(await app.finalReplies(phone, 2)).toHaveLength(2);
  const { rows } = await app.product.deps.pool.query(
    'select language, opted_out from phone_numbers join opt_outs on phone_key = number where number = $1',
    [phone],
  );
  expect(rows).toEqual([{ language: 'es', opted_out: true }]);
  await send(app, phone, 'INICIAR');
  expect((await app.finalReplies(phone, 3)).at(-1)).toBe(replies.start.es);
});

test('a text in the database is not journaled when the carrier repeats its webhook', async ({ app }) => {
  const phone = await knownSubscriber(app);
  const sid = await app.text(phone, 'who sang three');
  expect(await app.finalReplies(phone, 1)).toHaveLength(1);
  // The acknowledgement was lost, so the carrier repeats the webhook to a process of this machine.
  await away(app, async () => expect(await tell(app, sid, phone)).toBe(503));
  const journaled = `SM${'c'.repeat(32)}`;
  for (const status of [200, 503]) await away(app, async () => expect(await tell(app, journaled, phone)).toBe(status));
  expect(await app.replies(phone)).toHaveLength(2);
});

test('a text that waits for the model when the database returns continues there immediately and keeps its plaintext', async ({
  app,
}) => {
  const { outage } = app.product.deps;
  const phone = await knownSubscriber(app);
  await withFaults(app, { perplexity: { status: 503 } }, async () => {
    const ask = async (): Promise<void> => {
      await send(app, phone, 'who painted the night watch');
      await until('the text to be received', () => app.product.texting.plaintextCache.count > 0);
    };
    await away(app, ask, { waitsForTexts: false });
    expect([outage.journal.size, app.product.texting.plaintextCache.count]).toEqual([0, 1]);
  });
  expect(await hears(app, phone, 1)).toEqual([expect.stringContaining('night watch')]);
  await app.untilTextsDone();
});

test('STOP and START hold while the database is unavailable, and afterwards', async ({ app }) => {
  const phone = await knownSubscriber(app);
  await away(app, async () => {
    await send(app, phone, 'STOP');
    await until('the opt-out', () => Promise.resolve(app.product.deps.outage.eligibility.isOptedOut(phone)));
    await send(app, phone, 'who sang three');
  });
  const key = 'select opted_out from opt_outs where phone_key = $1';
  expect((await app.product.deps.pool.query(key, [phone])).rows).toEqual([{ opted_out: true }]);
  expect((await app.replies(phone)).join()).not.toContain('three');
  await away(app, async () => {
    await send(app, phone, 'START');
    await until('the opt-in', () => Promise.resolve(!app.product.deps.outage.eligibility.isOptedOut(phone)));
    await send(app, phone, 'who sang four');
    await until('an answer', async () => (await app.replies(phone)).join().includes('four'));
  });
  expect((await app.product.deps.pool.query(key, [phone])).rows).toEqual([{ opted_out: false }]);
});

test('an unknown sender gets no promo during an outage, but is recorded', async ({ app }) => {
  const phone = app.phone();
  await away(app, async () => {
    await send(app, phone, 'who is there');
    await until('it to be journaled', async () => (await app.product.deps.outage.status()).queueSize === 1);
  });
  const { rows } = await app.product.deps.pool.query(
    `select promo_sent from unsubscribed_senders where phone_number = $1`,
    [phone],
  );
  expect(rows).toEqual([{ promo_sent: false }]);
  expect(await app.replies(phone)).toEqual([]);
  await app.text(phone, 'who is there');
  expect(await app.finalReplies(phone, 1)).toEqual([replies.promo.en]);
});

test('a subscriber whom the snapshot did not know yet is decided again afterwards, and answered', async ({ app }) => {
  const phone = await knownSubscriber(app);
  const { eligibility } = app.product.deps.outage;
  // As after a start during the outage, with a snapshot from before the sign-up.
  const old = vi.spyOn(eligibility, 'find').mockReturnValue(null);
  await away(app, async () => {
    await send(app, phone, 'who sang five');
    await until('it to be journaled', async () => (await app.product.deps.outage.status()).queueSize === 1);
    expect(await app.replies(phone)).toEqual([]);
  });
  old.mockRestore();
  expect(await app.finalReplies(phone, 1)).toEqual([expect.stringContaining('sang five')]);
});

test('replaying a journal again, as after a crash before it was emptied, changes nothing', async ({ app }) => {
  const { outage, config } = app.product.deps;
  const folder = join(config.dataDir, 'journal');
  // The log first: a journal without it would be an older one.
  const copyTo = async (from: string, to: string): Promise<void> => {
    for (const end of ['-wal', '']) await copyFile(join(folder, `${from}${end}`), join(folder, `${to}${end}`));
  };
  const entriesOf = (name: string) => countEntries(join(folder, name));
  const phone = await knownSubscriber(app);
  await away(app, async () => {
    await send(app, phone, 'who sang six');
    await hears(app, phone, 1);
    await copyTo('journal-0.sqlite', 'copy');
  });
  const before = await books(app);
  await copyTo('copy', 'journal-1.sqlite');
  expect(entriesOf('copy')).toBeGreaterThan(0);
  // The replay in the background may have come first.
  expect(await outage.sync()).toMatchObject({ remaining: 0 });
  await until('the copy to be replayed', () => Promise.resolve(entriesOf('journal-1.sqlite') === 0));
  expect(await books(app)).toEqual(before);
});

const served = ['/', '/healthz', '/readyz', '/api/version', '/api/status', '/api/subscription/plans'];
const refused = ['/api/user/subscription', '/api/user/phone-numbers', '/api/admin/overview?range=day'];

test('without the database, pages and the admin area work, and what needs it says so and when to retry', async ({
  app,
}) => {
  const asOperator = operator(app);
  const browser = visitor(app);
  await browser.join();
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  await away(app, async () => {
    for (const path of [...served, '/api/service-phone-numbers']) {
      expect((await fetch(app.url + path)).status, path).toBe(200);
    }
    for (const path of refused) {
      const headers = { cookie, authorization: `Bearer ${app.product.deps.config.secrets.adminPassword}` };
      const response = await fetch(app.url + path, { headers });
      expect([response.status, Number(response.headers.get('retry-after')) > 0], path).toEqual([503, true]);
      expect(await response.json(), path).toMatchObject({ message: expect.stringContaining('Please try again') });
    }
    expect((await asOperator('GET', '/api/admin/monitoring')).status).toBe(200);
    // Not as the operator's browser, which would repeat the call for as long as it is refused.
    const authorization = `Bearer ${app.product.deps.config.secrets.adminPassword}`;
    const sync = await fetch(`${app.url}/api/admin/db-fallback/sync`, { method: 'POST', headers: { authorization } });
    expect([sync.status, sync.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await sync.json()).toMatchObject({ message: expect.stringContaining('briefly unavailable') });
  });
  const after = await asOperator('POST', '/api/admin/db-fallback/sync');
  expect(after).toMatchObject({ status: 200, body: { status: 'success', remaining: 0 } });
});

test('a process that starts while the database is unavailable serves pages, and everything else once it is back', async ({
  app,
}) => {
  await using stack = new AsyncDisposableStack();
  let other = '';
  const dataDir = await mkdtemp(join(tmpdir(), 'askline-other-'));
  stack.defer(() => rm(dataDir, { recursive: true }));
  await away(app, async () => {
    const { product } = stack.use(await app.another({ DATA_DIR: dataDir }));
    other = product.address ?? '';
    expect((await fetch(`${other}/api/version`)).status).toBe(200);
    // It has no eligibility snapshot yet.
    expect((await fetch(`${other}/readyz`)).status).toBe(503);
  });
  await until('it to be ready', async () => (await fetch(`${other}/readyz`)).ok);
});
