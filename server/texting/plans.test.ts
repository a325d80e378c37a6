import { expect, test } from 'vitest';

import { type TestApp, startTestApp } from '#server/testing/test-app.ts';

/** The plans that PostgreSQL keeps for the statements of the path, each next to the statement's name. */
async function keptPlans({ product }: TestApp): Promise<Map<string, string>> {
  const { textPool } = product.deps;
  const clients = await Promise.all(Array.from({ length: textPool.totalCount }, () => textPool.connect()));
  try {
    const plans = new Map<string, string>();
    for (const client of clients) {
      const { rows } = await client.query<{ name: string; statement: string }>(
        'select name, statement from pg_prepared_statements',
      );
      for (const { name, statement } of rows) {
        const { rows: lines } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${statement}`);
        plans.set(name, lines.map((line) => line['QUERY PLAN']).join('\n'));
      }
    }
    return plans;
  } finally {
    for (const client of clients) client.release();
  }
}

test('no statement on the path reads a whole table, even if it was planned while the table was empty', async () => {
  await using app = await startTestApp();
  const [subscriber, stranger] = [app.phone(), app.phone()];
  await app.subscriber(subscriber);
  await app.text(subscriber, 'What is the capital of France?');
  await app.text(stranger, 'Who is this?');
  await app.finalReplies(subscriber, 1);
  await app.text(subscriber, 'MORE');
  await app.finalReplies(subscriber, 2);
  const plans = new Map<string, string>();
  // A connection that idles for ten seconds is closed, with its plans: after a text, its own is there.
  await expect
    .poll(async () => {
      await app.text(stranger, 'Who is this?');
      for (const [name, plan] of await keptPlans(app)) plans.set(name, plan);
      return [...plans.keys()];
    })
    .toEqual(expect.arrayContaining(['sender_states', 'receive_texts']));
  // There are only a few service numbers, and their check is about all of them.
  const wholeTables = [...plans].flatMap(([name, plan]) =>
    [...plan.matchAll(/Seq Scan on (?!service_numbers)\w+|hashed SubPlan/gu)].map(([what]) => `${name}: ${what}`),
  );
  expect(wholeTables).toEqual([]);
});
