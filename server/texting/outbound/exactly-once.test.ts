import { randomBytes, randomUUID } from 'node:crypto';

import type { Pool } from 'pg';
import { expect, test } from 'vitest';

import { openDatabase } from '#server/db/client.ts';
import { testDatabase } from '#server/testing/database.ts';
import { addSubscriber } from '#server/testing/subscriber.ts';
import { testPhone } from '#server/testing/test-app.ts';

import { syncServiceNumbers } from '../service-numbers.repo.ts';
import { lease, renew } from '../store/queue.repo.ts';
import type { Intent, Lease, SendRef } from '../store/text-store.ts';
import { transactOne } from '../store/transact.ts';
import {
  busyIfOpen,
  concludeNotCreated,
  mayGo,
  openSend,
  recordAccepted,
  recordNotSent,
  recordUnknown,
} from '../store/transitions.ts';
import { takeOver } from '../store/unknown-sends.repo.ts';
import { timing } from '../timing.ts';

type Desk = AsyncDisposable & { readonly pool: Pool; readonly phone: string; ask(): Promise<void> };
const serviceNumber = '+12025550100';
const newSid = (): string => `SM${randomBytes(16).toString('hex')}`;

/** A database with one subscriber, whose question has been taken in. */
async function deskWithQuestion(): Promise<Desk> {
  const stack = new AsyncDisposableStack();
  const { url } = stack.use(await testDatabase());
  const times = { connectTimeoutMs: 5000, queryTimeoutMs: 10_000 };
  const { db, pool, close } = openDatabase({ url, connectionsMax: 4, ...times });
  stack.defer(close);
  await syncServiceNumbers(pool, [serviceNumber]);
  const phone = testPhone();
  const userId = await addSubscriber(db, { phone, serviceNumber });
  const { id: phoneId } = await db.selectFrom('phone_numbers').select('id').executeTakeFirstOrThrow();
  const ask = async (): Promise<void> => {
    await pool.query(
      `insert into inbound_texts (sid, sender, service_number, kind, reply, state, user_id, phone_id, accepted,
                                  received_at, answer_by, not_before)
       values ($1, $2, $3, 'question', 'answer', 'received', $4, $5, true, now(), now() + interval '2 minutes', now())`,
      [newSid(), phone, serviceNumber, userId, phoneId],
    );
  };
  await ask();
  return { pool, phone, ask, [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose]() };
}

const noOutage = { notBefore: null, startedAt: null, busySenders: [] };

function leaseSome(pool: Pool, owner: string, leaseMs = 20_000): Promise<Lease[]> {
  return lease(pool, { owner, limit: 1, which: 'all', leaseMs }, noOutage);
}

async function leaseOne(pool: Pool, owner: string, leaseMs = 20_000): Promise<Lease> {
  const [one] = await leaseSome(pool, owner, leaseMs);
  if (one === undefined) throw new Error('there is nothing to lease');
  return one;
}

function tryToSend(pool: Pool, text: Lease, owner: string): Promise<Intent | 'busy' | null> {
  const reply = { purpose: 'answer', senderHash: 'none', isLate: false, segments: 1, encoding: 'gsm7' } as const;
  return busyIfOpen(transactOne(pool, openSend(text, owner, { id: randomUUID(), ...reply })));
}

async function send(pool: Pool, text: Lease, owner: string): Promise<Intent | null> {
  const intent = await tryToSend(pool, text, owner);
  if (intent === 'busy') throw new Error('another send between these numbers is open');
  return intent;
}

const sent = (intent: Intent | null): SendRef => ({ id: intent?.id ?? '', to: intent?.to ?? '' });

async function letLeaseEnd(pool: Pool): Promise<void> {
  await pool.query(`update inbound_texts set lease_until = now() - interval '1 second'`);
}

async function counted(pool: Pool, name: string): Promise<number> {
  const { rows } = await pool.query<{ total: number }>(
    'select coalesce(sum(value), 0)::int as total from counter_values where name = $1',
    [name],
  );
  return rows[0]?.total ?? 0;
}

test('of two processes that held the text one after the other, only the second may send', async () => {
  await using desk = await deskWithQuestion();
  const { pool } = desk;
  const [first, second] = [randomUUID(), randomUUID()];
  const old = await leaseOne(pool, first);
  await letLeaseEnd(pool);
  const young = await leaseOne(pool, second);
  expect(await renew(pool, first, [old.sid], 20_000)).toEqual(new Set());
  expect(await send(pool, old, first)).toBeNull();
  expect(await send(pool, young, second)).not.toBeNull();
});

test('two texts of a phone may be worked on side by side, and the later goes out only when the earlier is done', async () => {
  await using desk = await deskWithQuestion();
  const { pool } = desk;
  await desk.ask();
  const [first, second] = [randomUUID(), randomUUID()];
  const [earlier, later] = [await leaseOne(pool, first), await leaseOne(pool, second)];
  expect([await tryToSend(pool, later, second), await mayGo(pool, later, second)]).toEqual(['busy', false]);
  // The process that held the earlier one dies, with its send open: the later text waits until that is settled.
  const intent = await send(pool, earlier, first);
  expect(await tryToSend(pool, later, second)).toBe('busy');
  await transactOne(pool, recordUnknown(sent(intent), 0));
  expect([await tryToSend(pool, later, second), await mayGo(pool, later, second)]).toEqual(['busy', false]);
  expect(await transactOne(pool, concludeNotCreated(sent(intent), 3))).toBe(false);
  expect(await tryToSend(pool, later, second)).toBe('busy');
  const again = await send(pool, await leaseOne(pool, second), second);
  await transactOne(pool, recordAccepted(sent(again), { sid: newSid(), segments: 1 }));
  expect(await mayGo(pool, later, second)).toBe(true);
  expect(await send(pool, later, second)).not.toBeNull();
});

test('a text that waits for its turn is closed immediately when its sender opts out', async () => {
  await using desk = await deskWithQuestion();
  const { pool, phone } = desk;
  await desk.ask();
  const owner = randomUUID();
  await leaseOne(pool, owner);
  const later = await leaseOne(pool, owner);
  await pool.query(`insert into opt_outs (phone_key, opted_out, changed_at, source) values ($1, true, now(), 'text')`, [
    phone,
  ]);
  expect(await tryToSend(pool, later, owner)).toBeNull();
  const { rows } = await pool.query('select outcome from inbound_texts where sid = $1', [later.sid]);
  expect(rows).toEqual([{ outcome: 'suppressed' }]);
});

test('a text whose send is open or done is neither leased nor sent again by its former holder', async () => {
  await using desk = await deskWithQuestion();
  const { pool } = desk;
  const owner = randomUUID();
  const text = await leaseOne(pool, owner);
  const intent = await send(pool, text, owner);
  await letLeaseEnd(pool);
  expect(await leaseSome(pool, owner)).toEqual([]);
  expect(await send(pool, text, owner)).toBeNull();
  await transactOne(pool, recordAccepted(sent(intent), { sid: newSid(), segments: 1 }));
  expect(await leaseSome(pool, owner)).toEqual([]);
  expect(await send(pool, text, owner)).toBeNull();
});

test('an answer is counted once, however many tell of it', async () => {
  await using desk = await deskWithQuestion();
  const { pool } = desk;
  const owner = randomUUID();
  const intent = await send(pool, await leaseOne(pool, owner), owner);
  const sid = newSid();
  await transactOne(pool, recordAccepted(sent(intent), { sid, segments: 1 }));
  await transactOne(pool, recordAccepted(sent(intent), { sid, segments: null }));
  await Promise.all([
    transactOne(pool, recordAccepted(sent(intent), { sid, segments: 1 })),
    transactOne(pool, recordUnknown(sent(intent), 0)),
    transactOne(pool, recordNotSent(sent(intent), 0)),
  ]);
  expect(await transactOne(pool, concludeNotCreated(sent(intent), 3))).toBe(false);
  expect(await counted(pool, 'questions.answered')).toBe(1);
  expect(await counted(pool, 'sends.accepted.answer')).toBe(1);
});

test('a send is taken over when its lease has ended, and not a moment before', async () => {
  await using desk = await deskWithQuestion();
  const { pool } = desk;
  const owner = randomUUID();
  await send(pool, await leaseOne(pool, owner), owner);
  expect(await takeOver(pool, timing())).toBe(0);
  await letLeaseEnd(pool);
  expect(await takeOver(pool, timing())).toBe(1);
});

test('a text goes back to the queue when its send is absent, and ends after the third', async () => {
  await using desk = await deskWithQuestion();
  const { pool } = desk;
  const owner = randomUUID();
  for (const isLast of [false, false, true]) {
    const intent = await send(pool, await leaseOne(pool, owner), owner);
    await transactOne(pool, recordUnknown(sent(intent), 0));
    expect(await leaseSome(pool, owner)).toEqual([]);
    expect(await transactOne(pool, concludeNotCreated(sent(intent), 3))).toBe(isLast);
  }
  expect(await counted(pool, 'questions.failed')).toBe(1);
});

test('a send that was taken for absent and turns up after all is told as a duplicate, and counts no second answer', async () => {
  await using desk = await deskWithQuestion();
  const { pool } = desk;
  const owner = randomUUID();
  const late = await send(pool, await leaseOne(pool, owner), owner);
  await transactOne(pool, recordUnknown(sent(late), 0));
  await transactOne(pool, concludeNotCreated(sent(late), 3));
  const intent = await send(pool, await leaseOne(pool, owner), owner);
  expect(await transactOne(pool, recordAccepted(sent(intent), { sid: newSid(), segments: 1 }))).toEqual({
    isNew: true,
    isDuplicate: false,
  });
  expect(await transactOne(pool, recordAccepted(sent(late), { sid: newSid(), segments: 1 }))).toEqual({
    isNew: true,
    isDuplicate: true,
  });
  expect(await counted(pool, 'questions.answered')).toBe(1);
  expect(await counted(pool, 'sends.duplicates')).toBe(1);
});

test('a phone that opts out or changes hands between question and answer gets nothing', async () => {
  for (const change of [
    `insert into opt_outs (phone_key, opted_out, changed_at, source) select sender, true, now(), 'text' from inbound_texts`,
    `delete from phone_numbers`,
  ]) {
    await using desk = await deskWithQuestion();
    const { pool } = desk;
    const owner = randomUUID();
    const text = await leaseOne(pool, owner);
    await pool.query(change);
    expect(await send(pool, text, owner)).toBeNull();
    expect(await counted(pool, 'questions.suppressed')).toBe(1);
  }
});
