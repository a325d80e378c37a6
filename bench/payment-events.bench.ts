import { deepStrictEqual } from 'node:assert';

import { connectTo, testDatabase } from '#server/testing/database.ts';
import { liveOneLife } from '#server/testing/overtaking-reads.ts';
import { addPayer, type Payer } from '#server/testing/payer.ts';
import { seededRandom } from '#server/testing/seeded-random.ts';
import { asCopied, asProvider, deliverShuffled, eventBodies } from '#server/testing/shuffled-events.ts';
import { startTestApp, type TestApp } from '#server/testing/test-app.ts';
import { until } from '#server/testing/until.ts';

import type { Bench } from './measure.ts';

const permutations = Number(process.env['EVENT_PERMUTATIONS'] ?? 2000);
const lives = Number(process.env['OVERTAKING_LIVES'] ?? 2000);
const FAILS_LATER = '4000000000000341';

/** Histories of a subscription. */
const stories: Readonly<Record<string, (app: TestApp, payer: Payer) => Promise<void>>> = {
  async 'a failed card, healed, then canceled for the end of the period'(app, payer) {
    const customer = await payer.subscribe('monthly', FAILS_LATER);
    await payer.advance('renewal');
    await app.sandbox('POST', `/sandbox/stripe/customers/${customer}/card`, { card: '4242424242424242' });
    await payer.advance('next_attempt');
    const [subscription] = await app.product.deps.payments.listSubscriptions(customer);
    await payer.stripe('POST', `/subscriptions/${subscription?.id}`, { cancel_at: 'min_period_end' });
    await until('the webhooks', async () => (await payer.view()).isInGracePeriod);
  },
  async 'a card that fails until the plan is over'(_it, payer) {
    await payer.subscribe('annual', FAILS_LATER);
    await payer.advance('renewal');
    for (let tries = 0; tries < 3; tries += 1) await payer.advance('next_attempt');
    await until('the plan to expire', async () => (await payer.view()).isExpired);
  },
  async 'a card that has just failed'(_it, payer) {
    await payer.subscribe('monthly', FAILS_LATER);
    await payer.advance('renewal');
    await until('the plan to be past due', async () => (await payer.view()).status === 'past_due');
  },
};

/**
 * Delivers a subscription's events in random order, each one to three times, four concurrently, over a corrupted local
 * mirror: the result must match Stripe. Also lets reads of Stripe overtake each other. Throws on a difference, with the
 * seed.
 */
export const bench: Bench = async ({ postgresUrl }) => {
  let shuffled = 0;
  const began = performance.now();
  for (const [story, live] of Object.entries(stories)) {
    await using app = await startTestApp({ postgresUrl });
    const payer = await addPayer(app);
    await live(app, payer);
    const customer = await payer.customer();
    const bodies = await eventBodies(app.sandboxUrl, customer);
    const share = Math.ceil(permutations / Object.keys(stories).length);
    for (let seed = 1; seed <= share; seed += 1, shuffled += 1) {
      const { written, expected } = await deliverShuffled({
        product: app.product,
        customer,
        bodies,
        random: seededRandom(seed).next,
      });
      deepStrictEqual(written.map(asProvider), expected.map(asCopied), `${story}, seed ${seed}`);
    }
    console.log(`  ${story}: ${share} orders of ${bodies.length} events, all as at Stripe`);
  }
  const seconds = (performance.now() - began) / 1000;
  return [
    { what: 'orders that end in Stripe’s own state', value: shuffled, unit: 'orders', atLeast: permutations },
    { what: 'time per order', value: (seconds * 1000) / shuffled, unit: 'ms' },
    {
      what: 'runs of overtaking reads with the right result',
      value: await overtake(postgresUrl),
      unit: 'lives',
      atLeast: lives,
    },
  ];
};

async function overtake(postgresUrl: string): Promise<number> {
  await using database = await testDatabase(postgresUrl);
  await using connection = connectTo(database.url, 8);
  for (let seed = 1; seed <= lives; seed += 1) {
    const { written, expected } = await liveOneLife(connection.db, seededRandom(seed).next);
    deepStrictEqual(written.map(asProvider), expected && [asCopied(expected)], `seed ${seed}`);
  }
  return lives;
}
