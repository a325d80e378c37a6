import type { StatementSync } from 'node:sqlite';

import { crashPoint } from '#server/platform/crash-points.ts';
import { recordsAway } from '#server/platform/errors.ts';
import { errorFields, type Log } from '#server/platform/log.ts';
import { deliveryRank } from '#server/texting/sending/delivery-rank.ts';

import {
  checksum,
  isWhole,
  openJournalFile,
  type OpenFile,
  openSlot,
  type Row,
  rowColumns,
} from './journal-file.repo.ts';
import { type Operation, type OperationType, parseOperation, type Report } from './operations.ts';

/** An operation with its place in the file. `isHanded`: it is being carried out, and no one works on it here any more. */
export type Line = Operation & { readonly seq: number; readonly isHanded: boolean; readonly tries: number };

export type JournalLimits = { readonly opsMax: number; readonly bytesMax: number };

/** What waits, as the admin area shows it. */
export type JournalFigures = {
  readonly queueSize: number;
  readonly oldestAt: number | null;
  readonly newestAt: number | null;
  readonly byType: Readonly<Record<string, number>>;
  readonly dead: number;
};

const triesMax = 5;
/** `consent` of operations.ts, where it is not null. */
const saysConsent = `type = 'inbound.insert' and instr(body, '"consent":"') > 0`;

/**
 * The journal of one process: what cannot be written to the database now. Everything here is on disk when the call
 * returns. It is small and synchronous: a write takes a fraction of a millisecond.
 */
export class Journal {
  readonly #opened: OpenFile;
  readonly #limits: JournalLimits;
  readonly #log: Log;
  readonly #statements: Record<
    'add' | 'replace' | 'typeOf' | 'reportOf' | 'remove' | 'hand' | 'retry' | 'all' | 'consents',
    StatementSync
  >;
  readonly #counts = new Map<OperationType, number>();
  #size = 0;
  #bytes = 0;

  private constructor(opened: OpenFile, limits: JournalLimits, log: Log) {
    this.#opened = opened;
    this.#limits = limits;
    this.#log = log;
    const { file } = opened;
    this.#statements = {
      add: file.prepare('insert into ops (op_id, type, key, at, body, crc) values (?, ?, ?, ?, ?, ?)'),
      replace: file.prepare('update ops set type = ?, key = ?, at = ?, body = ?, crc = ? where op_id = ?'),
      typeOf: file.prepare('select type from ops where op_id = ?'),
      reportOf: file.prepare('select body, handed from ops where op_id = ?'),
      remove: file.prepare('delete from ops where seq = ? returning type, length(body) as bytes'),
      hand: file.prepare('update ops set handed = 1 where seq = ?'),
      retry: file.prepare('update ops set tries = tries + 1 where seq = ? returning tries'),
      all: file.prepare(`select ${rowColumns} from ops where seq > ? order by seq limit ?`),
      consents: file.prepare(`select ${rowColumns} from ops where ${saysConsent} and seq > ? order by seq limit ?`),
    };
    this.#recover();
  }

  /**
   * Opens this machine's first journal that no living process owns, whatever state it is in.
   * @throws when the folder cannot be written at all
   */
  static open(folder: string, limits: JournalLimits, log: Log): Journal {
    return new Journal(openJournalFile(folder), limits, log);
  }

  /** The journal of a process that died and has not come back. @returns null when it lives */
  static adopt(folder: string, slot: number, limits: JournalLimits, log: Log): Journal | null {
    const opened = openSlot(folder, slot);
    return opened && new Journal(opened, limits, log);
  }

  get slot(): number {
    return this.#opened.slot;
  }

  get size(): number {
    return this.#size;
  }

  get isFull(): boolean {
    return this.#size >= this.#limits.opsMax || this.#bytes >= this.#limits.bytesMax;
  }

  /**
   * Writes operations, all or none. One whose id is there already replaces it (an intent becomes a result).
   * @throws AppError `temporarily_unavailable` when the journal or the disk is full: nothing may be acknowledged then
   */
  write(operations: readonly Operation[], replaces: readonly Operation[] = []): void {
    if (operations.length > 0 && this.isFull) throw recordsAway();
    const renamed: { from: OperationType; to: OperationType }[] = [];
    this.#all(() => {
      for (const { id, type, key, at, body } of operations) {
        const line = { id, type, key, at, body: JSON.stringify(body) };
        this.#statements.add.run(id, type, key, at, line.body, checksum(line));
      }
      for (const { id, type, key, at, body } of replaces) {
        const line = { id, type, key, at, body: JSON.stringify(body) };
        const before = this.#statements.typeOf.get(id) as { type: OperationType } | undefined;
        this.#statements.replace.run(type, key, at, line.body, checksum(line), id);
        if (before) renamed.push({ from: before.type, to: type });
      }
    });
    for (const { type, body } of operations) this.#count(type, 1, JSON.stringify(body).length);
    for (const { from, to } of renamed) {
      this.#count(from, -1, 0);
      this.#count(to, 1, 0);
    }
    crashPoint('spool.appended');
  }

  /** Keeps a delivery report; of several on one send the one that says most. */
  keepReport({ key, at, report }: { key: string; at: number; report: Report }): void {
    const id = `${report.id ?? report.sid}:report`;
    const operation: Operation = { type: 'status.callback', id, key, at, body: report };
    const earlier = this.#report(id);
    if (earlier === undefined) return this.write([operation]);
    if (earlier.rank >= deliveryRank(report.status)) return;
    if (!earlier.isHanded) return this.write([], [operation]);
    // That one is being carried out: this one is a line of its own.
    const later = { ...operation, id: `${id}:${report.status}` };
    if (this.#report(later.id) === undefined) this.write([later]);
  }

  /**
   * The lines, oldest first, a page at a time: all, or the texts that opted someone out or in. Damaged ones are
   * skipped, and told of when the journal is opened.
   */
  *lines(which: 'all' | 'consents' = 'all'): Generator<Line> {
    for (let after = 0; ;) {
      const rows = this.#statements[which].all(after, 500) as Row[];
      for (const row of rows) {
        const operation = isWhole(row) ? parseOperation(row) : null;
        if (operation) yield { ...operation, seq: row.seq, isHanded: row.handed !== 0, tries: row.tries };
      }
      const last = rows.at(-1);
      if (!last) return;
      after = last.seq;
    }
  }

  /** From now on these are carried out and not worked on here, even if this process dies in between. */
  hand(lines: readonly Line[]): void {
    this.#all(() => {
      for (const { seq, isHanded } of lines) if (!isHanded) this.#statements.hand.run(seq);
    });
  }

  /** They have been carried out. */
  remove(lines: readonly Line[]): void {
    const removed: { type: OperationType; bytes: number }[] = [];
    this.#all(() => {
      for (const { seq } of lines) {
        const [row] = this.#statements.remove.all(seq) as { type: OperationType; bytes: number }[];
        if (row) removed.push(row);
      }
    });
    for (const { type, bytes } of removed) this.#count(type, -1, -bytes);
    crashPoint('spool.deleted');
  }

  /** The database refused it. After five tries it is put aside for a person to look at. @returns whether it was */
  refuse(line: Line, code: string): boolean {
    const [{ tries } = { tries: 0 }] = this.#statements.retry.all(line.seq) as { tries: number }[];
    if (tries < triesMax) return false;
    this.#all(() => this.#die(line.seq, code));
    this.#count(line.type, -1, -JSON.stringify(line.body).length);
    return true;
  }

  figures(): JournalFigures {
    const { file } = this.#opened;
    const edge = (order: 'asc' | 'desc'): number | null =>
      (file.prepare(`select at from ops order by seq ${order} limit 1`).get() as { at: number } | undefined)?.at ??
      null;
    return {
      queueSize: this.#size,
      oldestAt: edge('asc'),
      newestAt: edge('desc'),
      byType: Object.fromEntries([...this.#counts].filter(([, count]) => count > 0)),
      dead: (file.prepare('select count(*) as count from dead').get() as { count: number }).count,
    };
  }

  /** The copy of who may be answered, by hashed number; it shares the file so that one start finds both. */
  readEligibility(): Map<string, string> {
    const rows = this.#opened.file.prepare('select key, body from eligibility').all();
    return new Map(rows.map(({ key, body }) => [String(key), String(body)]));
  }

  /** `null` forgets a number. */
  writeEligibility(changes: ReadonlyMap<string, string | null>): void {
    const put = this.#opened.file.prepare('insert or replace into eligibility (key, body) values (?, ?)');
    const drop = this.#opened.file.prepare('delete from eligibility where key = ?');
    this.#all(() => {
      for (const [key, body] of changes)
        if (body === null) drop.run(key);
        else put.run(key, body);
    });
  }

  note(name: string): string | null {
    const row = this.#opened.file.prepare('select value from notes where name = ?').get(name);
    return (row as { value: string } | undefined)?.value ?? null;
  }

  writeNote(name: string, value: string): void {
    this.#all(() => this.#note(name, value));
  }

  close(): void {
    this.#opened.file.close();
  }

  #report(id: string): { rank: number; isHanded: boolean } | undefined {
    const row = this.#statements.reportOf.get(id) as { body: string; handed: number } | undefined;
    return row && { rank: deliveryRank((JSON.parse(row.body) as Report).status), isHanded: row.handed !== 0 };
  }

  #note(name: string, value: string): void {
    this.#opened.file.prepare('insert or replace into notes (name, value) values (?, ?)').run(name, value);
  }

  /** One transaction: on disk when it returns, or not at all. */
  #all(work: () => void): void {
    const { file } = this.#opened;
    try {
      file.exec('begin immediate');
      work();
      file.exec('commit');
    } catch (error) {
      try {
        if (file.isTransaction) file.exec('rollback');
      } catch {
        // SQLite rolls back by itself on a full disk.
      }
      this.#log.error({ event: 'journal_write_failed', ...errorFields(error) }, 'the journal could not be written');
      throw recordsAway(error);
    }
  }

  /** What the file holds is counted once; from a damaged predecessor comes along what could be read. */
  #recover(): void {
    const { file, salvaged } = this.#opened;
    if (salvaged !== null) {
      this.#log.error(
        { event: 'journal_damaged', count: salvaged.length },
        'the journal was damaged: it was put aside, and what could be read of it goes on',
      );
      const add = file.prepare(
        'insert or ignore into ops (seq, op_id, type, key, at, body, crc, handed, tries) values (?, ?, ?, ?, ?, ?, ?, ?, ?)',
      );
      this.#all(() => {
        for (const { seq, id, type, key, at, body, crc, handed, tries } of salvaged) {
          add.run(seq, id, type, key, at, body, crc, handed, tries);
        }
      });
    }
    for (const row of file.prepare(`select ${rowColumns} from ops`).all() as Row[]) {
      if (parseOperation(row)) this.#count(row.type as OperationType, 1, row.body.length);
      else this.#putAside(row);
    }
  }

  /** Whole, but nothing that this version of the software knows: for a person to look at. */
  #putAside({ seq }: Row): void {
    this.#log.error({ event: 'journal_line_unknown', count: 1 }, 'a line of the journal is unknown and was put aside');
    this.#all(() => this.#die(seq, 'unknown'));
  }

  #die(seq: number, code: string): void {
    const { file } = this.#opened;
    file
      .prepare('insert into dead select seq, op_id, type, key, at, body, crc, ? from ops where seq = ?')
      .run(code.slice(0, 40), seq);
    file.prepare('delete from ops where seq = ?').run(seq);
  }

  #count(type: OperationType, by: number, bytes: number): void {
    this.#counts.set(type, (this.#counts.get(type) ?? 0) + by);
    this.#size += by;
    this.#bytes += bytes;
  }
}
