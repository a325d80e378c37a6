import { closeSync, constants, fstatSync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

/** Longer than the carrier repeats a webhook (Twilio: 15 s for all attempts). */
export const reservedMs = 2 * 60_000;
/** A divisor of the page size: no record crosses a page. */
const recordBytes = 64;
/** 68 texts a second for `reservedMs`; at a higher rate the file grows. */
const preallocatedRecords = 8192;
/** The carrier's ids. Another id is not written: it might not fit its record. */
export const sidPattern = /^(SM|MM)[0-9a-f]{32}$/;
const recordPattern = /^((?:SM|MM)[0-9a-f]{32} (\d+)) ([0-9a-f]{8}) *\n$/;
const blank = '\n'.padStart(recordBytes);

/** Undoes a reservation: the text is certainly not in the database. */
export type Release = () => void;

/** Its identity tells a reservation from a later one in the same record; `at` is when it began (`machineMs`). */
type Reservation = { readonly at: number };

/**
 * Milliseconds since the machine started: the same for all its processes, and unaffected by changes of its date
 * (CLOCK_MONOTONIC, clock_gettime(2)). After a restart of the machine, earlier times may be in the future: they count as
 * fresh, which is safe.
 */
const machineMs = (): number => Number(process.hrtime.bigint() / 1_000_000n);

/**
 * The texts that one process took to the database in the last two minutes: a file of fixed-size records, held open, which
 * its neighbors read. Reservations are one write in place, without a sync: after a kill of the process, neighbors still
 * read it from the page cache. The record of an expired or released reservation is reused; a younger one is never
 * overwritten, the file grows instead. A record that was cut off by a kill has no valid checksum, and its transaction
 * had not begun.
 */
export class Reservations {
  #file: number | null;
  /** By record, oldest first. */
  readonly #held = new Map<number, Reservation>();
  readonly #free: number[] = [];
  /** The first record that was never used. */
  #next = 0;

  /**
   * Opens the file of this place (`Journal.index`), which is this process's only: it belongs to the owner of the journal.
   * So files are inherited and never removed, and a reservation cannot go to a file that no neighbor sees.
   */
  constructor(folder: string, index: number) {
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `${index}.reservations`);
    this.#file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
    this.#inherit(readFileSync(path));
    preallocate(this.#file);
  }

  /**
   * Reserves texts, with one write where their records stand side by side, as they do unless some were released. On a
   * full disk they are not reserved, as they could not be journaled either.
   * @returns the release of each
   */
  add(sids: readonly string[]): Release[] {
    const at = machineMs();
    const records = sids.map(() => this.#take(at)).toSorted((one, other) => one - other);
    const contents = sids.map((sid) => (sidPattern.test(sid) ? recordOf(sid, at) : blank));
    const releases: Release[] = [];
    for (let from = 0, to = 1; from < sids.length; from = to, to = from + 1) {
      const first = records[from] ?? 0;
      while (to < sids.length && records[to] === first + to - from) to += 1;
      const isWritten = this.#write(first, contents.slice(from, to).join(''));
      for (const record of records.slice(from, to)) releases.push(this.#holding(record, isWritten ? { at } : null));
    }
    return releases;
  }

  /** @param reservation null: it could not be written */
  #holding(record: number, reservation: Reservation | null): Release {
    if (reservation === null) {
      this.#free.push(record);
      return () => undefined;
    }
    this.#held.set(record, reservation);
    return () => {
      if (this.#held.get(record) !== reservation) return; // expired
      if (!this.#write(record, blank)) return; // it expires
      this.#held.delete(record);
      this.#free.push(record);
    };
  }

  /** To be called before another process can own the journal. The reservations stay until they expire. */
  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }

  /** Keeps the reservations of a predecessor that stopped or died. */
  #inherit(content: Buffer): void {
    const now = machineMs();
    const found: { readonly record: number; readonly at: number }[] = [];
    for (let record = 0; (record + 1) * recordBytes <= content.length; record += 1) {
      const at = startedAt(content, record * recordBytes);
      if (at === null || !isFresh(at, now)) continue;
      found.push({ record, at: Math.min(at, now) });
      for (; this.#next < record; this.#next += 1) this.#free.push(this.#next);
      this.#next = record + 1;
    }
    for (const { record, at } of found.toSorted((a, b) => a.at - b.at)) this.#held.set(record, { at });
  }

  #take(now: number): number {
    const free = this.#free.pop();
    if (free !== undefined) return free;
    const [oldest] = this.#held;
    if (oldest && !isFresh(oldest[1].at, now)) {
      this.#held.delete(oldest[0]);
      return oldest[0];
    }
    this.#next += 1;
    return this.#next - 1;
  }

  #write(record: number, content: string): boolean {
    if (this.#file === null) return false;
    try {
      return writeSync(this.#file, content, record * recordBytes, 'latin1') === content.length;
    } catch {
      return false;
    }
  }
}

/**
 * Whether a process of this machine, alive or dead, reserved this text in the last two minutes. It reads all files, and
 * is for outages only.
 * @throws the error of the file system: then it is unknown
 */
export function isReserved(folder: string, sid: string): boolean {
  const now = machineMs();
  return readdirSync(folder).some((name) => {
    const content = readFileSync(join(folder, name));
    for (let found = content.indexOf(sid); found !== -1; found = content.indexOf(sid, found + 1)) {
      const at = found % recordBytes === 0 ? startedAt(content, found) : null;
      if (at !== null && isFresh(at, now)) return true;
    }
    return false;
  });
}

function isFresh(at: number, now: number): boolean {
  return now - at < reservedMs;
}

function recordOf(sid: string, at: number): string {
  const content = `${sid} ${at}`;
  return `${content} ${checksum(content)}`.padEnd(recordBytes - 1).concat('\n');
}

/** When the reservation in the record at this offset began; null without a valid record. */
function startedAt(file: Buffer, offset: number): number | null {
  const record = recordPattern.exec(file.toString('latin1', offset, offset + recordBytes));
  if (!record) return null;
  const [, content = '', at, sum] = record;
  return checksum(content) === sum ? Number(at) : null;
}

function checksum(content: string): string {
  return crc32(content).toString(16).padStart(8, '0');
}

/** So that a full disk does not prevent reservations, and a write does not change the file's size. */
function preallocate(file: number): void {
  const { size } = fstatSync(file);
  const missing = preallocatedRecords * recordBytes - size;
  try {
    if (missing > 0) writeSync(file, Buffer.alloc(missing), 0, missing, size);
  } catch {
    // A full disk must not prevent a start: the file grows as soon as there is space.
  }
}
