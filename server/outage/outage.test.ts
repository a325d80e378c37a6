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
async function away(it: GatedApp, act: () => Promise<void>, { waitsForTexts = true } = {}): Promise<void> {
  const { outage } = it.product.deps;
  await until('who may be answered to be known', () => Promise.resolve(outage.eligibility.isFresh));
  await it.gate.shut();
  await until('the outage to be noticed', () => Promise.resolve(outage.isAway));
  try {
    await act();
  } finally {
    await it.gate.open();
  }
  await until(
    'the journal to be replayed',
    async () => {
      if (outage.isAway) return false;
      return (await outage.status()).queueSize === 0;
    },
    { explain: async () => JSON.stringify(await outage.status()) },
  );
  if (waitsForTexts) await it.untilTextsDone();
}

/** A subscriber who is known without the database. */
async function knownSubscriber(it: TestApp): Promise<string> {
  const phone = it.phone();
  await it.subscriber(phone);
  await it.untilKnown(phone);
  return phone;
}

async function send(it: TestApp, phone: string, body: string): Promise<void> {
  const path = `/sandbox/phones/${encodeURIComponent(phone)}/messages`;
  await it.sandbox('POST', path, { to: serviceNumbers[0], body });
}

async function hears(it: TestApp, phone: string, count: number): Promise<string[]> {
  await until(`${count} replies`, async () => (await it.replies(phone)).length >= count);
  return it.replies(phone);
}

/** The journal on disk. */
async function readJournal(it: TestApp): Promise<string> {
  const path = join(it.product.deps.config.dataDir, 'journal', 'journal-0.sqlite');
  const files = await Promise.all([readFile(path, 'latin1'), readFile(`${path}-wal`, 'latin1')]);
  return files.join('');
}

/** Everything relevant in the tables. */
async function books(it: TestApp): Promise<unknown> {
  const { rows } = await it.product.deps.pool.query(
    `select (select json_object_agg(name, value order by name) from
               (select name, sum(value) as value from counter_values where name like any('{questions.%,answers.%,texts.%,sends.%}') group by name) c) as counters,
            (select json_agg(i order by sid) from inbound_texts i) as texts,
            (select json_agg(o order by id) from outbound_texts o) as sends`,
  );
  return rows[0];
}

test('a known subscriber is answered while the database is unavailable, and counted once when it is back', async ({
  it,
}) => {
  const phone = await knownSubscriber(it);
  await away(it, async () => {
    // One after the other: of two webhooks under way, the second may arrive first.
    await send(it, phone, 'who sang one');
    await hears(it, phone, 1);
    await send(it, phone, 'who sang two');
    const sang = ['one', 'two'].map((nth) => expect.stringContaining(`sang ${nth}`));
    expect(await hears(it, phone, 2)).toEqual(sang);
    const journal = await readJournal(it);
    expect([journal.includes(phone), journal.includes('sang')]).toEqual([true, false]);
    const { dbFallback } = (await operator(it)('GET', '/api/admin/monitoring')).body as { dbFallback: object };
    expect(dbFallback).toMatchObject({
      enabled: true,
      operationsByTable: { inbound_texts: 2 },
      oldestOperation: expect.any(String),
    });
  });
  const { rows } = await it.product.deps.pool.query(
    `select outcome, counted, o.state from inbound_texts join outbound_texts o on inbound_sid = sid
      where inbound_texts.sender = $1`,
    [phone],
  );
  const answered = { outcome: 'answered', counted: true, state: 'accepted' };
  expect(rows).toEqual([answered, answered]);
  expect(await brokenInvariants(it.product.deps.pool)).toEqual([]);
  expect(await it.replies(phone)).toHaveLength(2);
});

/** Sends the carrier's webhook for a text. @returns the response status */
async function tell(it: TestApp, sid: string, from: string): Promise<number> {
  const url = `${it.url}/webhooks/twilio/messages`;
  const { accountSid, authToken } = it.product.deps.config.carrier;
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

test('in an outage a text is replied to in its own language, and ALTO holds then and afterwards', async ({ it }) => {
  const phone = await knownSubscriber(it);
  await away(it, async () => {
    await send(it, phone, 'muchas gracias');
    expect(await hears(it, phone, 1)).toEqual([replies.hint.es]);
    await send(it, phone, 'ALTO');
    expect(await hears(it, phone, 2)).toEqual([replies.hint.es, replies.stop.es]);
    await send(it, phone, 'quien canta cielito lindo');
  });
  expect(await it.finalReplies(phone, 2)).toHaveLength(2);
  const { rows } = await it.product.deps.pool.query(
    'select language, opted_out from phone_numbers join opt_outs on phone_key = number where number = $1',
    [phone],
  );
  expect(rows).toEqual([{ language: 'es', opted_out: true }]);
  await send(it, phone, 'INICIAR');
  expect((await it.finalReplies(phone, 3)).at(-1)).toBe(replies.start.es);
});

test('a text in the database is not journaled when the carrier repeats its webhook', async ({ it }) => {
  const phone = await knownSubscriber(it);
  const sid = await it.text(phone, 'who sang three');
  expect(await it.finalReplies(phone, 1)).toHaveLength(1);
  // The acknowledgement was lost, so the carrier repeats the webhook to a process of this machine.
  await away(it, async () => expect(await tell(it, sid, phone)).toBe(503));
  const journaled = `SM${'c'.repeat(32)}`;
  for (const status of [200, 503]) await away(it, async () => expect(await tell(it, journaled, phone)).toBe(status));
  expect(await it.replies(phone)).toHaveLength(2);
});

test('a text that waits for the model when the database returns continues there immediately and keeps its plaintext', async ({
  it,
}) => {
  const { outage } = it.product.deps;
  const phone = await knownSubscriber(it);
  await withFaults(it, { perplexity: { status: 503 } }, async () => {
    const ask = async (): Promise<void> => {
      await send(it, phone, 'who painted the night watch');
      await until('the text to be received', () => it.product.texting.plaintextCache.count > 0);
    };
    await away(it, ask, { waitsForTexts: false });
    expect([outage.waiting, it.product.texting.plaintextCache.count]).toEqual([0, 1]);
  });
  expect(await hears(it, phone, 1)).toEqual([expect.stringContaining('night watch')]);
  await it.untilTextsDone();
});

test('STOP and START hold while the database is unavailable, and afterwards', async ({ it }) => {
  const phone = await knownSubscriber(it);
  await away(it, async () => {
    await send(it, phone, 'STOP');
    await until('the opt-out', () => Promise.resolve(it.product.deps.outage.eligibility.isOptedOut(phone)));
    await send(it, phone, 'who sang three');
  });
  const key = 'select opted_out from opt_outs where phone_key = $1';
  expect((await it.product.deps.pool.query(key, [phone])).rows).toEqual([{ opted_out: true }]);
  expect((await it.replies(phone)).join()).not.toContain('three');
  await away(it, async () => {
    await send(it, phone, 'START');
    await until('the opt-in', () => Promise.resolve(!it.product.deps.outage.eligibility.isOptedOut(phone)));
    await send(it, phone, 'who sang four');
    await until('an answer', async () => (await it.replies(phone)).join().includes('four'));
  });
  expect((await it.product.deps.pool.query(key, [phone])).rows).toEqual([{ opted_out: false }]);
});

test('an unknown sender gets no promo during an outage, but is recorded', async ({ it }) => {
  const phone = it.phone();
  await away(it, async () => {
    await send(it, phone, 'who is there');
    await until('it to be journaled', async () => (await it.product.deps.outage.status()).queueSize === 1);
  });
  const { rows } = await it.product.deps.pool.query(
    `select promo_sent from unsubscribed_senders where phone_number = $1`,
    [phone],
  );
  expect(rows).toEqual([{ promo_sent: false }]);
  expect(await it.replies(phone)).toEqual([]);
  await it.text(phone, 'who is there');
  expect(await it.finalReplies(phone, 1)).toEqual([replies.promo.en]);
});

test('a subscriber whom the snapshot did not know yet is decided again afterwards, and answered', async ({ it }) => {
  const phone = await knownSubscriber(it);
  const { eligibility } = it.product.deps.outage;
  // As after a start during the outage, with a snapshot from before the sign-up.
  const old = vi.spyOn(eligibility, 'find').mockReturnValue(null);
  await away(it, async () => {
    await send(it, phone, 'who sang five');
    await until('it to be journaled', async () => (await it.product.deps.outage.status()).queueSize === 1);
    expect(await it.replies(phone)).toEqual([]);
  });
  old.mockRestore();
  expect(await it.finalReplies(phone, 1)).toEqual([expect.stringContaining('sang five')]);
});

test('replaying a journal again, as after a crash before it was emptied, changes nothing', async ({ it }) => {
  const { outage, config } = it.product.deps;
  const folder = join(config.dataDir, 'journal');
  // The log first: a journal without it would be an older one.
  const copyTo = async (from: string, to: string): Promise<void> => {
    for (const end of ['-wal', '']) await copyFile(join(folder, `${from}${end}`), join(folder, `${to}${end}`));
  };
  const entriesOf = (name: string) => countEntries(join(folder, name));
  const phone = await knownSubscriber(it);
  await away(it, async () => {
    await send(it, phone, 'who sang six');
    await hears(it, phone, 1);
    await copyTo('journal-0.sqlite', 'copy');
  });
  const before = await books(it);
  await copyTo('copy', 'journal-1.sqlite');
  expect(entriesOf('copy')).toBeGreaterThan(0);
  // The replay in the background may have come first.
  expect(await outage.sync()).toMatchObject({ remaining: 0 });
  await until('the copy to be replayed', () => Promise.resolve(entriesOf('journal-1.sqlite') === 0));
  expect(await books(it)).toEqual(before);
});

const served = ['/', '/healthz', '/readyz', '/api/version', '/api/status', '/api/subscription/plans'];
const refused = ['/api/user/subscription', '/api/user/phone-numbers', '/api/admin/overview?range=day'];

test('without the database, pages and the admin area work, and what needs it says so and when to retry', async ({
  it,
}) => {
  const asOperator = operator(it);
  const browser = visitor(it);
  await browser.join();
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  await away(it, async () => {
    for (const path of [...served, '/api/service-phone-numbers']) {
      expect((await fetch(it.url + path)).status, path).toBe(200);
    }
    for (const path of refused) {
      const headers = { cookie, authorization: `Bearer ${it.product.deps.config.secrets.adminPassword}` };
      const response = await fetch(it.url + path, { headers });
      expect([response.status, Number(response.headers.get('retry-after')) > 0], path).toEqual([503, true]);
      expect(await response.json(), path).toMatchObject({ message: expect.stringContaining('Please try again') });
    }
    expect((await asOperator('GET', '/api/admin/monitoring')).status).toBe(200);
    // Not as the operator's browser, which would repeat the call for as long as it is refused.
    const authorization = `Bearer ${it.product.deps.config.secrets.adminPassword}`;
    const sync = await fetch(`${it.url}/api/admin/db-fallback/sync`, { method: 'POST', headers: { authorization } });
    expect([sync.status, sync.headers.get('retry-after')]).toEqual([503, '5']);
    expect(await sync.json()).toMatchObject({ message: expect.stringContaining('briefly unavailable') });
  });
  const after = await asOperator('POST', '/api/admin/db-fallback/sync');
  expect(after).toMatchObject({ status: 200, body: { status: 'success', remaining: 0 } });
});

test('a process that starts while the database is unavailable serves pages, and everything else once it is back', async ({
  it,
}) => {
  await using stack = new AsyncDisposableStack();
  let other = '';
  const dataDir = await mkdtemp(join(tmpdir(), 'askline-other-'));
  stack.defer(() => rm(dataDir, { recursive: true }));
  await away(it, async () => {
    const { product } = stack.use(await it.another({ DATA_DIR: dataDir }));
    other = product.address ?? '';
    expect((await fetch(`${other}/api/version`)).status).toBe(200);
    // It has no eligibility snapshot yet.
    expect((await fetch(`${other}/readyz`)).status).toBe(503);
  });
  await until('it to be ready', async () => (await fetch(`${other}/readyz`)).ok);
});
