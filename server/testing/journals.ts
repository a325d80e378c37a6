import { randomBytes, randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { createLog } from '#server/observability/log.ts';
import { Journal, type JournalLimits } from '#server/outage/journal/journal.repo.ts';
import { receivedOperation, sendOperation } from '#server/outage/journal/journaled-text.ts';
import type { Operation, SendRecord } from '#server/outage/journal/operations.ts';

import { type SeededRandom, seededRandom } from './seeded-random.ts';

/** The default. */
const roomy: JournalLimits = { opsMax: 100_000, bytesMax: 64 * 1_048_576 };

/**
 * How many entries a journal's file has; null while a replay has the file for itself: SQLITE_BUSY
 * (https://sqlite.org/rescode.html#busy), which no busy timeout prevents in every case.
 */
export function countEntries(path: string): number | null {
  try {
    using journal = new DatabaseSync(path, { readOnly: true, timeout: 10_000 });
    return Number(journal.prepare('select count(*) as count from ops').get()?.['count']);
  } catch (error) {
    if ((error as { errcode?: number }).errcode === 5) return null;
    throw error;
  }
}

/** Opens a folder's first free journal, without a log. */
export function openJournal(folder: string, limits = roomy): Journal {
  return Journal.open(folder, limits, createLog('silent').log);
}

/**
 * Whether the outcome of every send in a folder's journals is known. Reads copies, because a process has its journal
 * for itself; false where a write tore a copy.
 */
export function isEveryOutcomeKnown(folder: string): boolean {
  const copies = mkdtempSync(join(tmpdir(), 'askline-journals-'));
  try {
    const names = readdirSync(folder).filter((name) => /^journal-\d+\.sqlite$/.test(name));
    return names.every((name) => {
      // The log first: a journal without it would be an older one.
      for (const end of ['-wal', '']) copyFileSync(join(folder, name + end), join(copies, name + end));
      using journal = new DatabaseSync(join(copies, name));
      return journal.prepare(`select 1 from ops where type = 'outbound.intent'`).get() === undefined;
    });
  } catch {
    return false;
  } finally {
    rmSync(copies, { recursive: true });
  }
}

/** A question for the journal. `nth`: its position in time. */
export function journaledText(nth = 0): Operation {
  const at = 1_800_000_000_000 + nth;
  return receivedOperation({
    sid: `SM${randomBytes(16).toString('hex')}`,
    sender: '+13122000001',
    serviceNumber: '+12025550100',
    kind: 'question',
    reply: 'answer',
    language: 'en',
    newLanguage: null,
    isAccepted: true,
    userId: randomUUID(),
    phoneId: randomUUID(),
    receivedAt: at,
    answerBy: at + 120_000,
    notBefore: at,
    pacedUntil: null,
    consent: null,
    isOptOut: false,
    confirmsOptIn: false,
    stranger: null,
    notice: null,
    isUnpaid: false,
    forgets: false,
    mail: null,
  });
}

/** A question that came in just now. */
export function journaledQuestion(): Operation {
  const at = Date.now();
  const { body } = journaledText() as Extract<Operation, { type: 'inbound.insert' }>;
  return receivedOperation({ ...body, receivedAt: at, notBefore: at, answerBy: at + 120_000 });
}

/** A send of a journaled text: an open intent, unless changed. */
export function journaledSend(text: Operation, change: Partial<SendRecord>): Operation {
  const at = text.at + 1000;
  return sendOperation({
    id: randomUUID(),
    sid: text.key,
    purpose: 'answer',
    from: '+12025550100',
    to: '+13122000001',
    attempt: 1,
    intentAt: at,
    segments: 1,
    encoding: 'gsm7',
    state: 'intent',
    unknownAt: null,
    providerSid: null,
    code: null,
    at,
    ...change,
  });
}

const name = 'journal-0.sqlite';
const operationsMax = 200;

/** Kinds of damage to a file by a disk, a crash or a person. */
const damages: readonly ((file: Buffer, random: SeededRandom) => Buffer)[] = [
  (file, random) => change(file, random, () => random.below(256)),
  (file, random) => Buffer.concat([file, Buffer.alloc(random.below(5000), random.below(256))]),
  (file, random) => file.subarray(0, random.below(file.length)),
  (file, random) => blank(file, random, 4096),
  (file, random) => blank(file, random, 1 + random.below(100)),
  () => Buffer.alloc(0),
  (file, random) => Buffer.concat([Buffer.from('not a database at all'), file.subarray(random.below(file.length))]),
];

/**
 * Writes a journal in `folder`, copies its files, damages the copy at random (`seed`), opens it as the next process would,
 * writes to it, and opens it again.
 * @returns the written entries, those still pending, and those found; damage may restore replayed entries, which is
 *   harmless
 */
export function damageJournal(folder: string, seed: number) {
  const random = seededRandom(seed);
  const place = join(folder, 'damaged');
  mkdirSync(place);
  const journal = openJournal(join(folder, 'sound'));
  const count = 1 + random.below(operationsMax);
  journal.write(Array.from({ length: count }, (_, nth) => journaledText(nth)));
  const written = contents(journal);
  if (random.chance(0.5)) journal.remove([...journal.entries()].slice(0, random.below(count)));
  const waiting = contents(journal);
  // Either as after a kill, with its write-ahead log, or as after an orderly shutdown.
  if (random.chance(0.5)) journal.close();
  for (const suffix of ['', '-wal']) {
    const from = join(folder, 'sound', name + suffix);
    if (existsSync(from)) copyFileSync(from, join(place, name + suffix));
  }
  const isOpen = existsSync(join(place, `${name}-wal`));
  const target = join(place, isOpen && random.chance(0.5) ? `${name}-wal` : name);
  writeFileSync(target, random.pick(damages)(readFileSync(target), random));

  const opened = openJournal(place);
  const survivors = contents(opened);
  const added = journaledText(count);
  opened.write([added]);
  opened.close();
  const again = openJournal(place);
  const isUsable = contents(again).has(keyOf(added)) && again.size === survivors.size + 1;
  again.close();
  return { written, waiting, survivors, isUsable };
}

function contents(journal: Journal): Set<string> {
  return new Set([...journal.entries()].map(keyOf));
}

function keyOf({ id, type, key, at, body }: Operation): string {
  return JSON.stringify([id, type, key, at, body]);
}

function change(file: Buffer, random: SeededRandom, byte: () => number): Buffer {
  const changed = Buffer.from(file);
  const times = 1 + random.below(20);
  for (let nth = 0; nth < times && changed.length > 0; nth += 1) changed[random.below(changed.length)] = byte();
  return changed;
}

function blank(file: Buffer, random: SeededRandom, length: number): Buffer {
  const changed = Buffer.from(file);
  const from = random.below(Math.max(1, changed.length));
  return changed.fill(0, from, Math.min(changed.length, from + length));
}
