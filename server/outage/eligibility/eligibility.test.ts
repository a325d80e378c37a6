import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { QueryConfig } from 'pg';
import { expect, test } from 'vitest';

import type { Listener } from '#server/db/listen.ts';
import type { Runner } from '#server/db/statement.ts';
import { createLog } from '#server/observability/log.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';
import { journaledText, openJournal } from '#server/testing/journals.ts';
import { addSubscriber } from '#server/testing/subscriber.ts';
import { until } from '#server/testing/until.ts';
import { syncServiceNumbers } from '#server/texting/service-numbers.repo.ts';
import { phoneHash } from '#server/texting/store/phone-hash.ts';

import { receivedOperation } from '../journal/journaled-text.ts';
import type { ReceivedText } from '../journal/operations.ts';
import { Eligibility } from './eligibility.ts';

const [phone, other] = ['+13122000001', '+13122000002'];
const hash = phoneHash('a key of the tests');

type Handler = Parameters<Listener['on']>[1];

/** A database, a journal, and eligibility snapshots that are opened one after another, as by restarts. */
async function place() {
  const stack = new AsyncDisposableStack();
  const { url } = stack.use(await testDatabase());
  const { pool, db } = stack.use(connectTo(url));
  await syncServiceNumbers(pool, ['+12025550100']);
  const folder = mkdtempSync(join(tmpdir(), 'askline-eligibility-'));
  stack.defer(() => rmSync(folder, { recursive: true }));
  const journal = openJournal(folder);
  stack.defer(() => journal.close());
  /** Called before each statement. */
  const tap = { before: (_name: string): void | Promise<void> => undefined };
  const tapped: Runner = {
    async query(config: QueryConfig) {
      await tap.before(config.name ?? '');
      return pool.query(config);
    },
  };
  let channel: Handler = { onNotify: () => undefined, onListening: () => undefined };
  function open(): Eligibility {
    const listener = { isListening: true, on: (_channel: string, handler: Handler) => void (channel = handler) };
    const snapshot = new Eligibility({
      pool: tapped,
      journal,
      phoneHash: hash,
      log: createLog('silent').log,
      listener,
    });
    stack.defer(() => snapshot.stop());
    return snapshot;
  }
  return {
    pool,
    journal,
    tap,
    open,
    /** Notifies the newest snapshot of a change. */
    hear: (key: string) => channel.onNotify(key),
    subscribe: (number: string) => addSubscriber(db, { phone: number, serviceNumber: '+12025550100' }),
    async consent(key: string, isOptedOut: boolean): Promise<void> {
      await pool.query(
        `insert into opt_outs (phone_key, opted_out, changed_at, source) values ($1, $2, now(), 'text')
         on conflict (phone_key) do update set opted_out = excluded.opted_out`,
        [key, isOptedOut],
      );
    },
    /** A snapshot that has read the current state completely. */
    async openRead(): Promise<Eligibility> {
      const from = Date.now();
      const snapshot = open();
      snapshot.start();
      channel.onListening();
      await until('a complete reading', () => Number(journal.note('eligibility_current_at')) >= from);
      return snapshot;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function stopText(sender: string, consent: ReceivedText['consent']): ReceivedText {
  const operation = journaledText();
  if (operation.type !== 'inbound.insert') throw new Error('no text');
  const sid = `SM${randomBytes(16).toString('hex')}`;
  return { ...operation.body, sid, sender, kind: 'stop', reply: null, isAccepted: false, consent };
}

/** More than one page of accounts, so that a read can end midway. */
const manyPhones = `
  with people as (
    insert into users (name, email, service_number)
    select 'Sam', 'sam' || n || '@askline.example', '+12025550100' from generate_series(1, 2100) n returning id
  )
  insert into phone_numbers (user_id, number, verified_at)
  select id, '+1312300' || lpad((row_number() over ())::text, 4, '0'), now() from people`;

const fiftyOptOuts = `
  insert into opt_outs (phone_key, opted_out, changed_at, source)
  select '+1312400' || lpad(n::text, 4, '0'), true, now(), 'text' from generate_series(1, 50) n`;
const numbered = (start: string, nth: number): string => `${start}${String(nth).padStart(4, '0')}`;

function known(snapshot: Eligibility): { optOuts: number; phones: number } {
  const optOuts = Array.from({ length: 50 }, (_, nth) => numbered('+1312400', nth + 1));
  const phones = Array.from({ length: 2100 }, (_, nth) => numbered('+1312300', nth + 1));
  return {
    optOuts: optOuts.filter((number) => snapshot.isOptedOut(number)).length,
    phones: phones.filter((number) => snapshot.find(number) !== null).length,
  };
}

test('stopping in the middle of a read removes neither a STOP nor a subscriber from the snapshot', async () => {
  await using fixture = await place();
  await fixture.pool.query(manyPhones);
  await fixture.pool.query(fiftyOptOuts);
  const snapshot = await fixture.openRead();
  expect(known(snapshot)).toEqual({ optOuts: 50, phones: 2100 });
  const stopped = Promise.withResolvers<void>();
  fixture.tap.before = (name) => {
    if (name === 'eligibility_page') snapshot.stop().then(stopped.resolve, stopped.reject);
  };
  snapshot.refresh();
  await stopped.promise;
  expect(known(fixture.open())).toEqual({ optOuts: 50, phones: 2100 });
});

test('a read that fails midway keeps what it read, also on disk, and removes nothing', async () => {
  await using fixture = await place();
  await fixture.pool.query(fiftyOptOuts);
  const snapshot = await fixture.openRead();
  await fixture.pool.query(manyPhones);
  await fixture.pool.query('delete from opt_outs');
  const broken = Promise.withResolvers<void>();
  fixture.tap.before = (name) => {
    if (name !== 'consents_page') return;
    broken.resolve();
    throw new Error('Connection terminated unexpectedly');
  };
  snapshot.refresh();
  await broken.promise;
  await snapshot.stop();
  expect(known(fixture.open())).toEqual({ optOuts: 50, phones: 2100 });
});

test('only a START removes an opt-out from the snapshot', async () => {
  await using fixture = await place();
  await fixture.consent(phone, true);
  await fixture.consent(other, true);
  await fixture.openRead();
  // Rows are deleted with an account; a missing row is not a START.
  await fixture.pool.query('delete from opt_outs where phone_key = $1', [phone]);
  await fixture.consent(other, false);
  const snapshot = await fixture.openRead();
  expect([snapshot.isOptedOut(phone), snapshot.isOptedOut(other)]).toEqual([true, false]);
});

test('if a number has two rows, one opt-out is enough', async () => {
  await using fixture = await place();
  await fixture.consent(phone, false);
  await fixture.consent(hash(phone), true);
  expect((await fixture.openRead()).isOptedOut(phone)).toBe(true);
});

test('a STOP in the journal overrides an older START in the database until the database has the STOP', async () => {
  await using fixture = await place();
  await fixture.consent(phone, false);
  const text = stopText(phone, 'withdrawn');
  fixture.journal.write([receivedOperation(text)]);
  // It died before it updated its snapshot; the next process reads the database before the journal is replayed.
  const snapshot = await fixture.openRead();
  expect([snapshot.isOptedOut(phone), snapshot.pendingOptOut(phone)]).toEqual([true, true]);
  const [entry] = fixture.journal.entries();
  if (entry) fixture.journal.remove([entry]);
  await fixture.consent(phone, true);
  snapshot.applied([text.sid]);
  await until('the database to be asked', () => snapshot.pendingOptOut(phone) === null);
  expect(snapshot.isOptedOut(phone)).toBe(true);
});

test('a START in the journal overrides the STOP that the database still has', async () => {
  await using fixture = await place();
  await fixture.consent(phone, true);
  fixture.journal.write([receivedOperation(stopText(phone, 'given'))]);
  const snapshot = await fixture.openRead();
  expect([snapshot.isOptedOut(phone), snapshot.pendingOptOut(phone)]).toEqual([false, false]);
});

test('a change of a hashed number does not remove its subscriber from the snapshot', async () => {
  await using fixture = await place();
  await fixture.subscribe(phone);
  await fixture.consent(hash(phone), true);
  const snapshot = await fixture.openRead();
  await fixture.consent(hash(phone), false);
  fixture.hear(hash(phone));
  await until('the change to be read', () => !snapshot.isOptedOut(phone));
  expect(snapshot.find(phone)).not.toBeNull();
});

test('a STOP notified just before stopping is in the snapshot', async () => {
  await using fixture = await place();
  const snapshot = await fixture.openRead();
  await fixture.consent(phone, true);
  fixture.hear(phone);
  await snapshot.stop();
  expect(fixture.open().isOptedOut(phone)).toBe(true);
});

test('a phone that is gone although no one told so leaves the snapshot by the next complete read', async () => {
  await using fixture = await place();
  await fixture.subscribe(phone);
  const snapshot = await fixture.openRead();
  expect(snapshot.find(phone)).toMatchObject({ isVerified: true, subscription: { status: 'active' } });
  await fixture.pool.query('delete from users');
  expect(snapshot.find(phone)).not.toBeNull();
  snapshot.refresh();
  await until('the phone to leave', () => snapshot.find(phone) === null);
});

test('a change that could not be read is read later', async () => {
  await using fixture = await place();
  const snapshot = await fixture.openRead();
  await fixture.subscribe(phone);
  const failed = Promise.withResolvers<void>();
  fixture.tap.before = (name) => {
    if (name !== 'eligibility_of') return;
    failed.resolve();
    throw new Error('Connection terminated unexpectedly');
  };
  fixture.hear(phone);
  await failed.promise;
  fixture.tap.before = () => undefined;
  expect(snapshot.find(phone)).toBeNull();
  snapshot.catchUp();
  await until('the phone', () => snapshot.find(phone)?.subscription);
});

test('the database tells of what the snapshot holds, and not of what only billing writes', async () => {
  await using fixture = await place();
  const client = await fixture.pool.connect();
  const told: string[] = [];
  client.on('notification', ({ payload = '' }) => told.push(payload));
  const change = async (statement: string): Promise<string[]> => {
    told.length = 0;
    await client.query(statement);
    // Notifications arrive in the order of the commits.
    await client.query(`select pg_notify('eligibility', 'end')`);
    await until('the notifications', () => told.includes('end'));
    return told.slice(0, -1);
  };
  try {
    await fixture.subscribe(phone);
    await client.query('listen eligibility');
    expect(await change('update subscriptions set synced_at = now(), read_number = read_number + 1')).toEqual([]);
    expect(await change(`update subscriptions set status = 'past_due'`)).toEqual([phone]);
    expect(await change('update phone_numbers set created_at = now()')).toEqual([]);
    expect(await change('update phone_numbers set opt_in_asked_at = now()')).toEqual([phone]);
    expect(await change(`update phone_numbers set number = '${other}'`)).toEqual([other, phone]);
    const optOut = `insert into opt_outs (phone_key, opted_out, changed_at, source) values ('${phone}', true, now(), 'text')`;
    expect(await change(optOut)).toEqual([phone]);
    expect(await change('update opt_outs set changed_at = now()')).toEqual([]);
    expect(await change('update opt_outs set opted_out = false')).toEqual([phone]);
    expect(await change('delete from users')).toEqual([other]);
  } finally {
    await client.query('unlisten *');
    client.release();
  }
});

test.each([
  [true, false],
  [false, true],
])('a change of a number with two rows keeps its opt-out (by the number: %s, by the hash: %s)', async (own, hashed) => {
  await using fixture = await place();
  const snapshot = await fixture.openRead();
  await fixture.consent(phone, own);
  await fixture.consent(hash(phone), hashed);
  fixture.hear(phone);
  await snapshot.stop();
  expect(snapshot.isOptedOut(phone)).toBe(true);
});
