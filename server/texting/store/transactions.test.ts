import type { Pool, PoolClient } from 'pg';
import { expect, test } from 'vitest';

import { senderLockSql } from '#server/db/sender-lock.ts';
import { me, newSid, placeForRows, senders, type SomeRows, writeRows } from '#server/testing/random-rows.ts';

import { Transactions } from './transactions.ts';
import { concludeNotCreated, noteReport, recordAccepted, recordUnknown } from './transitions.ts';

/** Two questions of two phones, each with an open send. */
const twoOpen: SomeRows = {
  texts: senders.map((sender) => ({
    sender,
    reply: 'answer',
    state: 'sending',
    received: -30,
    answerBy: 90,
    owner: me,
    leaseUntil: 90,
    attempts: 1,
  })),
  sends: senders.map((to, text) => ({
    text,
    to,
    state: 'intent',
    purpose: 'answer',
    intent: -3,
    unknown: -2,
    accepted: -2,
    isReplayed: false,
    checks: 0,
    isDue: false,
  })),
};

async function withTwoOpen() {
  const fixture = await placeForRows();
  const { ids, sids } = await writeRows(fixture.pool, twoOpen);
  const [first = { id: '', to: '' }, second = first] = ids.map((id, n) => ({ id, to: senders[n] ?? '' }));
  const states = async (): Promise<Record<string, string>> => {
    const { rows } = await fixture.pool.query<{ id: string; state: string }>('select id, state from outbound_texts');
    return Object.fromEntries(rows.map(({ id, state }) => [id === first.id ? 'first' : 'second', state]));
  };
  return { ...fixture, sids, first, second, states };
}

test.each([
  ['phone', `select pg_advisory_xact_lock(${senderLockSql('sender')}) from inbound_texts where sid = $1`],
  ['row', 'select 1 from inbound_texts where sid = $1 for update'],
])('a %s that another transaction holds delays its own transitions, and no others', async (_what, lock) => {
  await using fixture = await withTwoOpen();
  const { pool, first, second, sids } = fixture;
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query(lock, [sids[0]]);
  const transactions = new Transactions({ pool });
  let isHeld = true;
  const held = transactions.run(recordAccepted(first, { sid: newSid(), segments: 1 })).finally(() => {
    isHeld = false;
  });
  const report = { id: first.id, sid: newSid(), status: 'delivered', code: null };
  const behind = transactions.run(noteReport(report, first.to));
  await transactions.run(recordAccepted(second, { sid: newSid(), segments: 1 }));
  expect([isHeld, await fixture.states()]).toEqual([true, { first: 'intent', second: 'accepted' }]);
  await holder.query('rollback');
  holder.release();
  // Which of the two gets the lock first is left to the database; the report proves the send as well.
  expect(await held).toMatchObject({ isDuplicate: false });
  await behind;
  expect(await fixture.states()).toEqual({ first: 'accepted', second: 'accepted' });
});

test('of a batch that the database refuses, only what it refuses fails', async () => {
  await using fixture = await withTwoOpen();
  const { pool, first, second } = fixture;
  const transactions = new Transactions({ pool });
  const sid = newSid();
  const settled = await Promise.allSettled([
    transactions.run(recordAccepted(first, { sid, segments: 1 })),
    transactions.run(recordAccepted(second, { sid, segments: 1 })),
  ]);
  expect(settled).toMatchObject([
    { status: 'fulfilled', value: { isNew: true, isDuplicate: false } },
    { status: 'rejected', reason: { code: '23505' } },
  ]);
  expect(await fixture.states()).toEqual({ first: 'accepted', second: 'intent' });
});

test('when it is unknown whether a batch was committed, each of its callers gets the error, and nothing runs again', async () => {
  await using fixture = await withTwoOpen();
  const { pool, first, second } = fixture;
  let commits = 0;
  const connect = async (): Promise<PoolClient> => {
    const client = await pool.connect();
    const query = client.query.bind(client) as (query: unknown) => Promise<unknown>;
    const losing = async (statement: unknown): Promise<unknown> => {
      if (statement !== 'commit') return query(statement);
      commits += 1;
      await query(statement);
      throw new Error('Connection terminated unexpectedly');
    };
    return Object.assign(client, { query: losing });
  };
  const transactions = new Transactions({ pool: { connect } as Pool });
  const settled = await Promise.allSettled(
    [first, second].map((send) => transactions.run(recordAccepted(send, { sid: newSid(), segments: 1 }))),
  );
  const lost = { status: 'rejected', reason: { message: 'Connection terminated unexpectedly' } };
  expect(settled).toMatchObject([lost, lost]);
  expect([commits, await fixture.states()]).toEqual([1, { first: 'accepted', second: 'accepted' }]);
});

test('what arrives while transactions are in progress shares the next one', async () => {
  await using fixture = await withTwoOpen();
  const { pool, first, second, states } = fixture;
  let commits = 0;
  const transactions = new Transactions({ pool, beforeCommit: () => (commits += 1) });
  const one = transactions.run(recordUnknown(first, 0));
  const others = Promise.all([
    transactions.run(concludeNotCreated(first, 3)),
    transactions.run(recordAccepted(second, { sid: newSid(), segments: 1 })),
  ]);
  await one;
  expect(await others).toEqual([false, { isNew: true, isDuplicate: false }]);
  expect([commits, await states()]).toEqual([1, { first: 'absent', second: 'accepted' }]);
});

test('a change that turns out to be none is not committed', async () => {
  await using fixture = await withTwoOpen();
  let commits = 0;
  const transactions = new Transactions({ pool: fixture.pool, beforeCommit: () => (commits += 1) });
  const report = { id: fixture.first.id, sid: newSid(), status: 'sent', code: null };
  expect(await transactions.run(noteReport(report, fixture.first.to))).toMatchObject({ isNew: true });
  expect(await transactions.run(noteReport(report, fixture.first.to))).toMatchObject({ isNew: false });
  expect([commits, await fixture.states()]).toEqual([1, { first: 'accepted', second: 'intent' }]);
});
