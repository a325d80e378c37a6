import { expect } from 'vitest';

import { newToken } from '#server/platform/token.ts';
import { test } from '#server/testing/shared-app.ts';
import { visitor } from '#server/testing/visitor.ts';

import { createPasswordCode, matchPasswordCode, recordPasswordRequest } from './password-codes.repo.ts';

test('an emailed code that has expired is wrong, in the browser that requested it and in another one', async ({
  app,
}) => {
  const { db, pool } = app.product.deps;
  const { userId, email } = await visitor(app).join();
  const own = newToken().hash;
  await recordPasswordRequest(db, userId, own);
  const code = await createPasswordCode(db, { userId, email });
  if (code === null) throw new Error('the account has another email');
  const matches: boolean[] = [];
  const match = async (requestHash: string | null) => {
    matches.push((await matchPasswordCode(db, { userId, requestHash }, code)) !== null);
  };
  for (const requestHash of [own, null]) await match(requestHash);
  await pool.query('update password_resets set expires_at = now() where user_id = $1', [userId]);
  for (const requestHash of [own, null]) await match(requestHash);
  expect(matches).toEqual([true, true, false, false]);
});
