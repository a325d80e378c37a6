import {
  closeSync,
  existsSync,
  fdatasyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

import { errorFields, type Log } from '#server/observability/log.ts';

import { dayMs } from './durations.ts';

/**
 * Opt-outs, deletions, and what operators corrected or gave, which must not be lost when an older backup replaces a lost
 * database. Holds keyed hashes of numbers and ids of accounts, but no numbers, names or addresses. A kind that a release
 * does not know is left out when it reads the ledger.
 */
export type LedgerEntry =
  /** A number (by its keyed hash) opted out, opted in, or left with its account. */
  | { readonly kind: 'stop' | 'start' | 'left'; readonly key: string; readonly at: Date }
  /** A number (by its keyed hash) that no account has was forgotten. It is noted as `left` too, which 1.0.0 reads. */
  | { readonly kind: 'forgotten'; readonly key: string; readonly at: Date }
  /** An account was closed by its owner. */
  | { readonly kind: 'deleted'; readonly key: string; readonly at: Date }
  /** An operator released the number of an account, or corrected its email. */
  | { readonly kind: 'phone_released' | 'email_corrected'; readonly key: string; readonly at: Date }
  /** An operator gave an account free time: account, decision, months and end in ms, as `giveFreeTime` joins them. */
  | { readonly kind: 'free_time'; readonly key: string; readonly at: Date }
  /** The ledger begins here; it has nothing earlier. */
  | { readonly kind: 'begun'; readonly key: '-'; readonly at: Date };

/** One file per month and machine; earlier releases left the machine out. */
const fileName = /^\d{4}-\d{2}(-[\w-]+)?\.ledger$/;
/** As long as records of texts are kept. */
const keptDays = 400;
const line =
  /^(?<at>\S+) (?<kind>stop|start|left|forgotten|deleted|phone_released|email_corrected|free_time|begun) (?<key>\S+) (?<crc>[0-9a-f]{8})$/;

/**
 * Appends to the ledger: monthly files in a folder that any number of processes share. Each machine has its own files,
 * because on a network share two machines that append to one file may overwrite each other (open(2), O_APPEND). Add the
 * entry before the commit: a STOP is true even if its transaction fails, because the person said so. The owner learns
 * that a deletion failed, and an operator that a correction did; a restore applies those only if their entries are newer
 * than the backup.
 */
export class Ledger {
  readonly #folder: string;
  readonly #machine: string;
  readonly #log: Log;
  /** Entries that could not be written; they are written with the next one. */
  #owed = '';

  /**
   * Begins the ledger, unless there is one, so that an empty ledger can be distinguished from a lost one.
   * @param machine names this machine among those that share the folder
   */
  constructor({ folder, machine, log }: { readonly folder: string; readonly machine: string; readonly log: Log }) {
    this.#folder = folder;
    this.#machine = machine.slice(0, 8);
    this.#log = log;
    if (!hasLedger(folder)) this.note({ kind: 'begun', key: '-', at: new Date() });
  }

  /**
   * Writes an entry to disk before it returns. A full disk does not keep anyone from opting out; it alerts the
   * operator.
   */
  note(entry: LedgerEntry): void {
    this.#owed += lineOf(entry);
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const name = `${entry.at.toISOString().slice(0, 7)}-${this.#machine}.ledger`;
      const file = openSync(join(this.#folder, name), 'a', 0o600);
      try {
        const bytes = Buffer.from(this.#owed);
        // One write, which other processes cannot split. A disk that fills up accepts part of it without an error.
        if (writeSync(file, bytes) < bytes.length) throw diskFull();
        fdatasyncSync(file);
      } finally {
        closeSync(file);
      }
      this.#owed = '';
    } catch (error) {
      const fields = { event: 'ledger_write_failed', ...errorFields(error) };
      this.#log.error(fields, 'opt-outs and deletions cannot be noted outside the database');
    }
  }
}

function diskFull(): Error {
  return Object.assign(new Error('a part of the ledger was not written'), { code: 'ENOSPC' });
}

/** Begins and ends with a newline, so that a truncated line does not spoil another one. */
function lineOf({ kind, key, at }: LedgerEntry): string {
  const text = `${at.toISOString()} ${kind} ${key}`;
  return `\n${text} ${checksum(text)}\n`;
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}

/** All entries, in no particular order; null when there is no ledger in the folder. Damaged lines are left out. */
export function readLedger(folder: string): LedgerEntry[] | null {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => fileName.test(name)) : [];
  if (files.length === 0) return null;
  return files.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .flatMap((text) => {
        const { at = '', kind = '', key = '', crc = '' } = line.exec(text)?.groups ?? {};
        if (crc === '' || checksum(`${at} ${kind} ${key}`) !== crc) return [];
        return [{ kind, key, at: new Date(at) } as LedgerEntry];
      }),
  );
}

/** Whether the folder has a ledger. */
export function hasLedger(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => fileName.test(name));
}

/** Removes the files of months that ended more than 400 days ago. */
export function removeOldLedgers(folder: string, now: Date): void {
  const before = new Date(now.getTime() - (keptDays + 31) * dayMs).toISOString().slice(0, 7);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => fileName.test(name)) : [];
  for (const name of names) if (name.slice(0, 7) < before) rmSync(join(folder, name));
}
