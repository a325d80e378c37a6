import { expect, test } from 'vitest';

import { type TestApp, startTestApp } from '#server/testing/test-app.ts';

type Kept = { readonly plan: string; /** How often it was planned for the values at hand. */ readonly custom: number };

/** The plans that PostgreSQL keeps for the statements of the path, each next to the statement's name. */
async function keptPlans({ product }: TestApp): Promise<Map<string, Kept>> {
  const { textPool } = product.deps;
  const clients = await Promise.all(Array.from({ length: textPool.totalCount }, () => textPool.connect()));
  try {
    const plans = new Map<string, Kept>();
    for (const client of clients) {
      const { rows } = await client.query<{ name: string; statement: string; custom: number }>(
        'select name, statement, custom_plans as custom from pg_prepared_statements',
      );
      for (const { name, statement, custom } of rows) {
        const { rows: lines } = await client.query<{ 'QUERY PLAN': string }>(`explain (generic_plan) ${statement}`);
        plans.set(name, { plan: lines.map((line) => line['QUERY PLAN']).join('\n'), custom });
      }
    }
    return plans;
  } finally {
    for (const client of clients) client.release();
  }
}

test('each statement on the path is planned once, and reads no whole table even if that was empty then', async () => {
  await using app = await startTestApp();
  const [subscriber, stranger] = [app.phone(), app.phone()];
  await app.subscriber(subscriber);
  await app.text(subscriber, 'What is the capital of France?');
  await app.text(stranger, 'Who is this?');
  await app.finalReplies(subscriber, 1);
  await app.text(subscriber, 'MORE');
  await app.finalReplies(subscriber, 2);
  const plans = new Map<string, Kept>();
  // A connection that idles for ten seconds is closed, with its plans: after a text, its own is there.
  await expect
    .poll(async () => {
      await app.text(stranger, 'Who is this?');
      for (const [name, plan] of await keptPlans(app)) plans.set(name, plan);
      return [...plans.keys()];
    })
    .toEqual(expect.arrayContaining(['sender_states', 'receive_texts', 'receive_any_texts', 'read_free_states']));
  // There are only a few service numbers, and their check is about all of them.
  const wholeTables = [...plans].flatMap(([name, { plan }]) =>
    [...plan.matchAll(/Seq Scan on (?!service_numbers)\w+|hashed SubPlan/gu)].map(([what]) => `${name}: ${what}`),
  );
  expect(wholeTables).toEqual([]);
  expect([...plans].filter(([, { custom }]) => custom > 0).map(([name]) => name)).toEqual([]);
});
