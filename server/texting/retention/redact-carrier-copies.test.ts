import { expect, test } from 'vitest';

import type { Carrier } from '#server/providers/ports/carrier.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import { redactCarrierCopies, redactionWaitMs } from './redact-carrier-copies.job.ts';

type Ledger = { readonly messages: readonly { status: string; redactedAt: string | null }[] };
const ledger = async (it: TestApp) => (await it.sandbox<Ledger>('GET', '/sandbox/twilio/ledger')).messages;

/** A question and its answer, both final at the carrier: before that it does not redact them. */
async function answered(it: TestApp): Promise<void> {
  const phone = it.phone();
  await it.subscriber(phone);
  await it.text(phone, 'what is 2 plus 2');
  await it.finalReplies(phone, 1);
  const isThrough = ({ status }: { status: string }): boolean => ['received', 'delivered'].includes(status);
  await until('the answer to be delivered', async () => (await ledger(it)).every(isThrough));
  // The job skips a row that a report is being recorded for.
  await until('the last report', async () => {
    const { rows } = await it.product.deps.pool.query(`select 1 from outbound_texts where delivery = 'delivered'`);
    return rows.length === 1;
  });
}

async function comeDue(it: TestApp): Promise<void> {
  for (const table of ['inbound_texts', 'outbound_texts']) {
    await it.product.deps.pool.query(`update ${table} set redact_at = now() where redact_at is not null`);
  }
}

async function pending(it: TestApp): Promise<number> {
  const { rows } = await it.product.deps.pool.query<{ count: number }>(
    `select (select count(*) from inbound_texts where redact_at is not null)
          + (select count(*) from outbound_texts where redact_at is not null) as count`,
  );
  return rows[0]?.count ?? -1;
}

test('two minutes after a text is finished, question and answer are redacted at the carrier', async () => {
  await using it = await startTestApp();
  await answered(it);
  await redactCarrierCopies(it.product.deps);
  expect(await pending(it)).toBe(2);
  await comeDue(it);
  await redactCarrierCopies(it.product.deps);
  expect((await ledger(it)).map(({ redactedAt }) => redactedAt !== null)).toEqual([true, true]);
  expect(await pending(it)).toBe(0);
});

test('while the carrier refuses, or is unavailable, the copies are tried again later', async () => {
  await using it = await startTestApp();
  await answered(it);
  await it.sandbox('PUT', '/sandbox/twilio/settings', { settleMs: 600_000 });
  await comeDue(it);
  await redactCarrierCopies(it.product.deps);
  await it.sandbox('PUT', '/sandbox/faults', { twilio: { status: 503 } });
  await comeDue(it);
  await redactCarrierCopies(it.product.deps);
  expect(await pending(it)).toBe(2);
  const { rows } = await it.product.deps.pool.query(
    `select redact_tries as tries, redact_at > now() + interval '90 seconds' as later from inbound_texts`,
  );
  expect(rows).toEqual([{ tries: 2, later: true }]);
});

test('while the carrier refuses all calls, no copy uses up its tries, and most are not attempted', async () => {
  await using it = await startTestApp();
  await answered(it);
  await comeDue(it);
  await it.sandbox('PUT', '/sandbox/faults', { twilio: { status: 401 } });
  await redactCarrierCopies(it.product.deps);
  const { rows } = await it.product.deps.pool.query(
    'select max(redact_tries) as tries from (select redact_tries from inbound_texts union all select redact_tries from outbound_texts) all_texts',
  );
  expect(rows).toEqual([{ tries: 0 }]);
});

test('many copies are removed concurrently', async () => {
  let [underWay, most] = [0, 0];
  const carrier: Pick<Carrier, 'redact'> = {
    async redact() {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise(setImmediate);
      underWay -= 1;
      return 'redacted';
    },
  };
  await using it = await startTestApp();
  await answered(it);
  await comeDue(it);
  await redactCarrierCopies({ ...it.product.deps, carrier });
  expect([most, await pending(it)]).toEqual([2, 0]);
});

test('the waits double up to half a day and exceed the fourteen days that the carrier may need', () => {
  const waits = Array.from({ length: 40 }, (_, index) => redactionWaitMs(index + 1));
  expect(waits.slice(0, 4)).toEqual([60_000, 120_000, 240_000, 480_000]);
  expect(Math.max(...waits)).toBe(12 * 3_600_000);
  expect(waits.reduce((sum, wait) => sum + wait)).toBeGreaterThan(14 * 86_400_000);
});
