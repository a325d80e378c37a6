import { expect, test } from 'vitest';

import { connectTo, testDatabase } from '#server/testing/database.ts';

import { describeQueue, heartbeatFigures } from './queue-view.repo.ts';

const figures = { queueSize: 0, oldestAt: null, newestAt: null, byType: {}, deadLetters: 1 };

test('the admin area counts the dead letters of all processes, and of its own without the database', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { pool } = connection;
  const other = heartbeatFigures({ ...figures, byType: { 'query.failed': 3 }, deadLetters: 2 });
  const { deadLetters: _, ...earlier } = heartbeatFigures(figures);
  for (const [name, journal] of [
    ['here', heartbeatFigures(figures)],
    ['there', other],
    ['of the release before', earlier],
  ] as const) {
    await pool.query(
      `insert into instance_heartbeat (slot, instance, beat_at, settled, journal)
       values ($1, gen_random_uuid(), now(), true, $2)`,
      [name, journal],
    );
  }
  expect(await describeQueue(pool, 'here', figures, true)).toMatchObject({ queueSize: 3, deadLetters: 3 });
  expect(await describeQueue(null, 'here', figures, true)).toMatchObject({ queueSize: 0, deadLetters: 1 });
});
