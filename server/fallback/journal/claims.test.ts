import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test, vi } from 'vitest';

import { Claims } from './claims.repo.ts';

const sid = (digit: string): string => `SM${digit.repeat(32)}`;

function folder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'askline-claims-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

test('of two processes of a machine one takes a text, until it is released', () => {
  using place = folder();
  const [one, other] = [new Claims(place.path), new Claims(place.path)];
  expect([one.take(sid('a')), other.take(sid('a')), other.take(sid('b')), one.take(sid('b'))]).toEqual([
    true,
    false,
    true,
    false,
  ]);
  one.release(sid('a'));
  expect(other.take(sid('a'))).toBe(true);
});

test('what is no id of the carrier is refused, and never becomes a path', () => {
  using place = folder();
  expect(new Claims(place.path).take('../journal-0.sqlite')).toBe(false);
});

/** Makes a file as old as it would be by then. */
function age(place: { path: string }, digit: string, seconds: number): void {
  const at = Date.now() / 1000 - seconds;
  utimesSync(join(place.path, 'claims', sid(digit)), at, at);
}

test('a text that was taken into a journal stays so for a day, whatever became of the process', async () => {
  using place = folder();
  const before = new Claims(place.path);
  for (const digit of ['a', 'b']) before.take(sid(digit));
  age(place, 'a', 2 * 86_400);
  age(place, 'b', 3600);
  const after = new Claims(place.path);
  await after.sweep();
  expect([after.take(sid('a')), after.take(sid('b'))]).toEqual([true, false]);
});

test('reservations of a stopped process are gone once no carrier tells of their texts any more', async () => {
  using place = folder();
  const stopped = new Claims(place.path);
  for (const digit of ['a', 'b']) stopped.reserve(sid(digit));
  age(place, 'a', 150);
  await new Claims(place.path).sweep();
  expect(readdirSync(join(place.path, 'claims'))).toEqual([sid('b')]);
});

test('what went to the database is nobody’s to journal, until it is known not to be there', () => {
  using place = folder();
  const [one, other] = [new Claims(place.path), new Claims(place.path)];
  const giveBack = one.reserve(sid('a'));
  expect([one.take(sid('a')), other.take(sid('a'))]).toEqual([false, false]);
  // A neighbour that was told of it too asks the database, and has nothing to give back.
  other.reserve(sid('a'))();
  expect(other.take(sid('a'))).toBe(false);
  giveBack();
  expect(other.take(sid('a'))).toBe(true);
});

test('a reservation ends once no carrier tells of the text any more', () => {
  using place = folder();
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  const [one, other] = [new Claims(place.path), new Claims(place.path)];
  one.reserve(sid('a'));
  clock.mockReturnValue(119_000);
  one.reserve(sid('b'));
  expect(other.take(sid('a'))).toBe(false);
  clock.mockReturnValue(121_000);
  one.reserve(sid('c'));
  expect([other.take(sid('a')), other.take(sid('b'))]).toEqual([true, false]);
  clock.mockRestore();
});
