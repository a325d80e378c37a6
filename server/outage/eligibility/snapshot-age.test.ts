import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { QueryConfig } from 'pg';
import { afterEach, expect, test, vi } from 'vitest';

import type { Listener } from '#server/db/listen.ts';
import { createLog } from '#server/observability/log.ts';
import { openJournal } from '#server/testing/journals.ts';
import { until } from '#server/testing/until.ts';
import { phoneHash } from '#server/texting/store/phone-hash.ts';

import { EligibilitySnapshot } from './eligibility-snapshot.repo.ts';
import { Eligibility } from './eligibility.ts';
import { encodePhone, keyOf, nameOf } from './records.ts';

afterEach(() => {
  vi.useRealTimers();
});

const hash = phoneHash('a key of the tests');
const [known, stopped] = ['+13122000001', '+13122000002'];
const nameOfPhone = (phone: string): string => nameOf(keyOf(hash(phone)));
const hourMs = 3_600_000;

type Handler = Parameters<Listener['on']>[1];

/** A journal, and an eligibility snapshot in it of a database without rows, or of none. */
function place({ isUnavailable = false } = {}) {
  const stack = new DisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'askline-eligibility-'));
  stack.defer(() => rmSync(folder, { recursive: true }));
  const journal = openJournal(folder);
  stack.defer(() => journal.close());
  const asked: string[] = [];
  let channel: Handler = { onNotify: () => undefined, onListening: () => undefined };
  const listener = {
    isListening: !isUnavailable,
    on: (_channel: string, handler: Handler) => void (channel = handler),
  };
  const pool = {
    query({ name = '' }: QueryConfig) {
      asked.push(name);
      return isUnavailable ? Promise.reject(new Error('the database is unavailable')) : Promise.resolve({ rows: [] });
    },
  };
  return {
    snapshot: new EligibilitySnapshot(journal),
    open: () => new Eligibility({ pool, journal, listener, phoneHash: hash, log: createLog('silent').log }),
    hear: (key: string) => channel.onNotify(key),
    currentAt: () => Number(journal.note('eligibility_current_at')),
    /** How often everything was read, and how often only some of it. */
    reads: () => ['eligibility_page', 'eligibility_of'].map((name) => asked.filter((one) => one === name).length),
    [Symbol.dispose]: () => stack.dispose(),
  };
}

test('a snapshot older than a day knows no account any more, but every opt-out', () => {
  using fixture = place({ isUnavailable: true });
  const { snapshot } = fixture;
  const phone = encodePhone({
    number: known,
    phoneId: '00000000-0000-4000-8000-000000000001',
    userId: '00000000-0000-4000-8000-000000000002',
    isVerified: true,
    awaitsYes: false,
    status: 'active',
    answersUntil: new Date(Date.now() + 1000 * hourMs),
  });
  snapshot.write({ phones: new Map([[nameOfPhone(known), phone]]), optOuts: new Map([[nameOfPhone(stopped), true]]) });
  snapshot.noteCurrent(Date.now());
  const eligibility = fixture.open();
  const seen = () => [eligibility.isFresh, eligibility.find(known) !== null, eligibility.isOptedOut(stopped)];
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + 23 * hourMs);
  expect(seen()).toEqual([true, true, true]);
  vi.setSystemTime(Date.now() + 2 * hourMs);
  expect(seen()).toEqual([false, false, true]);
  expect(eligibility.isStillOwned(known, '00000000-0000-4000-8000-000000000001')).toBe(false);
});

test('everything is read at the start of a process and again after a day, and only changes between', async () => {
  using fixture = place();
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const eligibility = fixture.open();
  eligibility.start();
  const readsAfter = async (minutes: number) => {
    vi.advanceTimersByTime(minutes * 60_000);
    await until('the last reading', () => fixture.currentAt() === Date.now());
    return fixture.reads();
  };
  expect(await readsAfter(1)).toEqual([1, 0]);
  expect(await readsAfter(24 * 60 - 1)).toEqual([1, 0]);
  expect(await readsAfter(2)).toEqual([2, 0]);
  await eligibility.stop();
});

test('of more changes than are worth a look each, such as those of a restored table, everything is read', async () => {
  using fixture = place();
  const eligibility = fixture.open();
  for (let nth = 0; nth <= 50_000; nth += 1) fixture.hear(`+1312${2_000_000 + nth}`);
  await until('a reading', () => fixture.reads().some((times) => times > 0));
  await eligibility.stop();
  expect(fixture.reads()).toEqual([1, 0]);
});
