import { randomBytes, randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Journal, type JournalLimits } from '#server/fallback/journal/journal.repo.ts';
import { insertOf } from '#server/fallback/journal/journalled-text.ts';
import type { Operation } from '#server/fallback/journal/operations.ts';
import { createLog } from '#server/platform/log.ts';

import { type Dice, throwDice } from './chaos/dice.ts';

/** As by default. */
const roomy: JournalLimits = { opsMax: 100_000, bytesMax: 64 * 1_048_576 };

/** Opens a folder's first free journal; what it would log is not looked at. */
export function openJournal(folder: string, limits = roomy): Journal {
  return Journal.open(folder, limits, createLog('silent').log);
}

/** A question as the journal takes it in. `nth`: in order of time. */
export function journalledText(nth = 0): Operation {
  const at = 1_800_000_000_000 + nth;
  return insertOf({
    sid: `SM${randomBytes(16).toString('hex')}`,
    sender: '+13122000001',
    serviceNumber: '+12025550100',
    kind: 'question',
    reply: 'answer',
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
    mail: null,
  });
}

const name = 'journal-0.sqlite';
const operationsMax = 200;

/** What a disk, a crash or a hand can do to a file. */
const damages: readonly ((file: Buffer, dice: Dice) => Buffer)[] = [
  (file, dice) => change(file, dice, () => dice.below(256)),
  (file, dice) => Buffer.concat([file, Buffer.alloc(dice.below(5000), dice.below(256))]),
  (file, dice) => file.subarray(0, dice.below(file.length)),
  (file, dice) => blank(file, dice, 4096),
  (file, dice) => blank(file, dice, 1 + dice.below(100)),
  () => Buffer.alloc(0),
  (file, dice) => Buffer.concat([Buffer.from('not a database at all'), file.subarray(dice.below(file.length))]),
];

/**
 * Writes a journal in `folder`, copies it as it rests on disk at that moment, damages the copy by the chance of `seed`,
 * and opens that as the next process would, writes to it, and opens it once more.
 * @returns what was ever written, what of it still waited, and what was found: a damage may bring back what was carried
 *   out already, which changes nothing
 */
export function damageJournal(folder: string, seed: number) {
  const dice = throwDice(seed);
  const place = join(folder, 'damaged');
  mkdirSync(place);
  const journal = openJournal(join(folder, 'sound'));
  const count = 1 + dice.below(operationsMax);
  journal.write(Array.from({ length: count }, (_, nth) => journalledText(nth)));
  const written = contents(journal);
  if (dice.chance(0.5)) journal.remove([...journal.lines()].slice(0, dice.below(count)));
  const waiting = contents(journal);
  // Either as after a kill, with the write-ahead log beside it, or as after an orderly end.
  if (dice.chance(0.5)) journal.close();
  for (const suffix of ['', '-wal']) {
    const from = join(folder, 'sound', name + suffix);
    if (existsSync(from)) copyFileSync(from, join(place, name + suffix));
  }
  const isOpen = existsSync(join(place, `${name}-wal`));
  const target = join(place, isOpen && dice.chance(0.5) ? `${name}-wal` : name);
  writeFileSync(target, dice.pick(damages)(readFileSync(target), dice));

  const opened = openJournal(place);
  const survivors = contents(opened);
  const added = journalledText(count);
  opened.write([added]);
  opened.close();
  const again = openJournal(place);
  const isUsable = contents(again).has(keyOf(added)) && again.size === survivors.size + 1;
  again.close();
  return { written, waiting, survivors, isUsable };
}

function contents(journal: Journal): Set<string> {
  return new Set([...journal.lines()].map(keyOf));
}

function keyOf({ id, type, key, at, body }: Operation): string {
  return JSON.stringify([id, type, key, at, body]);
}

function change(file: Buffer, dice: Dice, byte: () => number): Buffer {
  const changed = Buffer.from(file);
  const times = 1 + dice.below(20);
  for (let nth = 0; nth < times && changed.length > 0; nth += 1) changed[dice.below(changed.length)] = byte();
  return changed;
}

function blank(file: Buffer, dice: Dice, length: number): Buffer {
  const changed = Buffer.from(file);
  const from = dice.below(Math.max(1, changed.length));
  return changed.fill(0, from, Math.min(changed.length, from + length));
}
