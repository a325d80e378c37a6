import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, test } from 'vitest';

import { createLog } from '#server/observability/log.ts';
import { damageJournal, journaledSend, journaledText, openJournal } from '#server/testing/journals.ts';

import { Journal } from './journal.repo.ts';
import { sendOperation } from './journaled-text.ts';
import type { Operation, SendRecord } from './operations.ts';

const { log } = createLog('silent');

function folder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'askline-journal-'));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true }) };
}

function report(status: string, id = randomUUID(), sid = `SM${'a'.repeat(32)}`) {
  return { key: id, at: Date.now(), report: { id, sid, status, code: null } };
}

test('what was written is there after the process ended, in order', () => {
  using place = folder();
  const operations = Array.from({ length: 1200 }, (_, nth) => journaledText(nth));
  const before = openJournal(place.path);
  before.write(operations);
  before.close();
  const after = openJournal(place.path);
  expect([...after.entries()].map(({ id }) => id)).toEqual(operations.map(({ id }) => id));
  expect(after.figures()).toMatchObject({ queueSize: 1200, byType: { 'inbound.insert': 1200 } });
  after.remove([...after.entries()]);
  expect(after.figures()).toEqual({ queueSize: 0, oldestAt: null, newestAt: null, byType: {}, deadLetters: 0 });
  after.close();
});

/** Whether any file of the folder holds the sender of `journaledText`. */
function hasNumber(place: string): boolean {
  return readdirSync(place).some((name) => readFileSync(join(place, name)).includes('13122000001'));
}

test('once all is replayed, the files have no telephone number', () => {
  using place = folder();
  const journal = openJournal(place.path);
  journal.write(Array.from({ length: 500 }, (_, nth) => journaledText(nth)));
  expect(hasNumber(place.path)).toBe(true);
  journal.remove([...journal.entries()]);
  expect(hasNumber(place.path)).toBe(false);
  journal.close();
});

test('a journal that a release before emptied has no telephone number after a start', () => {
  using place = folder();
  const before = openJournal(place.path);
  before.write(Array.from({ length: 500 }, (_, nth) => journaledText(nth)));
  before.close();
  const file = new DatabaseSync(join(place.path, 'journal-0.sqlite'));
  file.exec('pragma user_version = 0; pragma secure_delete = off; delete from ops');
  file.close();
  expect(hasNumber(place.path)).toBe(true);
  const after = openJournal(place.path);
  expect(hasNumber(place.path)).toBe(false);
  after.close();
});

test('two processes have a journal each, and a dead one leaves its own to the next', () => {
  using place = folder();
  const [first, second] = [openJournal(place.path), openJournal(place.path)];
  expect([first.index, second.index]).toEqual([0, 1]);
  expect(Journal.adopt(place.path, 0, { opsMax: 10, bytesMax: 10_000 }, log)).toBeNull();
  first.write([journaledText()]);
  first.close();
  const heir = openJournal(place.path);
  expect([heir.index, heir.size]).toEqual([0, 1]);
  heir.close();
  second.close();
});

test('of several reports on one send the one that says most is kept, and is whole after a restart', () => {
  using place = folder();
  const journal = openJournal(place.path);
  const id = randomUUID();
  for (const status of ['sent', 'delivered', 'queued'])
    journal.keepReport({ ...report(status, id), at: Date.now() + 1 });
  journal.close();
  const again = openJournal(place.path);
  expect([...again.entries()]).toMatchObject([{ type: 'status.callback', body: { status: 'delivered' } }]);
  again.close();
});

test('a report that comes while an earlier one is being carried out is a line of its own, once', () => {
  using place = folder();
  const journal = openJournal(place.path);
  const id = randomUUID();
  journal.keepReport(report('sent', id));
  journal.handOff([...journal.entries()]);
  for (const status of ['sent', 'delivered', 'delivered', 'queued']) journal.keepReport(report(status, id));
  const entries = [...journal.entries()].map(({ body, isHandedOff }) =>
    'status' in body ? [body.status, isHandedOff] : null,
  );
  expect(entries).toEqual([
    ['sent', true],
    ['delivered', false],
  ]);
  journal.close();
});

test('whatever the webhooks accept can be read back from the journal', () => {
  using place = folder();
  const journal = openJournal(place.path);
  for (const status of ['', 'Delivered', 'partially-delivered']) journal.keepReport(report(status));
  for (const sender of ['ACME & Co', 'rcs:acme_agent', '12345678901234567890']) {
    const text = journaledText();
    if (text.type === 'inbound.insert') journal.write([{ ...text, body: { ...text.body, sender } }]);
  }
  expect([...journal.entries()]).toHaveLength(6);
  journal.close();
});

test.each([
  ['operations', { opsMax: 3, bytesMax: 1_000_000 }],
  ['bytes', { opsMax: 1000, bytesMax: 1100 }],
])(
  'a journal that is full of %s refuses, keeps what it has, and has room again when that is carried out',
  (_, limits) => {
    using place = folder();
    const journal = openJournal(place.path, limits);
    for (let nth = 0; nth < 3; nth += 1) journal.write([journaledText(nth)]);
    expect(() => journal.write([journaledText()])).toThrow('Our database is briefly unavailable.');
    expect(journal.size).toBe(3);
    journal.remove([...journal.entries()]);
    journal.write([journaledText()]);
    expect(journal.size).toBe(1);
    journal.close();
  },
);

test('an entry that grows is counted as it is, so that a journal is full when it is, and empty when it is', () => {
  using place = folder();
  const text = journaledText();
  const open = journaledSend(text, {});
  const sent = sendOperation({ ...(open.body as SendRecord), state: 'accepted', providerSid: `SM${'b'.repeat(32)}` });
  const bytesMax = [text, sent].reduce((sum, { body }) => sum + JSON.stringify(body).length, 0);
  const journal = openJournal(place.path, { opsMax: 1000, bytesMax });
  for (let nth = 0; nth < 3; nth += 1) {
    journal.write([text, open]);
    expect(journal.isFull).toBe(false);
    journal.write([], [sent]);
    expect([journal.isFull, journal.share]).toEqual([true, 1]);
    journal.remove([...journal.entries()]);
    expect([journal.isFull, journal.share]).toEqual([false, 0]);
  }
  journal.close();
});

/** As a newer release writes it, with a field that this one does not know. */
function ofNewerRelease(operation: Operation): Operation {
  return { ...operation, body: { ...(operation.body as object), mood: 'good' } } as unknown as Operation;
}

test.each([
  ['', (send: Operation) => send],
  [' and its send', ofNewerRelease],
])('a text of a newer release%s is put aside, and not answered again if its reply went out', (_, written) => {
  using place = folder();
  const journal = openJournal(place.path);
  const [answered, unanswered] = [ofNewerRelease(journaledText(1)), ofNewerRelease(journaledText(2))];
  const send = journaledSend(answered, { state: 'accepted', providerSid: `SM${'b'.repeat(32)}` });
  journal.write([answered, written(send), unanswered]);
  journal.close();
  const older = openJournal(place.path);
  const entries = [...older.entries()];
  // By the id of the text, which counts as known from then on.
  expect(entries).toContainEqual(expect.objectContaining({ type: 'query.failed', id: answered.id }));
  expect(entries.map(({ key }) => key)).toEqual([answered.key, answered.key]);
  older.close();
});

test('an operation that the database refuses five times is put aside', () => {
  using place = folder();
  const journal = openJournal(place.path);
  journal.write([journaledText()]);
  const [entry] = [...journal.entries()];
  if (entry === undefined) throw new Error('nothing was written');
  expect([1, 2, 3, 4, 5].map(() => journal.refuse(entry, '23514'))).toEqual([false, false, false, false, true]);
  expect(journal.figures()).toMatchObject({ queueSize: 0, deadLetters: 1 });
  journal.close();
});

test('a journal damaged anywhere keeps no process from starting, and invents nothing', () => {
  for (let seed = 0; seed < 40; seed += 1) {
    using place = folder();
    const { survivors, written, isUsable } = damageJournal(place.path, seed);
    expect([...survivors.difference(written)], `seed ${seed}`).toEqual([]);
    expect(isUsable, `seed ${seed}`).toBe(true);
  }
});
