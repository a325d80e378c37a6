import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect } from 'vitest';

import { lockSender } from '#server/db/sender-lock.ts';
import { MessageLocks } from '#server/outage/journal/message-locks.ts';
import { Secret } from '#server/platform/secret.ts';
import { testsOfOne } from '#server/testing/shared-app.ts';
import { serviceNumbers, startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import type { ReplyDecision } from '../rules/decide-reply.ts';

const sandbox = { SANDBOX_PERPLEXITY_MODE: 'echo', TWILIO_OPT_OUT_REPLIES: 'app' };
const settings = { UNPAID_REPLIES_PER_HOUR: '3', TWILIO_OPT_OUT_REPLIES: 'app' };
const test = testsOfOne(() => startTestApp({ sandbox, settings }));

type Sent = { readonly from: string; readonly body: string; readonly sid?: string };

const newSid = (): string => `SM${randomBytes(16).toString('hex')}`;

function receive(app: TestApp, { from, body, sid = newSid() }: Sent): Promise<ReplyDecision | null> {
  return app.product.texting.receiveText({
    sid,
    from,
    to: serviceNumbers[0],
    body: new Secret(body),
    mediaTypes: [],
    carrierKeyword: null,
    sentAt: null,
  });
}

/** Receives texts that arrive within one turn of the event loop: they go into one transaction. */
function receiveAll(app: TestApp, texts: readonly Sent[]): Promise<PromiseSettledResult<ReplyDecision | null>[]> {
  return Promise.allSettled(texts.map((text) => receive(app, text)));
}

/** As the carrier: sends a text again that is refused because the database was locked for too long. */
async function receiveAtLast(app: TestApp, text: Sent): Promise<ReplyDecision | null> {
  const sid = newSid();
  return until('the text to be received', async () => {
    const [settled] = await receiveAll(app, [{ ...text, sid }]);
    return settled?.status === 'fulfilled' && { decision: settled.value };
  }).then(({ decision }) => decision);
}

const repliesOf = (settled: readonly PromiseSettledResult<ReplyDecision | null>[]): unknown[] =>
  settled.map((one) => (one.status === 'fulfilled' ? (one.value?.reply ?? null) : 'failed'));

async function subscribers(app: TestApp, count: number): Promise<string[]> {
  const phones = Array.from({ length: count }, () => app.phone());
  for (const phone of phones) await app.subscriber(phone);
  return phones;
}

test('texts that arrive together are stored by one transaction, and each caller gets its own decision', async ({
  app,
}) => {
  const [asking, thanking] = await subscribers(app, 2);
  // Silent ones are not changed again, so that their rows keep the transaction that wrote them.
  const silent = Array.from({ length: 5 }, () => ({ from: app.phone(), body: 'Liked “good morning”' }));
  const texts = [
    { from: asking ?? '', body: 'who wrote moby dick' },
    { from: thanking ?? '', body: 'STOP' },
    ...silent,
  ];
  const settled = await receiveAll(app, texts);
  expect(repliesOf(settled)).toEqual(['answer', 'stop', null, null, null, null, null]);
  const { rows } = await app.product.deps.pool.query<{ count: number; transactions: number }>(
    'select count(*), count(distinct xmin::text) as transactions from inbound_texts where sender = any ($1)',
    [silent.map(({ from }) => from)],
  );
  expect(rows).toEqual([{ count: 5, transactions: 1 }]);
  expect(await app.finalReplies(asking ?? '', 1)).toEqual([expect.stringContaining('moby dick')]);
});

test('a text that a neighbor has just journaled is refused, so that the carrier retries, and fails no other', async ({
  app,
}) => {
  const [phone, other] = await subscribers(app, 2);
  const neighbor = new MessageLocks(join(app.product.deps.config.dataDir, 'journal'), 9);
  const sid = newSid();
  neighbor.acquire(sid);
  const texts = [
    { from: phone ?? '', body: 'who wrote moby dick', sid },
    { from: other ?? '', body: 'who painted guernica' },
  ];
  expect(repliesOf(await receiveAll(app, texts))).toEqual(['failed', 'answer']);
  await expect(receive(app, texts[0] as Sent)).rejects.toMatchObject({ code: 'temporarily_unavailable' });
  expect(await app.finalReplies(other ?? '', 1)).toHaveLength(1);
  expect(await app.replies(phone ?? '')).toEqual([]);
  neighbor.release(sid);
  expect(await receive(app, texts[0] as Sent)).toMatchObject({ reply: 'answer' });
  // A replay releases the lock after its commit: what the database knows by then was received.
  const replayed = newSid();
  await receive(app, { ...(texts[1] as Sent), sid: replayed });
  writeFileSync(join(app.product.deps.config.dataDir, 'journal', 'claims', replayed), '');
  expect(await receive(app, { ...(texts[1] as Sent), sid: replayed })).toBeNull();
  neighbor.close();
});

test('a text whose sender is locked goes apart: the others do not wait for it', async ({ app }) => {
  const [locked, free] = await subscribers(app, 2);
  const holder = await app.product.deps.pool.connect();
  await holder.query('begin');
  await lockSender(holder, locked ?? '');
  const first = receiveAtLast(app, { from: locked ?? '', body: 'who wrote moby dick' });
  const others = [
    receiveAtLast(app, { from: free ?? '', body: 'who wrote moby dick' }),
    receiveAtLast(app, { from: app.phone(), body: 'Liked “a”' }),
  ];
  expect((await Promise.all(others)).map((decision) => decision?.reply)).toEqual(['answer', null]);
  await holder.query('rollback');
  holder.release();
  expect(await first).toMatchObject({ reply: 'answer' });
});

test('a row that is locked by another transaction delays its own text only', async ({ app }) => {
  const [changing, free] = await subscribers(app, 2);
  const { pool } = app.product.deps;
  await pool.query(
    `insert into opt_outs (phone_key, opted_out, changed_at, source) values ($1, false, now(), 'text')`,
    [changing],
  );
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select 1 from opt_outs where phone_key = $1 for update', [changing]);
  const first = receiveAtLast(app, { from: changing ?? '', body: 'stop' });
  expect(await receiveAtLast(app, { from: free ?? '', body: 'who wrote moby dick' })).toMatchObject({
    reply: 'answer',
  });
  await holder.query('rollback');
  holder.release();
  expect(await first).toMatchObject({ consent: 'withdrawn' });
});

test('a text that the database refuses fails no other of its transaction', async ({ app }) => {
  const refused = app.phone();
  const [phone] = await subscribers(app, 1);
  await app.product.deps.pool.query(`alter table inbound_texts add constraint poison check (sender <> '${refused}')`);
  const settled = await receiveAll(app, [
    { from: app.phone(), body: 'Liked “a”' },
    { from: refused, body: 'hello' },
    { from: phone ?? '', body: 'who wrote moby dick' },
  ]);
  await app.product.deps.pool.query('alter table inbound_texts drop constraint poison');
  expect(repliesOf(settled)).toEqual([null, 'failed', 'answer']);
  expect(await app.finalReplies(phone ?? '', 1)).toHaveLength(1);
});

test('the same text twice in one turn, and a text that is stored already, are stored once', async ({ app }) => {
  const [phone, other] = await subscribers(app, 2);
  const text = { from: phone ?? '', body: 'who wrote moby dick', sid: newSid() };
  // The carrier's id names one text of one sender; should it not, the first text counts.
  const settled = await receiveAll(app, [text, text, { ...text, from: other ?? '' }]);
  expect(repliesOf(settled).filter((reply) => reply !== null)).toEqual(['answer']);
  expect(repliesOf(await receiveAll(app, [text, { from: app.phone(), body: 'Liked “a”' }]))).toEqual([null, null]);
  await app.untilTextsDone();
  expect([...(await app.replies(phone ?? '')), ...(await app.replies(other ?? ''))]).toHaveLength(1);
});

test('several texts of one sender that arrive together are decided one after the other', async ({ app }) => {
  const [phone] = await subscribers(app, 1);
  const bodies = ['who wrote moby dick', 'STOP', 'who wrote ulysses', 'START'];
  const settled = await receiveAll(
    app,
    bodies.map((body) => ({ from: phone ?? '', body })),
  );
  expect(repliesOf(settled)).toEqual(['answer', 'stop', null, 'start']);
});

test('two phones of one account may send STOP together: one email says that the plan continues', async ({ app }) => {
  const [one, other] = await subscribers(app, 2);
  const { pool } = app.product.deps;
  await pool.query(
    'update phone_numbers set user_id = (select user_id from phone_numbers where number = $1) where number = $2',
    [one, other],
  );
  const settled = await receiveAll(app, [
    { from: one ?? '', body: 'stop' },
    { from: other ?? '', body: 'stop' },
  ]);
  expect(repliesOf(settled)).toEqual(['stop', 'stop']);
  const { rows } = await pool.query(
    'select 1 from mails where user_id = (select user_id from phone_numbers where number = $1)',
    [one],
  );
  expect(rows).toHaveLength(1);
});

/**
 * From now on the commit of a text of a `first` phone takes until the database shows a text of its `second`, or two
 * seconds: then the statement's limit is near, and `has_overlapped` stays false.
 */
async function holdCommits({ product }: TestApp): Promise<void> {
  await product.deps.pool.query(`
    create table held_commits (first text primary key, second text not null, has_overlapped boolean default false);
    create function hold_commit() returns trigger language plpgsql as $$
    declare other text := (select second from held_commits where first = new.sender);
    begin
      while other is not null and clock_timestamp() < now() + interval '2 seconds' loop
        if exists (select from inbound_texts where sender = other) then
          update held_commits set has_overlapped = true where first = new.sender;
          exit;
        end if;
        perform pg_sleep(0.01);
      end loop;
      return null;
    end $$;
    create constraint trigger hold_commit after insert on inbound_texts deferrable initially deferred
      for each row execute function hold_commit();`);
}

/** Two strangers text, and six more before the first two are committed. @returns null if a busy machine was too slow */
async function receiveOverlapping(app: TestApp): Promise<PromiseSettledResult<ReplyDecision | null>[] | null> {
  const { pool } = app.product.deps;
  const strangers = Array.from({ length: 8 }, () => ({ from: app.phone(), body: 'hello' }));
  const [early, late] = [strangers.slice(0, 2), strangers.slice(2)];
  await pool.query(`update inbound_texts set received_at = received_at - interval '2 hours'`);
  await pool.query('insert into held_commits (first, second) values ($1, $2)', [early[0]?.from, late[0]?.from]);
  let isFirstOver = false;
  const first = receiveAll(app, early).finally(() => (isFirstOver = true));
  await until('the first commit', async () => {
    const sql = `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`;
    return isFirstOver || (await pool.query(sql)).rows.length > 0;
  });
  const settled = [...(await receiveAll(app, late)), ...(await first)];
  const sql = 'select from held_commits where first = $1 and has_overlapped';
  const hasOverlapped = (await pool.query(sql, [early[0]?.from])).rows.length === 1;
  return hasOverlapped && !repliesOf(settled).includes('failed') ? settled : null;
}

test('strangers share an hourly budget, also those whose texts are not committed yet', async ({ app }) => {
  await holdCommits(app);
  const settled = await until('texts to be received while others are committed', () => receiveOverlapping(app));
  expect(repliesOf(settled).filter((reply) => reply === 'promo')).toHaveLength(3);
});
