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

/**
 * What must not be forgotten when a database is lost and an older backup takes its place: opt-outs, and deletions of
 * accounts. It holds keyed hashes of numbers and ids of accounts, no number and no name.
 */
export type LedgerEntry =
  /** A number (by its keyed hash) opted out, opted in, or left with its account. */
  | { readonly kind: 'stop' | 'start' | 'left'; readonly key: string; readonly at: Date }
  /** An account was closed by its owner. */
  | { readonly kind: 'deleted'; readonly key: string; readonly at: Date }
  /** The ledger begins here: nothing from before is in it. */
  | { readonly kind: 'begun'; readonly key: '-'; readonly at: Date };

/** Of a month and a machine; earlier releases left the machine out. */
const fileName = /^\d{4}-\d{2}(-[\w-]+)?\.ledger$/;
/** As long as records of texts are kept. */
const keptDays = 400;
const line = /^(?<at>\S+) (?<kind>stop|start|left|deleted|begun) (?<key>\S+) (?<crc>[0-9a-f]{8})$/;

/**
 * Appends to the ledger, a file for each month in a folder that any number of processes share. Each machine has its own
 * files: what two of them append to one on a share of the network, one may overwrite (open(2), O_APPEND). Call it
 * before the commit of what it is about: a STOP whose transaction fails is still true, because the person said so. A
 * deletion that fails is told to its owner; a restore applies it only if it was noted after the backup.
 */
export class Ledger {
  readonly #folder: string;
  readonly #machine: string;
  readonly #log: Log;
  /** Could not be written; goes with the next entry. */
  #owed = '';

  /**
   * Begins the ledger, unless there is one: that nothing is noted must be distinguishable from a lost ledger.
   * @param machine names this machine among those that share the folder
   */
  constructor({ folder, machine, log }: { readonly folder: string; readonly machine: string; readonly log: Log }) {
    this.#folder = folder;
    this.#machine = machine.slice(0, 8);
    this.#log = log;
    if (!hasLedger(folder)) this.note({ kind: 'begun', key: '-', at: new Date() });
  }

  /** On disk when this returns. A disk that is full keeps no one from opting out: then the operator is told. */
  note(entry: LedgerEntry): void {
    this.#owed += lineOf(entry);
    try {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      const name = `${entry.at.toISOString().slice(0, 7)}-${this.#machine}.ledger`;
      const file = openSync(join(this.#folder, name), 'a', 0o600);
      try {
        const bytes = Buffer.from(this.#owed);
        // One write, which other processes cannot split. A disk that fills up takes a part of it without an error.
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

/** Begins and ends with a newline: what a kill cut off spoils no other line. */
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

/** Whether a ledger was ever begun here. */
export function hasLedger(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => fileName.test(name));
}

/** Removes the files of months that ended more than 400 days ago. */
export function removeOldLedgers(folder: string, now: Date): void {
  const before = new Date(now.getTime() - (keptDays + 31) * 86_400_000).toISOString().slice(0, 7);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => fileName.test(name)) : [];
  for (const name of names) if (name.slice(0, 7) < before) rmSync(join(folder, name));
}
