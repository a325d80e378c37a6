import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { damageJournal, journaledText, openJournal } from '#server/testing/journals.ts';

import type { Bench, Measure } from './measure.ts';

const damages = Number(process.env['JOURNAL_DAMAGES'] ?? 1000);
const writes = 2000;

/**
 * The journal for database outages: its speed, its contents after a thousand kinds of damage, and a full disk (a small
 * file system in memory, which only root can create).
 */
export const bench: Bench = async () => [...speed(), ...damaged(), ...fullDisk()];

function inFolder<T>(act: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'askline-journal-'));
  try {
    return act(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function speed(): Measure[] {
  return inFolder((folder) => {
    const journal = openJournal(folder);
    const times = Array.from({ length: writes }, (_, nth) => {
      const began = performance.now();
      journal.write([journaledText(nth)]);
      return performance.now() - began;
    }).toSorted((a, b) => a - b);
    journal.close();
    return [
      { what: 'a write, median', value: times[writes / 2] ?? Infinity, unit: 'ms' },
      { what: 'a write, 99 of 100', value: times[Math.floor(writes * 0.99)] ?? Infinity, unit: 'ms' },
    ];
  });
}

function damaged(): Measure[] {
  let [invented, unusable, waiting, found] = [0, 0, 0, 0];
  for (let seed = 0; seed < damages; seed += 1) {
    inFolder((folder) => {
      const result = damageJournal(folder, seed);
      invented += result.survivors.difference(result.written).size;
      unusable += Number(!result.isUsable);
      waiting += result.waiting.size;
      found += result.survivors.intersection(result.waiting).size;
    });
  }
  return [
    { what: 'damaged journals', value: damages, unit: 'journals' },
    { what: 'of these unusable', value: unusable, unit: 'journals', atMost: 0 },
    { what: 'operations that were never written', value: invented, unit: 'operations', atMost: 0 },
    { what: 'operations saved', value: (found / waiting) * 100, unit: '%' },
  ];
}

function fullDisk(): Measure[] {
  return inFolder((folder) => {
    const disk = join(folder, 'disk');
    mkdirSync(disk);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk]);
    try {
      const journal = openJournal(disk);
      const acknowledged: string[] = [];
      let refusals = 0;
      for (let nth = 0; refusals < 20; nth += 1) {
        const text = journaledText(nth);
        try {
          journal.write([text]);
          acknowledged.push(text.id);
        } catch {
          refusals += 1;
        }
      }
      journal.close();
      const again = openJournal(disk);
      const there = new Set([...again.entries()].map(({ id }) => id));
      again.close();
      const lost = acknowledged.filter((id) => !there.has(id)).length;
      return [
        { what: 'acknowledged until the disk was full', value: acknowledged.length, unit: 'operations', atLeast: 1 },
        { what: 'of these lost', value: lost, unit: 'operations', atMost: 0 },
        {
          what: 'refused but stored',
          value: there.size - acknowledged.length,
          unit: 'operations',
          atMost: 0,
        },
      ];
    } finally {
      execFileSync('umount', [disk]);
    }
  });
}
