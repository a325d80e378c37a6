import { randomUUID } from 'node:crypto';

import { expect, test } from 'vitest';

import { newToken } from '#server/platform/token.ts';
import { connectTo, testDatabase } from '#server/testing/database.ts';

import { deleteOneTimeTokens, findTokenOwner, issueOneTimeToken } from './one-time-tokens.repo.ts';

test("a process of the previous release reads and writes the tokens under the table's old name", async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db, pool } = connection;
  const userId = randomUUID();
  await pool.query(`insert into users (id, name, email) values ($1, 'Ada Byron', 'ada@askline.example')`, [userId]);
  const { token, hash } = newToken();
  const write = (tokenHash: string) =>
    pool.query(
      `insert into tickets (token_hash, user_id, purpose, code_sent, expires_at)
       values ($1, $2, 'proof', true, now() + interval '1 hour')
       on conflict (user_id, purpose) do update
          set token_hash = excluded.token_hash, code_sent = excluded.code_sent, expires_at = excluded.expires_at`,
      [tokenHash, userId],
    );
  await write(newToken().hash);
  await write(hash);
  expect(await findTokenOwner(db, token, 'proof')).toEqual({ userId, credentialsRevision: 0 });

  await issueOneTimeToken(db, { userId, purpose: 'confirmation' });
  const used = await pool.query(`update tickets set code_sent = false where user_id = $1 and code_sent returning 1`, [
    userId,
  ]);
  expect(used.rows).toHaveLength(1);
  const deleted = await pool.query(`delete from tickets where user_id = $1 and purpose = 'confirmation'`, [userId]);
  expect(deleted.rowCount).toBe(1);
  await deleteOneTimeTokens(db, userId, 'proof');
  expect(await findTokenOwner(db, token, 'proof')).toBeNull();
});

test('a token is valid for its own purpose only', async () => {
  await using database = await testDatabase();
  await using connection = connectTo(database.url);
  const { db, pool } = connection;
  const userId = randomUUID();
  await pool.query(`insert into users (id, name, email) values ($1, 'Ada Byron', 'ada@askline.example')`, [userId]);
  const purposes = ['proof', 'confirmation', 'email'] as const;
  for (const purpose of purposes) {
    const token = await issueOneTimeToken(db, { userId, purpose });
    const owners = await Promise.all(purposes.map((other) => findTokenOwner(db, token, other)));
    expect(purposes.filter((_, nth) => owners[nth] !== null)).toEqual([purpose]);
  }
});
