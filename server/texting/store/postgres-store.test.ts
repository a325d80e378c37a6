import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import { newSid, placeForRows, senders, writeRows } from '#server/testing/random-rows.ts';

import { timing } from '../timing.ts';
import { databaseStore, type PostgresStoreDeps } from './postgres-store.ts';

test('a report on the way to a final one is not written once the outcome of its send is known', async () => {
  await using it = await placeForRows();
  const { pool } = it;
  const send = { text: null, to: senders[0], state: 'intent', purpose: 'answer', intent: -3, unknown: -2 } as const;
  const rest = { accepted: -2, isReplayed: false, checks: 0, isDue: false } as const;
  const { ids } = await writeRows(pool, { texts: [], sends: [{ ...send, ...rest }] });
  const statements: string[] = [];
  const query = pool.query.bind(pool) as (statement: { name: string }) => Promise<unknown>;
  const counting = (statement: { name: string }): Promise<unknown> => {
    statements.push(statement.name);
    return query(statement);
  };
  const open = () => {
    const connect = () => {
      statements.push('transaction');
      return pool.connect();
    };
    const counted = { query: counting, connect } as unknown as PostgresStoreDeps['pool'];
    const outageStore = {} as PostgresStoreDeps['outageStore'];
    return databaseStore({ pool: counted, outageStore, timing: timing(), owner: randomUUID() });
  };
  const [store, another] = [open(), open()];
  const [id = '', sid] = [ids[0], newSid()];
  const report = { id, sid, status: 'sent', code: null };
  await store.accepted({ id, to: send.to }, sid, 1);
  expect(await store.noteReport(report, send.to)).toBe(false);
  expect(await another.noteReport(report, send.to)).toBe(false);
  expect(statements).toEqual(['transaction', 'settled_sends']);
});
