import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import { connectTo, testDatabase } from '#server/testing/database.ts';

import { createUndoToken, recordPhoneChange } from './phone-undo.repo.ts';

test('an email about a phone change that can no longer be undone has no link', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db, pool } = connection;
  const userId = randomUUID();
  await pool.query(`insert into users (id, name, email) values ($1, 'Ada Byron', 'ada@askline.example')`, [userId]);
  const key = await recordPhoneChange(db, userId, '+13122000001');
  const { rows } = await pool.query<{ id: string }>(
    `insert into mails (kind, user_id, once_key) values ('phone_changed', $1, $2) returning id`,
    [userId, key],
  );
  const [mail] = rows;
  const link = async () => createUndoToken(db, mail?.id ?? '');
  expect(await link()).toEqual(expect.any(String));
  await pool.query('update phone_changes set expires_at = now()');
  expect(await link()).toBeNull();
});
