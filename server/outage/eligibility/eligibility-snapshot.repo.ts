import type { StatementSync } from 'node:sqlite';

import { dayMs } from '#server/platform/durations.ts';

import type { Journal } from '../journal/journal.repo.ts';
import { isSame, keyOfName, nameOf } from './records.ts';

/** Changes of the snapshot by the name of their key (`nameOf`); null removes a phone. */
export type SnapshotChanges = {
  readonly phones: ReadonlyMap<string, Uint8Array | null>;
  readonly optOuts: ReadonlyMap<string, boolean>;
};

const currentAtNote = 'eligibility_current_at';

/** An older snapshot is not used: subscriptions may have changed too much. */
export const snapshotAgeMaxMs = dayMs;

/**
 * The snapshot itself: two tables in the journal's file, by hashed number. Nothing is kept in memory, because it is only
 * read while the database is unavailable: a look-up takes some microseconds. Everything is on disk when a call returns.
 */
export class EligibilitySnapshot {
  readonly #journal: Journal;
  #currentAt: number;
  readonly #statements: Record<
    'phone' | 'optOut' | 'putPhone' | 'dropPhone' | 'putOptOut' | 'dropOptOut' | 'phones' | 'optOuts',
    StatementSync
  >;

  constructor(journal: Journal) {
    this.#journal = journal;
    this.#currentAt = Number(journal.note(currentAtNote) ?? 0);
    const prepare = (text: string): StatementSync => journal.file.prepare(text);
    this.#statements = {
      phone: prepare('select body from known_phones where key = ?'),
      optOut: prepare('select 1 from opted_out where key = ?'),
      putPhone: prepare('insert or replace into known_phones (key, body) values (?, ?)'),
      dropPhone: prepare('delete from known_phones where key = ?'),
      putOptOut: prepare('insert or ignore into opted_out (key) values (?)'),
      dropOptOut: prepare('delete from opted_out where key = ?'),
      phones: prepare('select key, body from known_phones where key >= ? and key < ?'),
      optOuts: prepare('select key from opted_out where key >= ? and key < ?'),
    };
  }

  /** When the snapshot was last known to be current (Unix ms); 0 before the first complete read. */
  get currentAt(): number {
    return this.#currentAt;
  }

  noteCurrent(at: number): void {
    this.#journal.writeNote(currentAtNote, String(at));
    this.#currentAt = at;
  }

  /**
   * Removes the accounts of a snapshot that is too old to use, as of a process that was taken out of service: people who
   * have left since would stay in it. The opt-outs remain, because they are permanent.
   */
  forgetStalePhones(): void {
    if (this.#currentAt === 0 || Date.now() - this.#currentAt <= snapshotAgeMaxMs) return;
    const { file } = this.#journal;
    this.#journal.transact(() => file.exec('delete from known_phones'));
    this.noteCurrent(0);
    file.exec('vacuum'); // what was deleted would stay in the file
  }

  phone(key: Uint8Array): Uint8Array | undefined {
    return (this.#statements.phone.get(key) as { body: Uint8Array } | undefined)?.body;
  }

  isOptedOut(key: Uint8Array): boolean {
    return this.#statements.optOut.get(key) !== undefined;
  }

  /** The phones whose key begins with this byte. */
  phonesOf(part: number): Map<string, Uint8Array> {
    const rows = this.#statements.phones.all(...rangeOf(part)) as { key: Uint8Array; body: Uint8Array }[];
    return new Map(rows.map(({ key, body }) => [nameOf(key), body]));
  }

  /** The opted-out numbers whose key begins with this byte. */
  optOutsOf(part: number): Set<string> {
    const rows = this.#statements.optOuts.all(...rangeOf(part)) as { key: Uint8Array }[];
    return new Set(rows.map(({ key }) => nameOf(key)));
  }

  /** Writes these, all or nothing, where they differ, in the order of the keys: neighbors share a page. */
  write({ phones, optOuts }: SnapshotChanges): void {
    const changedPhones = [...phones].filter(([name, body]) => !isSame(this.phone(keyOfName(name)), body));
    const changedOptOuts = [...optOuts].filter(([name, isOut]) => this.isOptedOut(keyOfName(name)) !== isOut);
    if (changedPhones.length + changedOptOuts.length === 0) return;
    const { putPhone, dropPhone, putOptOut, dropOptOut } = this.#statements;
    this.#journal.transact(() => {
      for (const [name, body] of changedPhones.toSorted(byName)) {
        if (body === null) dropPhone.run(keyOfName(name));
        else putPhone.run(keyOfName(name), body);
      }
      for (const [name, isOut] of changedOptOuts.toSorted(byName))
        (isOut ? putOptOut : dropOptOut).run(keyOfName(name));
    });
  }
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : 1;
}

/** The first key of a part, and the first after it. */
function rangeOf(part: number): [Uint8Array, Uint8Array] {
  const end = part === 0xff ? Buffer.alloc(64, 0xff) : Buffer.from([part + 1]);
  return [Buffer.from([part]), end];
}
