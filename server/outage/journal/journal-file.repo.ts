import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';

/**
 * The journal's file: SQLite with a write-ahead log and `synchronous=FULL`, so that what was written before an
 * acknowledgement is there after a kill or a power cut (https://www.sqlite.org/pragma.html#pragma_synchronous). One
 * process owns it: the lock ends with the process, however that ends.
 */
const setUp = `
  pragma locking_mode = exclusive;
  pragma journal_mode = wal;
  pragma synchronous = full;
  pragma journal_size_limit = 8388608;
  pragma secure_delete = on; -- a removed entry leaves no telephone number on a free page
  begin immediate;
  create table if not exists ops (
    seq integer primary key autoincrement, op_id text not null unique, type text not null, key text not null,
    at integer not null, body text not null, crc integer not null, handed integer not null default 0,
    tries integer not null default 0) strict;
  create index if not exists ops_by_key on ops (key);
  create table if not exists dead (
    seq integer primary key, op_id text not null, type text not null, key text not null, at integer not null,
    body text not null, crc integer not null, code text not null) strict;
  drop table if exists eligibility; -- of the release before, which wrote JSON
  create table if not exists known_phones (key blob primary key, body blob not null) strict, without rowid;
  create table if not exists opted_out (key blob primary key) strict, without rowid;
  create table if not exists notes (name text primary key, value text not null) strict, without rowid;
  commit;`;

/** An entry of the journal as it is in the file. */
export type Row = {
  readonly seq: number;
  readonly id: string;
  readonly type: string;
  readonly key: string;
  readonly at: number;
  readonly body: string;
  readonly crc: number;
  readonly handed: number;
  readonly tries: number;
};
export const rowColumns = 'seq, op_id as id, type, key, at, body, crc, handed, tries';

/** SQLite does not detect a byte that changed inside a value; the entry's own checksum does. */
export function checksum({ id, type, key, at, body }: Pick<Row, 'id' | 'type' | 'key' | 'at' | 'body'>): number {
  return crc32(`${id}\n${type}\n${key}\n${at}\n${body}`);
}

const journalsMax = 64;
/** SQLite's result codes (https://www.sqlite.org/rescode.html). */
const sqliteBusy = 5;

export type OpenFile = {
  readonly file: DatabaseSync;
  readonly path: string;
  /** 0 for the first process of this machine, 1 for the second. */
  readonly index: number;
  /** Entries read from a damaged predecessor; null where there was none. */
  readonly salvaged: readonly Row[] | null;
};

/**
 * Opens the folder's first journal that no living process owns, usually that of a killed predecessor. A damaged one is
 * moved aside and its readable entries are kept: a journal never prevents a start.
 * @throws the error of SQLite when no file can be opened at all, as on a full disk
 */
export function openJournalFile(folder: string): OpenFile {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (let index = 0; index < journalsMax; index += 1) {
    const opened = openJournal(folder, index);
    if (opened) return opened;
  }
  throw new Error(`no journal is free in ${journalsMax}`);
}

/** @returns null when a living process owns it */
export function openJournal(folder: string, index: number): OpenFile | null {
  const path = join(folder, `journal-${index}.sqlite`);
  try {
    return { file: openSound(path), path, index, salvaged: null };
  } catch (error) {
    if (isBusy(error)) return null;
    if (!isDamaged(error)) throw error;
  }
  const aside = `${path}.corrupt-${Date.now()}`;
  const salvaged = salvage(path);
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  }
  return { file: openSound(path), path, index, salvaged };
}

/** Whether the journal with this index exists. */
export function hasJournal(folder: string, index: number): boolean {
  return existsSync(join(folder, `journal-${index}.sqlite`));
}

const asideName = /^journal-\d+\.sqlite\.corrupt-(?<at>\d+)/;

/** Removes the damaged journals that were moved aside before this time, in Unix milliseconds. */
export function removeDamagedJournals(folder: string, before: number): void {
  for (const name of readdirSync(folder)) {
    const { at = String(before) } = asideName.exec(name)?.groups ?? {};
    if (Number(at) < before) rmSync(join(folder, name), { force: true });
  }
}

class DamagedError extends Error {}

function openSound(path: string): DatabaseSync {
  const isNew = !existsSync(path);
  // It contains telephone numbers: only this user may read it.
  const before = process.umask(0o077);
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    file.exec(setUp);
    // Not `quick_check`, which does not compare indexes with tables: an entry could be neither found nor removed.
    const [found] = file.prepare('pragma integrity_check(1)').all() as { integrity_check: string }[];
    if (found?.integrity_check !== 'ok') throw new DamagedError(found?.integrity_check);
    for (const row of file.prepare(`select ${rowColumns} from ops`).iterate()) {
      if (!isWhole(row as Row)) throw new DamagedError('an entry has changed');
    }
    overwriteRemoved(file, isNew);
    return file;
  } catch (error) {
    file.close();
    throw error;
  } finally {
    process.umask(before);
  }
}

/** `user_version` of a file in which everything was removed under `secure_delete`. */
const overwritten = 1;

/**
 * Overwrites, once for each file, the telephone numbers of what earlier releases removed without `secure_delete`. Not
 * while entries wait: in an outage a start takes no longer for it.
 */
function overwriteRemoved(file: DatabaseSync, isNew: boolean): void {
  const { user_version: version } = file.prepare('pragma user_version').get() as { user_version: number };
  if (version >= overwritten || file.prepare('select 1 from ops').get() !== undefined) return;
  try {
    if (!isNew) file.exec('vacuum');
    file.exec(`pragma user_version = ${overwritten}`);
    if (!isNew) emptyLog(file);
  } catch {
    // Where the disk has no room for it, a later start tries again.
  }
}

function isBusy(error: unknown): boolean {
  return ((error as { errcode?: number }).errcode ?? 0) % 256 === sqliteBusy;
}

/** A full or read-only disk is not a damaged file: putting it aside would not help. */
const damage = new Set([1, 11, 26]); // SQLITE_ERROR (a table of another shape), SQLITE_CORRUPT, SQLITE_NOTADB

function isDamaged(error: unknown): boolean {
  return error instanceof DamagedError || damage.has(((error as { errcode?: number }).errcode ?? 0) % 256);
}

/** Every line that can still be read, one by one. */
function salvage(path: string): Row[] {
  let file: DatabaseSync | undefined;
  const rows = new Map<number, Row>();
  try {
    file = new DatabaseSync(path, { timeout: 0 });
    const keep = (row: unknown): void => {
      const entry = row as Row;
      rows.set(entry.seq, entry);
    };
    // From both ends: a damaged page stops each, but only there.
    for (const order of ['asc', 'desc']) {
      try {
        for (const row of file.prepare(`select ${rowColumns} from ops order by seq ${order}`).iterate()) keep(row);
      } catch {
        // Keep what was read so far.
      }
    }
  } catch {
    // Nothing can be read: the carrier's list will bring back what came in
    // (docs/reference/texting-protocol.md#missed-texts).
  } finally {
    file?.close();
  }
  return [...rows.values()].filter(isWhole).toSorted((a, b) => a.seq - b.seq);
}

/** Writes what was read of a damaged predecessor. Call it in a transaction. */
export function insertSalvaged(file: DatabaseSync, rows: readonly Row[]): void {
  const add = file.prepare(
    'insert or ignore into ops (seq, op_id, type, key, at, body, crc, handed, tries) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  for (const { seq, id, type, key, at, body, crc, handed, tries } of rows)
    add.run(seq, id, type, key, at, body, crc, handed, tries);
}

/** Empties the write-ahead log, which still has the pages as they were before entries were removed. */
export function emptyLog(file: DatabaseSync): void {
  try {
    file.exec('pragma wal_checkpoint(truncate)');
  } catch {
    // Where the disk refuses it, what was removed is removed all the same, and a later call empties the log.
  }
}

/** Whether an entry is as it was written. */
export function isWhole(row: Row): boolean {
  return typeof row.body === 'string' && typeof row.key === 'string' && row.crc === checksum(row);
}

/** Entries whose `consent` (operations.ts) is not null. */
const saysConsent = `type = 'inbound.insert' and instr(body, '"consent":"') > 0`;

/** The statements of an open journal. */
export function journalStatements(file: DatabaseSync) {
  return {
    add: file.prepare('insert into ops (op_id, type, key, at, body, crc) values (?, ?, ?, ?, ?, ?)'),
    replace: file.prepare('update ops set type = ?, key = ?, at = ?, body = ?, crc = ? where op_id = ?'),
    sizeOf: file.prepare('select type, length(body) as bytes from ops where op_id = ?'),
    reportOf: file.prepare('select body, handed from ops where op_id = ?'),
    remove: file.prepare('delete from ops where seq = ? returning type, length(body) as bytes'),
    handOff: file.prepare('update ops set handed = 1 where seq = ?'),
    retry: file.prepare('update ops set tries = tries + 1 where seq = ? returning tries'),
    all: file.prepare(`select ${rowColumns} from ops where seq > ? order by seq limit ?`),
    consents: file.prepare(`select ${rowColumns} from ops where ${saysConsent} and seq > ? order by seq limit ?`),
    ofKey: file.prepare(`select ${rowColumns} from ops where key = ?`),
  };
}
