import { randomBytes } from 'node:crypto';

import type { Pool, PoolClient, QueryConfig } from 'pg';
import { expect, test } from 'vitest';

import { Secret } from '#server/platform/secret.ts';
import { brokenInvariants } from '#server/testing/invariants.ts';
import { withFaults } from '#server/testing/payer.ts';
import { serviceNumbers, startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import type { ReplyDecision } from '../rules/decide-reply.ts';

const echo = { SANDBOX_PERPLEXITY_MODE: 'echo' };
/** The model does not answer until the faults are removed. */
const slowModel = { perplexity: { latencyMs: 600_000 } };

async function receive(app: TestApp, from: string, body: string): Promise<ReplyDecision | null> {
  // A process that has not looked into the store yet leaves a text to the others, and asks nothing.
  await until('room for a text', () => app.product.texting.loop.takesQuestions);
  return app.product.texting.receiveText({
    sid: `SM${randomBytes(16).toString('hex')}`,
    from,
    to: serviceNumbers[0],
    body: new Secret(body),
    mediaTypes: [],
    carrierKeyword: null,
    sentAt: null,
  });
}

/** Lets the test end the transactions that store texts; `end` gets the connection, where the row is written already. */
function whenStoring(pool: Pool, end: (client: PoolClient) => Promise<unknown>): void {
  const connect = pool.connect.bind(pool) as (callback?: unknown) => Promise<PoolClient>;
  const watched = async (): Promise<PoolClient> => {
    const client = await connect();
    let isStoring = false;
    const query = (statement: string | QueryConfig): Promise<unknown> => {
      if (typeof statement !== 'string' && statement.name === 'receive_texts') isStoring = true;
      return isStoring && statement === 'commit' ? end(client) : client.query(statement);
    };
    return new Proxy(client, {
      get(target, name) {
        if (name === 'query') return query;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  };
  // The pool's own queries call back.
  const replaced = (callback?: unknown) => (callback === undefined ? watched() : connect(callback));
  Object.assign(pool, { connect: replaced });
}

const runsOf = (app: TestApp): Promise<unknown[]> => app.sandbox('GET', '/sandbox/perplexity/runs');

test('the model is asked while the text is being stored, once, and the answer goes out when it is on disk', async () => {
  await using app = await startTestApp({ sandbox: echo });
  const phone = app.phone();
  await app.subscriber(phone);
  const stored = Promise.withResolvers<void>();
  whenStoring(app.product.deps.textPool, async (client) => {
    await stored.promise;
    return client.query('commit');
  });
  const received = receive(app, phone, 'who wrote moby dick');
  await until('the model to be asked', async () => (await runsOf(app)).length === 1);
  expect(await app.replies(phone)).toEqual([]);
  stored.resolve();
  expect((await received)?.reply).toBe('answer');
  expect(await app.finalReplies(phone, 1)).toEqual(['You asked: who wrote moby dick']);
  expect(await runsOf(app)).toHaveLength(1);
  expect(await brokenInvariants(app.product.deps.pool)).toEqual([]);
});

test('the answer to a text whose transaction is refused is dropped; it is stored apart and answered once', async () => {
  await using app = await startTestApp({ sandbox: echo });
  const phone = app.phone();
  await app.subscriber(phone);
  const underWay = async (): Promise<number> =>
    (await app.sandbox<{ underWay: number }>('GET', '/sandbox/perplexity/calls')).underWay;
  let refused = 0;
  whenStoring(app.product.deps.textPool, async (client) => {
    if (refused > 0) return client.query('commit');
    refused += 1;
    await until('the model to be asked', async () => (await underWay()) === 1);
    return client.query('rollback');
  });
  await withFaults(app, slowModel, async () => {
    expect((await receive(app, phone, 'who wrote moby dick'))?.reply).toBe('answer');
    await until('only the call for the stored text to be left', async () => (await underWay()) === 1);
  });
  expect(await app.finalReplies(phone, 1)).toEqual(['You asked: who wrote moby dick']);
  expect(refused).toBe(1);
  expect(await brokenInvariants(app.product.deps.pool)).toEqual([]);
});

test('a text that may not be stored gets no answer, though the model was asked', async () => {
  await using app = await startTestApp({ sandbox: echo });
  const phone = app.phone();
  await app.subscriber(phone);
  whenStoring(app.product.deps.textPool, async (client) => {
    await until('the model to be asked', async () => (await runsOf(app)).length === 1);
    await client.query('rollback');
    throw new Error('it is not known whether this was committed');
  });
  await expect(receive(app, phone, 'who wrote moby dick')).rejects.toThrow('may have been received');
  await app.untilTextsDone();
  expect(await app.replies(phone)).toEqual([]);
  expect(app.product.texting.plaintextCache.count).toBe(1);
});

test('the model is not asked for a sender who has no plan, or has opted out', async () => {
  await using app = await startTestApp({ sandbox: echo });
  const [stranger, silent] = [app.phone(), app.phone()];
  await app.subscriber(silent);
  await receive(app, silent, 'STOP');
  await app.untilTextsDone();
  const decided = await Promise.all([stranger, silent].map((phone) => receive(app, phone, 'who wrote moby dick')));
  expect(decided.map((decision) => decision?.reply)).toEqual(['promo', null]);
  await app.untilTextsDone();
  expect(await runsOf(app)).toEqual([]);
});
