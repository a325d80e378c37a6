import { expect, test } from 'vitest';

import { findJourney } from '#server/admin/look-up/look-up.repo.ts';
import { openDatabase } from '#server/db/client.ts';
import { createLog, type Log } from '#server/observability/log.ts';
import { ProviderError } from '#server/providers/ports/provider-error.ts';
import { testDatabase } from '#server/testing/database.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { syncServiceNumbers } from '../service-numbers.repo.ts';
import { redactCarrierCopies, redactionWaitMs, tryRedact } from './redact-carrier-copies.job.ts';

type Ledger = { readonly messages: readonly { status: string; redactedAt: string | null; mediaLeft: number }[] };
const ledger = async (app: TestApp) => (await app.sandbox<Ledger>('GET', '/sandbox/twilio/ledger')).messages;

/** A question and its answer, both final at the carrier: before that it does not redact them. */
async function answered(app: TestApp): Promise<void> {
  const phone = app.phone();
  await app.subscriber(phone);
  await app.text(phone, 'what is 2 plus 2');
  await app.finalReplies(phone, 1);
  const isThrough = ({ status }: { status: string }): boolean => ['received', 'delivered'].includes(status);
  await until('the answer to be delivered', async () => (await ledger(app)).every(isThrough));
  // The job skips a row that a report is being recorded for.
  await until('the last report', async () => {
    const { rows } = await app.product.deps.pool.query(`select 1 from outbound_texts where delivery = 'delivered'`);
    return rows.length === 1;
  });
}

async function comeDue(app: TestApp): Promise<void> {
  for (const table of ['inbound_texts', 'outbound_texts']) {
    await app.product.deps.pool.query(`update ${table} set redact_at = now() where redact_at is not null`);
  }
}

async function pending(app: TestApp): Promise<number> {
  const { rows } = await app.product.deps.pool.query<{ count: number }>(
    `select (select count(*) from inbound_texts where redact_at is not null)
          + (select count(*) from outbound_texts where redact_at is not null) as count`,
  );
  return rows[0]?.count ?? -1;
}

/** When the removal of each copy is due, in minutes after it was finished. */
async function dueInMinutes(app: TestApp): Promise<number[]> {
  const { rows } = await app.product.deps.pool.query<{ minutes: number }>(
    `select round(extract(epoch from redact_at - at) / 60)::int as minutes
       from (select redact_at, closed_at as at from inbound_texts
             union all select redact_at, accepted_at from outbound_texts) as copies
      where redact_at is not null`,
  );
  return rows.map(({ minutes }) => minutes);
}

test.each([
  ['', 10],
  ['30', 30],
  ['0', 2],
])('with MEMORY_MINUTES=%j the copies of an answer are removed after %i minutes', async (setting, minutes) => {
  await using app = await startTestApp({ settings: { MEMORY_MINUTES: setting } });
  await answered(app);
  expect(await dueInMinutes(app)).toEqual([minutes, minutes]);
});

test('the copies of other texts, and of an account without memory, are removed after two minutes', async () => {
  await using app = await startTestApp();
  const phone = app.phone();
  await app.subscriber(phone);
  await app.product.deps.pool.query('update users set has_memory = false');
  await app.text(phone, 'what is 2 plus 2');
  await app.text(phone, 'thanks');
  await app.finalReplies(phone, 2);
  await until('the end of the last text', async () => (await dueInMinutes(app)).length === 4);
  expect(await dueInMinutes(app)).toEqual([2, 2, 2, 2]);
});

test('when their time is over, question and answer are redacted at the carrier', async () => {
  await using app = await startTestApp();
  await answered(app);
  await redactCarrierCopies(app.product.deps);
  expect(await pending(app)).toBe(2);
  await comeDue(app);
  await redactCarrierCopies(app.product.deps);
  expect((await ledger(app)).map(({ redactedAt }) => redactedAt !== null)).toEqual([true, true]);
  expect(await pending(app)).toBe(0);
});

test('the pictures of a text are deleted at the carrier with its words, on the next try where one failed', async () => {
  await using app = await startTestApp();
  const phone = app.phone();
  await app.subscriber(phone);
  const mediaUrls = ['https://pictures.example/cat.jpg', 'https://voices.example/memo.amr'];
  await app.text(phone, 'what is this', { mediaUrls });
  await app.finalReplies(phone, 1);
  await app.sandbox('PUT', '/sandbox/faults', { twilio: { status: 500, operations: ['media_delete'] } });
  const received = async () => (await ledger(app))[0];
  await comeDue(app);
  await redactCarrierCopies(app.product.deps);
  expect(await received()).toMatchObject({ mediaLeft: 2 });
  await app.sandbox('PUT', '/sandbox/faults', { twilio: {} });
  await comeDue(app);
  await redactCarrierCopies(app.product.deps);
  expect(await received()).toMatchObject({ redactedAt: expect.any(String), mediaLeft: 0 });
  const { rows } = await app.product.deps.pool.query('select redact_at from inbound_texts');
  expect(rows).toEqual([{ redact_at: null }]);
});

test('while the carrier refuses, or is unavailable, the copies are tried again later', async () => {
  await using app = await startTestApp();
  await answered(app);
  await app.sandbox('PUT', '/sandbox/twilio/settings', { settleMs: 600_000 });
  await comeDue(app);
  await redactCarrierCopies(app.product.deps);
  await app.sandbox('PUT', '/sandbox/faults', { twilio: { status: 503 } });
  await comeDue(app);
  await redactCarrierCopies(app.product.deps);
  expect(await pending(app)).toBe(2);
  const { rows } = await app.product.deps.pool.query(
    `select redact_tries as tries, redact_at > now() + interval '90 seconds' as later from inbound_texts`,
  );
  expect(rows).toEqual([{ tries: 2, later: true }]);
});

test('a copy that the carrier keeps for weeks is tried daily, and is not shown as removed before both copies are', async () => {
  await using app = await startTestApp();
  await answered(app);
  const { db, pool } = app.product.deps;
  const isShownRemoved = async () => {
    const { rows } = await pool.query<{ sid: string }>('select sid from inbound_texts');
    return (await findJourney(db, rows[0]?.sid ?? ''))?.received?.isCopyRemoved;
  };
  await pool.query(`update inbound_texts set redact_tries = 39`);
  await pool.query(`update outbound_texts set redact_tries = 39`);
  await app.sandbox('PUT', '/sandbox/twilio/settings', { settleMs: 600_000 });
  await comeDue(app);
  await redactCarrierCopies(app.product.deps);
  const { rows } = await pool.query(
    `select redact_tries as tries, redact_at > now() + interval '23 hours' as "isDaily" from inbound_texts
      union all select redact_tries, redact_at > now() + interval '23 hours' from outbound_texts`,
  );
  const daily = { tries: 40, isDaily: true };
  expect([rows, await isShownRemoved()]).toEqual([[daily, daily], false]);
  await pool.query('update inbound_texts set redact_at = null');
  expect(await isShownRemoved()).toBe(false);
  await app.sandbox('PUT', '/sandbox/twilio/settings', { settleMs: 0 });
  await comeDue(app);
  await redactCarrierCopies(app.product.deps);
  expect([await pending(app), await isShownRemoved()]).toEqual([0, true]);
});

test('while the carrier refuses all calls, no copy uses up its tries, and most are not attempted', async () => {
  await using app = await startTestApp();
  await answered(app);
  await comeDue(app);
  await app.sandbox('PUT', '/sandbox/faults', { twilio: { status: 401 } });
  await redactCarrierCopies(app.product.deps);
  const { rows } = await app.product.deps.pool.query(
    'select max(redact_tries) as tries from (select redact_tries from inbound_texts union all select redact_tries from outbound_texts) all_texts',
  );
  expect(rows).toEqual([{ tries: 0 }]);
});

const serviceNumber = '+12025550100';
const { log } = createLog('silent');

/** A database with so many finished texts whose copies come due in `dueInMs`. */
async function withFinishedTexts(count: number, dueInMs = 0) {
  const stack = new AsyncDisposableStack();
  const { url } = stack.use(await testDatabase());
  const { pool, close } = openDatabase({ url, connectionsMax: 4, connectTimeoutMs: 5000, queryTimeoutMs: 10_000 });
  stack.defer(close);
  await syncServiceNumbers(pool, [serviceNumber]);
  await pool.query(
    `insert into inbound_texts (sid, sender, service_number, kind, state, outcome, closed_at, accepted, received_at,
                                answer_by, not_before, redact_at)
     select 'SM' || md5(nth::text), '+13125550001', $1, 'question', 'done', 'silent', now(), true, now(), now(), now(),
            now() + $3 * interval '1 ms'
       from generate_series(1, $2) as nth`,
    [serviceNumber, count, dueInMs],
  );
  const open = async (): Promise<number> => {
    const { rows } = await pool.query('select 1 from inbound_texts where redact_at is not null');
    return rows.length;
  };
  return { pool, open, [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose]() };
}

test('64 copies are removed at a time, each once, while the next ones are claimed', async () => {
  await using fixture = await withFinishedTexts(300);
  let most = 0;
  const waiting: (() => void)[] = [];
  const asked: string[] = [];
  const redact = async (sid: string): Promise<'redacted'> => {
    asked.push(sid);
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push(resolve);
    most = Math.max(most, waiting.length);
    // The carrier responds when it has as many calls as it will get.
    if (waiting.length === 64 || asked.length === 300) for (const respond of waiting.splice(0)) respond();
    await promise;
    return 'redacted';
  };
  await redactCarrierCopies({ pool: fixture.pool, carrier: { redact }, log });
  expect([most, new Set(asked).size, asked.length, await fixture.open()]).toEqual([64, 300, 300, 0]);
});

test('a copy that comes due during a run is removed in it', async () => {
  await using fixture = await withFinishedTexts(2, 1500);
  await redactCarrierCopies({ pool: fixture.pool, carrier: { redact: () => Promise.resolve('redacted') }, log });
  expect(await fixture.open()).toBe(0);
});

test('when the carrier asks for a pause, what was claimed is due again in a minute, and no try is counted', async () => {
  await using fixture = await withFinishedTexts(200);
  let calls = 0;
  const redact = (): Promise<never> => {
    calls += 1;
    return Promise.reject(new ProviderError('carrier', 'rate_limited'));
  };
  await redactCarrierCopies({ pool: fixture.pool, carrier: { redact }, log });
  const { rows } = await fixture.pool.query(
    `select max(redact_tries) as tries, max(redact_at) < now() + interval '61 seconds' as soon from inbound_texts`,
  );
  expect(rows).toEqual([{ tries: 0, soon: true }]);
  expect([calls <= 64, await fixture.open()]).toEqual([true, 200]);
});

test('the waits double up to half a day, exceed the fourteen days that the carrier may need, and then are a day', () => {
  const waits = Array.from({ length: 39 }, (_, index) => redactionWaitMs(index + 1));
  expect(waits.slice(0, 4)).toEqual([60_000, 120_000, 240_000, 480_000]);
  expect(Math.max(...waits)).toBe(12 * 3_600_000);
  expect(waits.reduce((sum, wait) => sum + wait)).toBeGreaterThan(14 * 86_400_000);
  expect([40, 41, 4000].map(redactionWaitMs)).toEqual([86_400_000, 86_400_000, 86_400_000]);
});

/** One try. @returns its outcome, and the events that were logged as errors */
async function redactAt(tries: number, answer: 'too_early' | 'gone' | ProviderError) {
  const errors: unknown[] = [];
  const log = {
    warn: () => undefined,
    error: ({ event }: { readonly event: string }) => void errors.push(event),
  } as unknown as Log;
  const redact = () => (answer instanceof ProviderError ? Promise.reject(answer) : Promise.resolve(answer));
  return { outcome: await tryRedact({ carrier: { redact }, log }, { sid: 'SM1', tries }), errors };
}

test.each(['too_early', new ProviderError('carrier', 'unavailable')] as const)(
  'an operator is told of a copy that the carrier still keeps at the fortieth try (%s), and not before',
  async (answer) => {
    expect(await redactAt(39, answer)).toEqual({ outcome: 'kept', errors: [] });
    expect(await redactAt(40, answer)).toEqual({ outcome: 'kept', errors: ['redaction_given_up'] });
    expect(await redactAt(41, answer)).toEqual({ outcome: 'kept', errors: ['redaction_given_up'] });
  },
);

test.each(['rate_limited', 'auth'] as const)(
  'while the carrier refuses all calls (%s), no try counts',
  async (kind) => {
    expect(await redactAt(40, new ProviderError('carrier', kind))).toEqual({ outcome: 'paused', errors: [] });
  },
);
