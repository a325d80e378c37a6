import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import { DatabaseUnavailableError } from '#server/db/connection-errors.ts';
import { newSid, placeForRows, senders, writeRows } from '#server/testing/random-rows.ts';

import { timing } from '../timing.ts';
import { databaseStore, type PostgresStoreDeps } from './postgres-store.ts';

/** An open send to the first phone, and stores whose transactions and statements outside of one are noted. */
async function sendInPlace() {
  const fixture = await placeForRows();
  const { pool } = fixture;
  const send = { text: null, to: senders[0], state: 'intent', purpose: 'answer', intent: -3, unknown: -2 } as const;
  const rest = { accepted: -2, isReplayed: false, checks: 0, isDue: false } as const;
  const { ids } = await writeRows(pool, { texts: [], sends: [{ ...send, ...rest }] });
  const statements: string[] = [];
  const query = pool.query.bind(pool) as (statement: { name: string }) => Promise<unknown>;
  const counting = (statement: { name: string }): Promise<unknown> => {
    statements.push(statement.name);
    return query(statement);
  };
  const failures: Error[] = [];
  const open = () => {
    const connect = async () => {
      statements.push('transaction');
      const failure = failures.pop();
      if (failure !== undefined) throw failure;
      return pool.connect();
    };
    const counted = { query: counting, connect } as unknown as PostgresStoreDeps['pool'];
    const outageStore = { reportFailure() {}, keepOutcome() {} } as unknown as PostgresStoreDeps['outageStore'];
    return databaseStore({ pool: counted, outageStore, timing: timing(), owner: randomUUID() });
  };
  const [id = '', sid] = [ids[0], newSid()];
  const report = { id, sid, status: 'sent', code: null };
  return {
    pool,
    open,
    statements,
    failures,
    report,
    send: { id, to: send.to },
    [Symbol.asyncDispose]: () => fixture[Symbol.asyncDispose](),
  };
}

test('a report on the way to a final one is not written once the outcome of its send is known', async () => {
  await using fixture = await sendInPlace();
  const { report, send, statements } = fixture;
  const [store, another] = [fixture.open(), fixture.open()];
  await store.accepted(send, report.sid, 1);
  expect(await store.noteReport(report, send.to)).toMatchObject({ isNew: false });
  expect(await another.noteReport(report, send.to)).toMatchObject({ isNew: false });
  expect(statements).toEqual(['transaction', 'settled_sends']);
});

test('a report on the way that arrives while the outcome of its send is being written waits for that alone', async () => {
  await using fixture = await sendInPlace();
  const { report, send, statements } = fixture;
  const store = fixture.open();
  const recorded = store.accepted(send, report.sid, 1);
  expect(await store.noteReport(report, send.to)).toMatchObject({ isNew: false });
  expect(statements).toEqual(['transaction']);
  expect(await recorded).toEqual({ isNew: true, isDuplicate: false });
});

test('a report on the way proves its send when the outcome that was being written could not be', async () => {
  await using fixture = await sendInPlace();
  const { report, send, statements } = fixture;
  const store = fixture.open();
  fixture.failures.push(new DatabaseUnavailableError());
  const recorded = store.accepted(send, report.sid, 1);
  expect(await store.noteReport(report, send.to)).toMatchObject({ isNew: true });
  expect(statements).toEqual(['transaction', 'settled_sends', 'transaction']);
  await recorded;
});

test.each([
  ['keeps a START that is newer than the send', '1 second', false],
  ['opts out after a START that is older than the send', '1 hour', true],
])('a refusal because of an opt-out %s', async (_, ago, isOptedOut) => {
  await using fixture = await sendInPlace();
  const { pool, send } = fixture;
  await pool.query(
    `insert into opt_outs (phone_key, opted_out, changed_at, source) values ($1, false, now() - $2::interval, 'text')`,
    [send.to, ago],
  );
  await fixture.open().rejected(send, 21_610);
  const { rows } = await pool.query(
    `select opted_out, changed_at = (select intent_at from outbound_texts where id = $2) as "isOfSend"
       from opt_outs where phone_key = $1`,
    [send.to, send.id],
  );
  expect(rows).toEqual([{ opted_out: isOptedOut, isOfSend: isOptedOut }]);
});
