import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import { readDatabaseFacts } from '#server/db/fitness.ts';
import { connectTo, emptyDatabase, testDatabase } from '#server/testing/database.ts';

import { moveDatabase } from './move-database.ts';

test('a move by a role that does not own the database changes nothing and names the owner', async () => {
  await using database = await testDatabase();
  await using target = await emptyDatabase();
  await using own = connectTo(database.url, 1);
  const { rows } = await own.pool.query<{ owner: string }>('select current_user as owner');
  const role = `guest_${randomUUID().replaceAll('-', '')}`;
  await own.pool.query(`create role ${role} login password 'guest'`);
  try {
    const moving = moveDatabase({
      from: Object.assign(new URL(database.url), { username: role, password: 'guest' }).href,
      to: target.url,
      facts: { release: 'test', phoneHashProbe: 'h:probe', hasLedger: true },
      onFenced: () => expect.unreachable(),
      signal: new AbortController().signal,
    });
    await expect(moving).rejects.toThrow(`This database belongs to the role ${rows[0]?.owner}, `);
    expect(await readDatabaseFacts(own.pool)).toMatchObject({ isReadOnly: false, movingTo: null, movedTo: null });
  } finally {
    await own.pool.query(`drop role ${role}`);
  }
});
