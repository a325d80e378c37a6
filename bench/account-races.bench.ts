import { accountRaces } from '#server/testing/account-races.ts';
import { startTestApp } from '#server/testing/test-app.ts';

import type { Bench, Measure } from './measure.ts';

const rounds = Number(process.env['RACE_ROUNDS'] ?? 100);
const atOnce = Number(process.env['RACE_AT_ONCE'] ?? 100);

/** Raises the limits that are not under test: a round creates dozens of accounts and codes. */
const wide = [
  'SIGNUPS_PER_ADDRESS_HOUR',
  'SIGNUPS_PER_ADDRESS_DAY',
  'CODES_PER_EXCHANGE_HOUR',
  'CODES_PER_HOUR',
  'CODES_PER_ADDRESS_HOUR',
].map((name) => [`LIMIT_${name}`, '1000000']);

/** Every race of accounts: 100 concurrent calls, 100 rounds; exactly one wins, and every count is exact. Throws otherwise. */
export const bench: Bench = async ({ postgresUrl }) => {
  await using app = await startTestApp({
    postgresUrl,
    settings: { TRUST_PROXY: '127.0.0.1', ...Object.fromEntries(wide) },
  });
  const measures: Measure[] = [];
  for (const [name, race] of Object.entries(accountRaces)) {
    const began = performance.now();
    for (let round = 0; round < rounds; round += 1) {
      // The protection against text pumping would pause codes after some rounds; it has its own test.
      await app.product.deps.pool.query(
        `delete from counter_deltas; delete from counter_rollups where name like 'codes.%'`,
      );
      await race(app, atOnce);
    }
    const seconds = (performance.now() - began) / 1000;
    console.log(`  ${name}: ${rounds} rounds of ${atOnce} in ${seconds.toFixed(0)} s, clean`);
    measures.push({ what: `${name}, clean rounds`, value: rounds, unit: 'rounds', atLeast: rounds });
  }
  return measures;
};
