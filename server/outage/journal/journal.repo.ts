import type { DatabaseSync } from 'node:sqlite';

import { errorFields, type Log } from '#server/observability/log.ts';
import { crashPoint } from '#server/platform/crash-points.ts';
import { databaseUnavailable } from '#server/platform/errors.ts';
import { deliveryRank } from '#server/texting/store/protocol/delivery-rank.ts';

import { deleteDeadLetters, moveToDeadLetters } from './dead-letters.repo.ts';
import {
  checksum,
  emptyLog,
  insertSalvaged,
  isWhole,
  journalStatements,
  openJournalFile,
  type OpenFile,
  openJournal,
  type Row,
  rowColumns,
} from './journal-file.repo.ts';
import {
  guessOperation,
  insteadOf,
  type JournalFigures,
  type Operation,
  type OperationType,
  parseOperation,
  type Report,
  textWithOutcome,
} from './operations.ts';

/** An operation with its position in the file. `isHandedOff`: it is being replayed, and not worked on here any longer. */
export type Entry = Operation & { readonly seq: number; readonly isHandedOff: boolean; readonly tries: number };

export type JournalLimits = { readonly opsMax: number; readonly bytesMax: number };

/** What an entry counts for. */
type EntrySize = { readonly type: OperationType; readonly bytes: number };

const triesMax = 5;

/**
 * The journal of one process: what cannot be written to the database now. Everything is on disk when a call returns. It
 * is small and synchronous: a write takes a fraction of a millisecond.
 */
export class Journal {
  readonly #opened: OpenFile;
  readonly #limits: JournalLimits;
  readonly #log: Log;
  readonly #statements: ReturnType<typeof journalStatements>;
  readonly #counts = new Map<OperationType, number>();
  #size = 0;
  #bytes = 0;

  private constructor(opened: OpenFile, limits: JournalLimits, log: Log) {
    this.#opened = opened;
    this.#limits = limits;
    this.#log = log;
    this.#statements = journalStatements(opened.file);
    this.#recover();
  }

  /**
   * Opens this machine's first journal that no living process owns, whatever state it is in.
   * @throws when the folder cannot be written at all
   */
  static open(folder: string, limits: JournalLimits, log: Log): Journal {
    return new Journal(openJournalFile(folder), limits, log);
  }

  /** Opens the journal of a process that died and has not come back. @returns null when that process is alive */
  static adopt(folder: string, index: number, limits: JournalLimits, log: Log): Journal | null {
    const opened = openJournal(folder, index);
    return opened && new Journal(opened, limits, log);
  }

  get index(): number {
    return this.#opened.index;
  }

  get size(): number {
    return this.#size;
  }

  /** How full it is; at 1 it takes no more. */
  get share(): number {
    return Math.max(this.#size / this.#limits.opsMax, this.#bytes / this.#limits.bytesMax);
  }

  get isFull(): boolean {
    return this.share >= 1;
  }

  /**
   * Writes operations, all or none. `replaces`: those that replace the entry with their id (an intent becomes a result).
   * @throws AppError `temporarily_unavailable` when the journal or the disk is full: nothing may be acknowledged then
   */
  write(operations: readonly Operation[], replaces: readonly Operation[] = []): void {
    if (operations.length > 0 && this.isFull) throw databaseUnavailable();
    const replaced: { before: EntrySize; after: EntrySize }[] = [];
    this.transact(() => {
      for (const operation of operations) this.#add(operation);
      for (const { id, type, key, at, body } of replaces) {
        const entry = { id, type, key, at, body: JSON.stringify(body) };
        const before = this.#statements.sizeOf.get(id) as EntrySize | undefined;
        this.#statements.replace.run(type, key, at, entry.body, checksum(entry), id);
        if (before) replaced.push({ before, after: { type, bytes: entry.body.length } });
      }
    });
    for (const { type, body } of operations) this.#count(type, 1, JSON.stringify(body).length);
    for (const { before, after } of replaced) {
      this.#count(before.type, -1, -before.bytes);
      this.#count(after.type, 1, after.bytes);
    }
    crashPoint('spool.appended');
  }

  /** Keeps a delivery report; of several on one send, the most advanced. */
  keepReport({ key, at, report }: { key: string; at: number; report: Report }): void {
    const id = `${report.id ?? report.sid}:report`;
    const operation: Operation = { type: 'status.callback', id, key, at, body: report };
    const earlier = this.#report(id);
    if (earlier === undefined) return this.write([operation]);
    if (earlier.rank >= deliveryRank(report.status)) return;
    if (!earlier.isHandedOff) return this.write([], [operation]);
    // The earlier one is being replayed: this one becomes an entry of its own.
    const later = { ...operation, id: `${id}:${report.status}` };
    if (this.#report(later.id) === undefined) this.write([later]);
  }

  /**
   * The entries, oldest first, a page at a time: all, or the texts that changed a consent. Skips damaged ones, which are
   * logged when the journal is opened.
   */
  *entries(which: 'all' | 'consents' = 'all'): Generator<Entry> {
    for (let after = 0; ;) {
      const rows = this.#statements[which].all(after, 500) as Row[];
      for (const row of rows) {
        const operation = isWhole(row) ? parseOperation(row) : null;
        if (operation) yield { ...operation, seq: row.seq, isHandedOff: row.handed !== 0, tries: row.tries };
      }
      const last = rows.at(-1);
      if (!last) return;
      after = last.seq;
    }
  }

  /** Whether an entry says how this text ended, or that a send of it is open. */
  hasOutcome(sid: string): boolean {
    return this.#ofKey(sid, parseOperation).some((operation) => textWithOutcome(operation) === sid);
  }

  /** Marks entries as being replayed: they are not worked on here any longer, even if this process dies meanwhile. */
  handOff(entries: readonly Entry[]): void {
    this.transact(() => {
      for (const { seq, isHandedOff } of entries) if (!isHandedOff) this.#statements.handOff.run(seq);
    });
  }

  /** Removes entries that have been replayed. */
  remove(entries: readonly Entry[]): void {
    const removed: EntrySize[] = [];
    this.transact(() => {
      for (const { seq } of entries) removed.push(...(this.#statements.remove.all(seq) as EntrySize[]));
    });
    for (const { type, bytes } of removed) this.#count(type, -1, -bytes);
    if (this.#size === 0) emptyLog(this.#opened.file);
    crashPoint('spool.deleted');
  }

  /** Call when the database refused an entry; after five tries it becomes a dead letter. @returns whether it did */
  refuse(entry: Entry, code: string): boolean {
    const [{ tries } = { tries: 0 }] = this.#statements.retry.all(entry.seq) as { tries: number }[];
    if (tries < triesMax) return false;
    this.#putAside(entry.seq, entry, code);
    this.#count(entry.type, -1, -JSON.stringify(entry.body).length);
    return true;
  }

  /** Deletes the dead letters of what happened before this time, in Unix milliseconds. */
  forgetDeadLetters(before: number): void {
    this.transact(() => deleteDeadLetters(this.#opened.file, before));
  }

  figures(): JournalFigures {
    const row = this.#opened.file.prepare(
      `select (select at from ops order by seq limit 1) as "oldestAt",
              (select at from ops order by seq desc limit 1) as "newestAt",
              (select count(*) from dead) as "deadLetters"`,
    );
    const counted = row.get() as Pick<JournalFigures, 'oldestAt' | 'newestAt' | 'deadLetters'>;
    const byType = Object.fromEntries([...this.#counts].filter(([, count]) => count > 0));
    return { ...counted, queueSize: this.#size, byType };
  }

  /** For the eligibility snapshot, which shares the file: one lock, and one that is moved aside when it is damaged. */
  get file(): DatabaseSync {
    return this.#opened.file;
  }

  note(name: string): string | null {
    const row = this.#opened.file.prepare('select value from notes where name = ?').get(name);
    return (row as { value: string } | undefined)?.value ?? null;
  }

  writeNote(name: string, value: string): void {
    const statement = this.#opened.file.prepare('insert or replace into notes (name, value) values (?, ?)');
    this.transact(() => statement.run(name, value));
  }

  close(): void {
    this.#opened.file.close();
  }

  /** One transaction: on disk when it returns, or not at all. */
  transact(work: () => void): void {
    const { file } = this.#opened;
    try {
      file.exec('begin immediate');
      work();
      file.exec('commit');
    } catch (error) {
      try {
        if (file.isTransaction) file.exec('rollback');
      } catch {
        // On a full disk SQLite has already rolled back.
      }
      this.#log.error({ event: 'journal_write_failed', ...errorFields(error) }, 'the journal could not be written');
      throw databaseUnavailable(error);
    }
  }

  #ofKey(key: string, read: (row: Row) => Operation | null): Operation[] {
    const rows = this.#statements.ofKey.all(key) as Row[];
    return rows.flatMap((row) => (isWhole(row) ? (read(row) ?? []) : []));
  }

  #report(id: string): { rank: number; isHandedOff: boolean } | undefined {
    const row = this.#statements.reportOf.get(id) as { body: string; handed: number } | undefined;
    return row && { rank: deliveryRank((JSON.parse(row.body) as Report).status), isHandedOff: row.handed !== 0 };
  }

  #add({ id, type, key, at, body }: Operation): void {
    const entry = { id, type, key, at, body: JSON.stringify(body) };
    this.#statements.add.run(id, type, key, at, entry.body, checksum(entry));
  }

  /** Counts the entries of the file, after copying what could be read of a damaged predecessor. */
  #recover(): void {
    const { file, salvaged } = this.#opened;
    if (salvaged !== null) {
      this.#log.error(
        { event: 'journal_damaged', count: salvaged.length },
        'the journal was damaged: it was moved aside, and its readable entries were kept',
      );
      this.transact(() => insertSalvaged(file, salvaged));
    }
    for (const row of file.prepare(`select ${rowColumns} from ops`).all() as Row[]) {
      if (parseOperation(row)) this.#count(row.type as OperationType, 1, row.body.length);
      else this.#putAsideUnknown(row);
    }
  }

  /** An intact entry that this version of the software does not know. */
  #putAsideUnknown(row: Row): void {
    this.#log.error(
      { event: 'journal_line_unknown', count: 1 },
      'an entry of the journal is unknown and was put aside',
    );
    this.#putAside(row.seq, guessOperation(row), 'unknown');
  }

  #putAside(seq: number, operation: Operation, code: string): void {
    const instead = insteadOf(operation, this.#ofKey(operation.key, guessOperation));
    this.transact(() => {
      moveToDeadLetters(this.#opened.file, seq, code);
      if (instead !== null) this.#add(instead);
    });
    if (instead !== null) this.#count(instead.type, 1, JSON.stringify(instead.body).length);
  }

  #count(type: OperationType, by: number, bytes: number): void {
    this.#counts.set(type, (this.#counts.get(type) ?? 0) + by);
    this.#size += by;
    this.#bytes += bytes;
  }
}
