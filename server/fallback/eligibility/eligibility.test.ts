import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { QueryConfig } from 'pg';
import { expect, test } from 'vitest';

import type { Runner } from '#server/db/statement.ts';
import { createLog } from '#server/platform/log.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';
import { journalledText, openJournal } from '#server/testing/journals.ts';
import { addSubscriber } from '#server/testing/subscriber.ts';
import { until } from '#server/testing/until.ts';
import { phoneHash } from '#server/texting/phone-hash.ts';
import { syncServiceNumbers } from '#server/texting/sweep/sweep.repo.ts';

import { insertOf } from '../journal/journalled-text.ts';
import type { TextTakenIn } from '../journal/operations.ts';
import { Eligibility } from './eligibility.flow.ts';

const [phone, other] = ['+13122000001', '+13122000002'];
const hash = phoneHash('a key of the tests');

/** A database, a journal, and copies of who may be answered that are opened one after the other, as by restarts. */
async function place() {
  const stack = new AsyncDisposableStack();
  const { url } = stack.use(await testDatabase());
  const { pool, db } = stack.use(connectTo(url));
  await syncServiceNumbers(pool, ['+12025550100']);
  const folder = mkdtempSync(join(tmpdir(), 'askline-eligibility-'));
  stack.defer(() => rmSync(folder, { recursive: true }));
  const journal = openJournal(folder);
  stack.defer(() => journal.close());
  /** Told of each statement before it runs. */
  const tap = { before: (_name: string): void | Promise<void> => undefined };
  const tapped: Runner = {
    async query(config: QueryConfig) {
      await tap.before(config.name ?? '');
      return pool.query(config);
    },
  };
  let hear = (_key: string): void => undefined;
  function open(): Eligibility {
    const listener = { on: (_channel: string, { onNotify }: { onNotify: typeof hear }) => (hear = onNotify) };
    const copy = new Eligibility({ pool: tapped, journal, phoneHash: hash, log: createLog('silent').log, listener });
    stack.defer(() => copy.stop());
    return copy;
  }
  return {
    pool,
    journal,
    tap,
    open,
    /** The newest copy is told that something changed. */
    hear: (key: string) => hear(key),
    subscribe: (number: string) => addSubscriber(db, { phone: number, serviceNumber: '+12025550100' }),
    async consent(key: string, isOptedOut: boolean): Promise<void> {
      await pool.query(
        `insert into opt_outs (phone_key, opted_out, changed_at, source) values ($1, $2, now(), 'text')
         on conflict (phone_key) do update set opted_out = excluded.opted_out`,
        [key, isOptedOut],
      );
    },
    /** A copy that has read everything as it is now. */
    async openRead(): Promise<Eligibility> {
      const from = Date.now();
      const copy = open();
      copy.start();
      await until('a complete reading', () => Number(journal.note('eligibility_read_at')) >= from);
      return copy;
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function stopText(sender: string, consent: TextTakenIn['consent']): TextTakenIn {
  const operation = journalledText();
  if (operation.type !== 'inbound.insert') throw new Error('no text');
  const sid = `SM${randomBytes(16).toString('hex')}`;
  return { ...operation.body, sid, sender, kind: 'stop', reply: null, isAccepted: false, consent };
}

/** More than one page of accounts, so that a reading can end in their middle. */
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

function known(copy: Eligibility): { optOuts: number; phones: number } {
  const optOuts = Array.from({ length: 50 }, (_, nth) => numbered('+1312400', nth + 1));
  const phones = Array.from({ length: 2100 }, (_, nth) => numbered('+1312300', nth + 1));
  return {
    optOuts: optOuts.filter((number) => copy.isOptedOut(number)).length,
    phones: phones.filter((number) => copy.find(number) !== null).length,
  };
}

test('an orderly stop in the middle of a reading takes neither a STOP nor a subscriber out of the copy', async () => {
  await using it = await place();
  await it.pool.query(manyPhones);
  await it.pool.query(fiftyOptOuts);
  const copy = await it.openRead();
  expect(known(copy)).toEqual({ optOuts: 50, phones: 2100 });
  const stopped = Promise.withResolvers<void>();
  it.tap.before = (name) => {
    if (name === 'eligibility_page') copy.stop().then(stopped.resolve, stopped.reject);
  };
  copy.refresh();
  await stopped.promise;
  expect(known(it.open())).toEqual({ optOuts: 50, phones: 2100 });
});

test('a reading that breaks off keeps what it has learned, also on disk, and takes nothing away', async () => {
  await using it = await place();
  await it.pool.query(fiftyOptOuts);
  const copy = await it.openRead();
  await it.pool.query(manyPhones);
  await it.pool.query('delete from opt_outs');
  const broken = Promise.withResolvers<void>();
  it.tap.before = (name) => {
    if (name !== 'consents_page') return;
    broken.resolve();
    throw new Error('Connection terminated unexpectedly');
  };
  copy.refresh();
  await broken.promise;
  await copy.stop();
  expect(known(it.open())).toEqual({ optOuts: 50, phones: 2100 });
});

test('an opt-out leaves the copy by a START and by nothing else', async () => {
  await using it = await place();
  await it.consent(phone, true);
  await it.consent(other, true);
  await it.openRead();
  // Rows go when an account does; that no one says anything of a number any more is no START.
  await it.pool.query('delete from opt_outs where phone_key = $1', [phone]);
  await it.consent(other, false);
  const copy = await it.openRead();
  expect([copy.isOptedOut(phone), copy.isOptedOut(other)]).toEqual([true, false]);
});

test('of the two rows that a number may have one opt-out is enough', async () => {
  await using it = await place();
  await it.consent(phone, false);
  await it.consent(hash(phone), true);
  expect((await it.openRead()).isOptedOut(phone)).toBe(true);
});

test('a STOP in the journal holds against an older START in the database, until the database has it', async () => {
  await using it = await place();
  await it.consent(phone, false);
  const text = stopText(phone, 'withdrawn');
  it.journal.write([insertOf(text)]);
  // It died before it told its copy; the next process reads the database before the journal is carried out.
  const copy = await it.openRead();
  expect([copy.isOptedOut(phone), copy.pendingOptOut(phone)]).toEqual([true, true]);
  const [line] = it.journal.lines();
  if (line) it.journal.remove([line]);
  await it.consent(phone, true);
  copy.applied([text.sid]);
  await until('the database to be asked', () => copy.pendingOptOut(phone) === null);
  expect(copy.isOptedOut(phone)).toBe(true);
});

test('a START in the journal holds against the STOP that the database still has', async () => {
  await using it = await place();
  await it.consent(phone, true);
  it.journal.write([insertOf(stopText(phone, 'given'))]);
  const copy = await it.openRead();
  expect([copy.isOptedOut(phone), copy.pendingOptOut(phone)]).toEqual([false, false]);
});

test('what is said of a hashed number does not take its subscriber out of the copy', async () => {
  await using it = await place();
  await it.subscribe(phone);
  await it.consent(hash(phone), true);
  const copy = await it.openRead();
  await it.consent(hash(phone), false);
  it.hear(hash(phone));
  await until('the change to be read', () => !copy.isOptedOut(phone));
  expect(copy.find(phone)).not.toBeNull();
});

test('a STOP that was heard of just before an orderly stop is in the copy', async () => {
  await using it = await place();
  const copy = await it.openRead();
  await it.consent(phone, true);
  it.hear(phone);
  await copy.stop();
  expect(it.open().isOptedOut(phone)).toBe(true);
});
