import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

import { expect, test } from 'vitest';

import { journaledText, openJournal } from '#server/testing/journals.ts';
import type { Intent, Lease } from '#server/texting/store/text-store.ts';
import { timing } from '#server/texting/timing.ts';

import { createOutageStore } from '../outage-store.ts';
import { JournalStore } from './journal-store.ts';
import type { Journal } from './journal.repo.ts';
import type { ReceivedText } from './operations.ts';

type Place = Disposable & {
  readonly store: JournalStore;
  readonly journal: Journal;
  /** As after the death of the process. */
  again(): JournalStore;
};

const stops = { isOptedOut: () => false, isStillOwned: () => true };

function place(): Place {
  const path = mkdtempSync(join(tmpdir(), 'askline-journal-'));
  let journal = openJournal(path);
  const open = (): JournalStore => new JournalStore({ journal, stops, timing: timing(), isUnavailable: () => true });
  return {
    store: open(),
    get journal() {
      return journal;
    },
    again() {
      journal.close();
      journal = openJournal(path);
      return open();
    },
    [Symbol.dispose]() {
      journal.close();
      rmSync(path, { recursive: true });
    },
  };
}

const long = 60_000;

type OutageStoreDeps = Parameters<typeof createOutageStore>[0];

/** Every write fails from now on. */
function fillDisk(journal: Journal): void {
  journal.file.exec('pragma query_only = on');
}

/** A question of a minute ago, after so many others of its phone. */
function question(nth: number, change: Partial<ReceivedText> = {}): ReceivedText {
  const at = Date.now() - long + nth;
  const { body } = journaledText();
  return { ...(body as ReceivedText), receivedAt: at, notBefore: at, answerBy: at + 2 * long, ...change };
}

const sending = { purpose: 'answer', senderHash: 'none', isLate: false, segments: 1, encoding: 'gsm7' } as const;

function openSend(store: JournalStore, text: Lease | undefined) {
  return text && store.openSend(text, { ...sending, id: randomUUID() });
}

const newSid = (): string => `SM${randomBytes(16).toString('hex')}`;

test('texts of a phone are worked on side by side, and go out in order', async () => {
  using fixture = place();
  const { store } = fixture;
  for (const nth of [1, 2]) store.add(question(nth));
  const [first, second] = await store.lease(10, 'all');
  expect([await openSend(store, second), second && (await store.mayGo(second))]).toEqual(['busy', false]);
  const intent = await openSend(store, first);
  expect(await openSend(store, second)).toBe('busy');
  await store.accepted(intent as Intent, newSid(), 1);
  expect(second && (await store.mayGo(second))).toBe(true);
  expect(await openSend(store, second)).toMatchObject({ to: second?.sender });
});

test('a process that dies between two texts of a phone leaves the order as it was', async () => {
  using fixture = place();
  for (const nth of [1, 2]) fixture.store.add(question(nth));
  const [first] = await fixture.store.lease(10, 'all');
  await openSend(fixture.store, first);
  const store = fixture.again();
  const [second] = await store.lease(10, 'all');
  expect(second?.sid).not.toBe(first?.sid);
  expect(await openSend(store, second)).toBe('busy');
});

test('a person in danger waits for no earlier text, and an answer waits for its pace', async () => {
  using fixture = place();
  const { store } = fixture;
  store.add(question(1, { notBefore: Date.now() + long }));
  store.add(question(2, { kind: 'crisis', reply: 'crisis', isAccepted: false }));
  const [paced, crisis] = await store.lease(10, 'all');
  expect(paced?.mayGoInMs).toBeGreaterThan(0);
  expect([await openSend(store, paced), paced && (await store.mayGo(paced))]).toEqual(['busy', false]);
  expect(await openSend(store, crisis)).toMatchObject({ to: crisis?.sender });
});

test('a text that was put back rests before it is worked on again', async () => {
  using fixture = place();
  const { store } = fixture;
  store.add(question(1));
  const [text] = await store.lease(10, 'all');
  await store.release([text?.sid ?? ''], long);
  expect(await store.lease(10, 'all')).toEqual([]);
  await store.release([text?.sid ?? ''], 0);
  expect(await store.lease(10, 'all')).toHaveLength(1);
});

test('an unknown send that is given up frees its phone, and stays given up after a death of the process', async () => {
  using fixture = place();
  for (const nth of [1, 2]) fixture.store.add(question(nth));
  const [first, second] = await fixture.store.lease(10, 'all');
  const intent = await openSend(fixture.store, first);
  const { id, to } = intent as Intent;
  await fixture.store.unknown({ id, to });
  expect(await openSend(fixture.store, second)).toBe('busy');
  await fixture.store.giveUpUnknownSend({ id, to });
  expect(await openSend(fixture.store, second)).toMatchObject({ to: second?.sender });
  const store = fixture.again();
  expect(store.send(id)?.state).toBe('unresolved');
  expect(fixture.journal.hasOutcome(first?.sid ?? '')).toBe(true);
});

test('an unknown send of a crisis reply keeps no answer waiting, and one of an answer keeps no crisis reply waiting', async () => {
  using fixture = place();
  const { store } = fixture;
  store.add(question(1));
  store.add(question(2, { kind: 'crisis', reply: 'crisis', isAccepted: false }));
  store.add(question(3));
  const [first, crisis, last] = await store.lease(10, 'all');
  const answer = await openSend(store, first);
  await store.unknown(answer as Intent);
  const urgent = crisis && (await store.openSend(crisis, { ...sending, purpose: 'crisis', id: randomUUID() }));
  await store.unknown(urgent as Intent);
  await store.accepted(answer as Intent, newSid(), 1);
  expect(await openSend(store, last)).toMatchObject({ to: last?.sender });
});

test('on a disk that is full a process starts, and knows its open sends as unknown sends', async () => {
  using fixture = place();
  fixture.store.add(question(1));
  const [text] = await fixture.store.lease(10, 'all');
  const { id } = (await openSend(fixture.store, text)) as Intent;
  fillDisk(fixture.journal);
  const store = new JournalStore({ journal: fixture.journal, stops, timing: timing(), isUnavailable: () => true });
  expect(store.send(id)?.state).toBe('unknown');
  expect(fixture.again().send(id)?.state).toBe('unknown');
});

test('on a disk that is full a delivery report is refused, and ends no process', async () => {
  using fixture = place();
  fixture.store.add(question(1));
  const [text] = await fixture.store.lease(10, 'all');
  const { id } = (await openSend(fixture.store, text)) as Intent;
  fillDisk(fixture.journal);
  const outageStore = createOutageStore({
    ...fixture,
    featureFlags: { isOn: () => true },
  } as unknown as OutageStoreDeps);
  const report = { id, sid: newSid(), status: 'sent', code: null } as const;
  expect(() => outageStore.keepReport(report)).toThrow('Our database is briefly unavailable.');
  // A promise that is rejected without a handler ends the process, and here the run (https://nodejs.org/api/process.html#event-unhandledrejection).
  await setImmediate();
});

test('after a freeze the last text before it is left alone, because another process may have received it too', async () => {
  using fixture = place();
  const { store } = fixture;
  const since = Date.now();
  const [earlier, last, later] = [
    question(1),
    question(2, { receivedAt: since - 100 }),
    question(3, { receivedAt: since + 1 }),
  ];
  for (const text of [earlier, last, later]) store.add({ ...text, sender: `+1312200${text.receivedAt % 10_000}` });
  store.noteFreeze(since);
  const leased = (await store.lease(10, 'all')).map(({ sid }) => sid);
  expect(new Set(leased)).toEqual(new Set([earlier.sid, later.sid]));
});
