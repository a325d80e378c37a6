import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { afterEach, expect, test, vi } from 'vitest';

import { lockedTexts, journalsFolder, neighbors, reserve, setMachineClock } from '#server/testing/journal-places.ts';

import { MessageLocks } from './message-locks.ts';

const sid = (digit: string): string => `SM${digit.repeat(32)}`;
const nthSid = (nth: number): string => `SM${nth.toString(16).padStart(32, '0')}`;

const fileOf = (place: { path: string }, index: number): string =>
  join(place.path, 'reservations', `${index}.reservations`);

afterEach(() => vi.restoreAllMocks());

test('while the database is available, a text creates no file and does not change the size of one', () => {
  using place = journalsFolder();
  const locks = new MessageLocks(place.path, 0);
  const { size } = statSync(fileOf(place, 0));
  for (let nth = 0; nth < 200; nth += 1) {
    const release = reserve(locks, nthSid(nth));
    if (nth % 2 === 0) release();
  }
  expect([lockedTexts(place), readdirSync(join(place.path, 'reservations'))]).toEqual([[], ['0.reservations']]);
  expect(statSync(fileOf(place, 0)).size).toBe(size);
});

test('a young reservation is never overwritten: the file grows, and its records are reused later', () => {
  using place = journalsFolder();
  setMachineClock(0);
  const [one, other] = neighbors(place);
  const { size } = statSync(fileOf(place, 0));
  const count = size / 64 + 100;
  for (let nth = 0; nth < count; nth += 1) reserve(one, nthSid(nth));
  for (let nth = 0; nth < count; nth += 97) expect(other.acquire(nthSid(nth)), String(nth)).toBe(false);
  const grown = statSync(fileOf(place, 0)).size;
  expect(grown).toBe(size + 6400);
  setMachineClock(121);
  for (let nth = 0; nth < count; nth += 1) reserve(one, nthSid(count + nth));
  expect(statSync(fileOf(place, 0)).size).toBe(grown);
  expect([other.acquire(nthSid(0)), other.acquire(nthSid(count)), other.acquire(nthSid(2 * count - 1))]).toEqual([
    true,
    false,
    false,
  ]);
});

test('a release that comes too late does not touch the reservation that took its record', () => {
  using place = journalsFolder();
  setMachineClock(0);
  const [one, other] = neighbors(place);
  const release = reserve(one, sid('a'));
  setMachineClock(121);
  const next = reserve(one, sid('b'));
  release();
  expect(other.acquire(sid('b'))).toBe(false);
  next();
  next();
  expect(other.acquire(sid('b'))).toBe(true);
});

test('a successor keeps the reservations of its predecessor, and reuses the other records', () => {
  using place = journalsFolder();
  setMachineClock(1000);
  const before = new MessageLocks(place.path, 0);
  reserve(before, sid('a'));
  setMachineClock(1100);
  const release = reserve(before, sid('b'));
  reserve(before, sid('c'));
  release();
  before.close();
  setMachineClock(1125);
  const [after, other] = neighbors(place);
  const used = readFileSync(fileOf(place, 0), 'latin1');
  expect(used).toContain(sid('a'));
  for (const digit of ['d', 'e']) reserve(after, sid(digit));
  const content = readFileSync(fileOf(place, 0), 'latin1');
  expect(['a', 'c', 'd', 'e'].map((digit) => content.includes(sid(digit)))).toEqual([false, true, true, true]);
  expect(['a', 'c', 'd', 'e'].map((digit) => other.acquire(sid(digit)))).toEqual([true, false, false, false]);
});

test('a reservation from before a restart of the machine, whose clock began again, holds', () => {
  using place = journalsFolder();
  setMachineClock(50_000);
  reserve(new MessageLocks(place.path, 0), sid('a'));
  setMachineClock(10);
  const [after, other] = neighbors(place);
  expect(other.acquire(sid('a'))).toBe(false);
  setMachineClock(131);
  reserve(after, sid('b'));
  expect(other.acquire(sid('a'))).toBe(true);
});

test('a record that was cut off or changed counts as none, and prevents neither a start nor other reservations', () => {
  using place = journalsFolder();
  reserve(new MessageLocks(place.path, 0), sid('a'));
  const whole = readFileSync(fileOf(place, 0)).subarray(0, 64);
  expect(whole.toString('latin1')).toContain(sid('a'));
  const zeros = Buffer.alloc(64);
  const cutAndPadded = Array.from({ length: 64 }, (_, kept) => Buffer.concat([whole.subarray(0, kept), zeros], 64));
  const cutShort = Array.from({ length: 64 }, (_, kept) => whole.subarray(0, kept));
  const changed = Array.from({ length: 53 }, (_, at) => {
    const record = Buffer.from(whole);
    record[at] = (record[at] ?? 0) ^ 1;
    return record;
  });
  for (const record of [...cutAndPadded, ...cutShort, ...changed]) {
    writeFileSync(fileOf(place, 0), record);
    const [one, other] = neighbors(place);
    reserve(one, sid('b'));
    const taken = [other.acquire(sid('a')), other.acquire(sid('b'))];
    expect(taken, record.toString('latin1')).toEqual([true, false]);
    other.release(sid('a'));
    for (const locks of [one, other]) locks.close();
  }
});

test('while the reservations of a neighbor cannot be read, no text is taken', () => {
  using place = journalsFolder();
  const locks = new MessageLocks(place.path, 0);
  mkdirSync(fileOf(place, 1));
  expect(locks.acquire(sid('a'))).toBe(false);
  expect(lockedTexts(place)).toEqual([]);
});

test('when a reservation cannot be written, the text goes to the database without one', () => {
  using place = journalsFolder();
  const [one, other] = neighbors(place);
  one.close();
  reserve(one, sid('a'))();
  expect(other.acquire(sid('a'))).toBe(true);
});

/** Runs this code, which has `locks` and `nthSid`, in another process. */
function run(place: { path: string }, index: number, code: string): ReturnType<typeof spawn> & Disposable {
  const script = `
    import { writeSync } from 'node:fs';
    import { MessageLocks } from ${JSON.stringify(new URL('message-locks.ts', import.meta.url).href)};
    const nthSid = ${nthSid.toString()};
    const locks = new MessageLocks(${JSON.stringify(place.path)}, ${index});
    ${code}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  return Object.assign(child, { [Symbol.dispose]: () => void child.kill('SIGKILL') });
}

test('what a process reserved before it was killed holds for its neighbors and its successor', async () => {
  using place = journalsFolder();
  const other = new MessageLocks(place.path, 1);
  let total = 0;
  for (let round = 0; round < 5; round += 1) {
    using child = run(
      place,
      0,
      `for (let nth = ${total}; ; nth += 1) { locks.reserve([nthSid(nth)]); writeSync(1, nth + '\\n'); }`,
    );
    if (!child.stdout) throw new Error('no output');
    let reserved = total - 1;
    for await (const line of createInterface({ input: child.stdout })) {
      reserved = Number(line);
      if (reserved === total + 50 + round * 7) child.kill('SIGKILL');
    }
    for (let nth = 0; nth <= reserved; nth += nth < reserved - 50 ? 20 : 1) {
      expect(other.acquire(nthSid(nth)), `text ${nth} of ${reserved}`).toBe(false);
    }
    expect(other.acquire(nthSid(reserved + 2))).toBe(true);
    other.release(nthSid(reserved + 2));
    // It was killed before or after it reserved the next one: the successor reserves it in any case.
    total = reserved + 1;
  }
});

test('of two living processes at the same moment never both take a text, one to its journal and one to the database', async () => {
  using place = journalsFolder();
  const count = 300;
  const locks = new MessageLocks(place.path, 0);
  using child = run(
    place,
    1,
    `process.stdin.once('data', (from) => {
       const lines = [];
       for (let nth = 0; nth < ${count}; nth += 1) {
         while (process.hrtime.bigint() < BigInt(String(from)) + BigInt(nth) * 2_000_000n);
         lines.push([nth, locks.acquire(nthSid(nth))].join(' '));
       }
       writeSync(1, lines.join('\\n') + '\\n');
       process.exit();
     });`,
  );
  if (!child.stdout || !child.stdin) throw new Error('no pipes');
  const from = process.hrtime.bigint() + 500_000_000n;
  child.stdin.write(String(from));
  const reserved: boolean[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    // From half a millisecond before the other to as much after it.
    const at = from + BigInt(nth) * 2_000_000n + BigInt((nth % 11) - 5) * 100_000n;
    while (process.hrtime.bigint() < at);
    const [release] = locks.reserve([nthSid(nth)]);
    reserved.push(release !== null);
  }
  const wrong: string[] = [];
  let answers = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const [nth, isTaken] = line.split(' ');
    answers += 1;
    if (reserved[Number(nth)] === true && isTaken === 'true') wrong.push(line);
  }
  expect({ answers, wrong }).toEqual({ answers: count, wrong: [] });
});
