import { randomUUID } from 'node:crypto';

import { expect } from 'vitest';

import { addPayer } from '#server/testing/payer.ts';
import { test } from '#server/testing/shared-app.ts';

import { giveFreeTimeAgain } from './free-months.ts';
import { addFreePeriod, previewFreeTime } from './free-periods.repo.ts';

test.for([
  [
    'a month after January 31 is February 28',
    '2091-01-31T17:00:00Z',
    1,
    '2091-03-01T04:59:59Z',
    '2091-03-29T03:59:59Z',
  ],
  [
    'a month after January 31 of a leap year is February 29',
    '2092-01-31T17:00:00Z',
    1,
    '2092-03-01T04:59:59Z',
    '2092-03-30T03:59:59Z',
  ],
  [
    'three months end with the day in daylight saving time',
    '2091-02-14T17:00:00Z',
    3,
    '2091-05-15T03:59:59Z',
    '2091-06-15T03:59:59Z',
  ],
  [
    'the day is that of the east coast, as it is shown',
    '2091-02-01T03:00:00Z',
    1,
    '2091-03-01T04:59:59Z',
    '2091-03-29T03:59:59Z',
  ],
] as const)('%s', async ([, end, months, wanted, next], { app }) => {
  const { db } = app.product.deps;
  const userId = await app.subscriber(app.phone());
  await db
    .updateTable('subscriptions')
    .set({ cancel_at: end, answers_until: end })
    .where('user_id', '=', userId)
    .execute();
  expect((await previewFreeTime(db, userId, 3))?.[months - 1]).toEqual(new Date(wanted));
  const add = (count: number) =>
    db.transaction().execute((tx) => addFreePeriod(tx, { id: randomUUID(), userId, months: count }));
  expect((await add(months))?.answersUntil).toEqual(new Date(wanted));
  // The next one begins where this one ends, and ends on the same day of its month: no grant moves the day.
  expect((await add(1))?.answersUntil).toEqual(new Date(next));
});

test('free time given again after a restore keeps its day, and counts while the backup was without it', async ({
  app,
}) => {
  const { db } = app.product.deps;
  const [{ userId }, id] = [await addPayer(app), randomUUID()];
  const at = new Date(Date.now() - 8 * 86_400_000);
  const [before, after] = [new Date(at.getTime() - 60_000), new Date(at.getTime() + 60_000)];
  const entry = { key: [userId, id, 2, Date.now() + 50 * 86_400_000].join('/'), at };
  // The second is that of a pass after one that failed later.
  expect(await giveFreeTimeAgain(db, entry, before)).toBe(true);
  expect(await giveFreeTimeAgain(db, entry, before)).toBe(true);
  // This backup has it.
  expect(await giveFreeTimeAgain(db, entry, after)).toBe(false);
  const rows = await db.selectFrom('free_periods').select('created_at').where('user_id', '=', userId).execute();
  expect(rows).toEqual([{ created_at: at }]);
  await db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', userId).execute();
  expect(await giveFreeTimeAgain(db, entry, before)).toBe(false);
});
