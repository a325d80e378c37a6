import { rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, expect, test, vi } from 'vitest';

import { lockedTexts, journalsFolder, neighbors, reserve, setMachineClock } from '#server/testing/journal-places.ts';

import { MessageLocks } from './message-locks.ts';

const sid = (digit: string): string => `SM${digit.repeat(32)}`;

afterEach(() => vi.restoreAllMocks());

test('of two processes of a machine one takes a text, until it is released', () => {
  using place = journalsFolder();
  const [one, other] = neighbors(place);
  expect([one.acquire(sid('a')), other.acquire(sid('a')), other.acquire(sid('b')), one.acquire(sid('b'))]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  one.release(sid('a'));
  expect(other.acquire(sid('a'))).toBe(true);
});

test('what is no id of the carrier is refused, and never becomes a path', () => {
  using place = journalsFolder();
  expect(new MessageLocks(place.path, 0).acquire('../journal-0.sqlite')).toBe(false);
});

test('what a neighbor has just taken into its journal does not go to the database, and its reservation is undone', () => {
  using place = journalsFolder();
  const [journaling, other] = neighbors(place);
  journaling.acquire(sid('a'));
  expect(other.reserve([sid('b'), sid('a')])).toEqual([expect.any(Function), null]);
  journaling.release(sid('a'));
  expect(journaling.acquire(sid('a'))).toBe(true);
  // Left behind by a process that died: the check for missed texts waited for all journals.
  age(place, 'a', 121);
  expect(other.reserve([sid('a')])).toEqual([expect.any(Function)]);
});

test('a folder of locks that cannot be read keeps no text from the database', () => {
  using place = journalsFolder();
  const locks = new MessageLocks(place.path, 0);
  rmSync(join(place.path, 'claims'), { recursive: true });
  symlinkSync('claims', join(place.path, 'claims')); // a loop: also root cannot read it
  expect(locks.reserve([sid('a')])).toEqual([expect.any(Function)]);
});

/** Makes a file as old as it would be by then. */
function age(place: { path: string }, digit: string, seconds: number): void {
  const at = Date.now() / 1000 - seconds;
  utimesSync(join(place.path, 'claims', sid(digit)), at, at);
}

test('a text that was taken into a journal stays so for a day, whatever became of the process', async () => {
  using place = journalsFolder();
  const before = new MessageLocks(place.path, 0);
  for (const digit of ['a', 'b']) before.acquire(sid(digit));
  age(place, 'a', 2 * 86_400);
  age(place, 'b', 3600);
  const after = new MessageLocks(place.path, 0);
  await after.removeStale();
  expect([after.acquire(sid('a')), after.acquire(sid('b'))]).toEqual([true, false]);
});

test('the reservations of an earlier version, a file each, hold for two minutes', async () => {
  using place = journalsFolder();
  const locks = new MessageLocks(place.path, 0);
  for (const digit of ['a', 'b']) writeFileSync(join(place.path, 'claims', sid(digit)), 'reserved');
  expect([locks.acquire(sid('a')), locks.acquire(sid('b'))]).toEqual([false, false]);
  age(place, 'a', 150);
  await locks.removeStale();
  expect(lockedTexts(place)).toEqual([sid('b')]);
  expect([locks.acquire(sid('a')), locks.acquire(sid('b'))]).toEqual([true, false]);
});

test('reservations of a stopped process end once no carrier tells of their texts any more', () => {
  using place = journalsFolder();
  setMachineClock(1000);
  const [stopped, other] = neighbors(place);
  reserve(stopped, sid('a'));
  setMachineClock(1100);
  reserve(stopped, sid('b'));
  stopped.close();
  expect([other.acquire(sid('a')), other.acquire(sid('b'))]).toEqual([false, false]);
  setMachineClock(1121);
  expect([other.acquire(sid('a')), other.acquire(sid('b'))]).toEqual([true, false]);
});

test('what went to the database is nobody’s to journal, until it is known not to be there', () => {
  using place = journalsFolder();
  const [one, other] = neighbors(place);
  const release = reserve(one, sid('a'));
  expect([one.acquire(sid('a')), other.acquire(sid('a'))]).toEqual([false, false]);
  // A neighbor that was told of it too asks the database, and has nothing to give back.
  reserve(other, sid('a'))();
  expect(other.acquire(sid('a'))).toBe(false);
  // So does the same process, when it was told of it twice.
  reserve(one, sid('a'))();
  expect(other.acquire(sid('a'))).toBe(false);
  release();
  expect(other.acquire(sid('a'))).toBe(true);
});

test('a text of a journal that the database has now stays reserved as long as the carrier may repeat it', () => {
  using place = journalsFolder();
  setMachineClock(0);
  const [journaling, other] = neighbors(place);
  for (const digit of ['a', 'b']) journaling.acquire(sid(digit));
  age(place, 'b', 121);
  journaling.releaseReplayed([sid('a'), sid('b')]);
  expect(lockedTexts(place)).toEqual([]);
  expect([other.acquire(sid('a')), journaling.acquire(sid('a')), other.acquire(sid('b'))]).toEqual([
    false,
    false,
    true,
  ]);
  expect(other.reserve([sid('a')])).toEqual([expect.any(Function)]);
  setMachineClock(121);
  expect(journaling.acquire(sid('a'))).toBe(true);
});

test('a reservation ends once no carrier tells of the text any more', () => {
  using place = journalsFolder();
  setMachineClock(0);
  const [one, other] = neighbors(place);
  reserve(one, sid('a'));
  setMachineClock(119);
  reserve(one, sid('b'));
  expect(other.acquire(sid('a'))).toBe(false);
  setMachineClock(121);
  reserve(one, sid('c'));
  expect([other.acquire(sid('a')), other.acquire(sid('b'))]).toEqual([true, false]);
});

test('a refused lock leaves nothing behind, so that the text can be taken once it is released', () => {
  using place = journalsFolder();
  const [one, other] = neighbors(place);
  reserve(one, sid('a'));
  expect(other.acquire(sid('a'))).toBe(false);
  expect(lockedTexts(place)).toEqual([]);
});
