import { isDatabaseUnavailable } from '#server/db/connection-errors.ts';
import type { Listener } from '#server/db/listen.ts';
import type { Runner } from '#server/db/statement.ts';
import { errorFields, type Log } from '#server/observability/log.ts';
import { dayMs } from '#server/platform/durations.ts';
import type { PhoneHash } from '#server/texting/store/phone-hash.ts';

import type { Journal } from '../journal/journal.repo.ts';
import { EligibilitySnapshot, snapshotAgeMaxMs } from './eligibility-snapshot.repo.ts';
import { readSomeConsents, readSomePhones } from './eligibility.repo.ts';
import { readEverything } from './full-read.ts';
import { PendingConsents } from './pending-consents.ts';
import { decodePhone, encodePhone, keyOf, type KnownPhone, nameOf } from './records.ts';

type Deps = {
  readonly pool: Runner;
  readonly journal: Journal;
  readonly listener: Pick<Listener, 'on' | 'isListening'>;
  readonly phoneHash: PhoneHash;
  readonly log: Log;
};

type Consent = 'given' | 'withdrawn';

const tickMs = 60_000;
/** Against anything that notifications do not tell, such as a restored table. */
const readAllEveryMs = dayMs;
/** The same while there are no notifications. */
const readAllUnheardMs = 10 * 60_000;
const batchMs = 100;
/** Keys of one statement; with many more, reading everything costs less. */
const batchMax = 2000;
const changedMax = 50_000;

/**
 * A snapshot of the numbers that may be answered and of those that opted out, in the journal's file, by hashed number.
 * The database notifies it of each change. It reads everything when listening begins, because it missed what changed
 * before, and once a day. While the database is unavailable, replies are decided by it.
 *
 * A read that ends early, by shutdown or by an outage, may add to the snapshot and removes nothing. Only a START removes
 * an opt-out, whether it is in the database or in the journal.
 */
export class Eligibility {
  readonly #deps: Deps;
  readonly #snapshot: EligibilitySnapshot;
  readonly #pending = new PendingConsents();
  /** Keys that have changed and were not read yet. */
  readonly #changed = new Set<string>();
  readonly #stopping = new AbortController();
  #reading: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #batch: NodeJS.Timeout | undefined;
  #isFullReadDue = true;
  #readAllAt = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { journal, listener } = deps;
    this.#snapshot = new EligibilitySnapshot(journal);
    for (const { type, body } of journal.entries('consents')) {
      if (type === 'inbound.insert' && body.consent !== null) this.noteConsent(body.sid, body.sender, body.consent);
    }
    listener.on('eligibility', { onNotify: (key) => this.#queueChange(key), onListening: () => this.refresh() });
  }

  /** Whether the snapshot is recent enough to use. */
  get isFresh(): boolean {
    return Date.now() - this.#snapshot.currentAt <= snapshotAgeMaxMs;
  }

  /** Follows the database; the first complete read begins when listening does, or after a minute without. */
  start(): void {
    this.#timer = setInterval(() => this.#tick(), tickMs);
  }

  /** Aborts a full read; changes already notified are still read. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearInterval(this.#timer);
    clearTimeout(this.#batch);
    this.#enqueue(() => this.#readChanged());
    await this.#reading;
  }

  /** The account that a number belongs to; null for an unknown number, and for all once the snapshot is too old. */
  find(phone: string): KnownPhone | null {
    if (!this.isFresh) return null;
    const record = this.#snapshot.phone(this.#keyOf(phone));
    return record === undefined ? null : decodePhone(record);
  }

  isOptedOut(phone: string): boolean {
    return this.pendingOptOut(phone) ?? this.#snapshot.isOptedOut(this.#keyOf(phone));
  }

  /** Whether a phone opted out by a text that is not in the database yet; null where the database is current. */
  pendingOptOut(phone: string): boolean | null {
    return this.#pending.choice(nameOf(this.#keyOf(phone)));
  }

  isStillOwned(phone: string, phoneId: string): boolean {
    return this.find(phone)?.id === phoneId;
  }

  /**
   * Applies a STOP or START received while the database is unavailable: immediately, across restarts, and until the
   * database has it.
   * @param sid the text, which is in the journal
   */
  noteConsent(sid: string, phone: string, consent: Consent): void {
    const name = nameOf(this.#keyOf(phone));
    const isOptedOut = consent === 'withdrawn';
    this.#pending.add(sid, name, phone, isOptedOut);
    this.#snapshot.write({ phones: new Map(), optOuts: new Map([[name, isOptedOut]]) });
  }

  /** The database now has these texts of the journal: its consents for their senders apply again once they are read. */
  applied(sids: Iterable<string>): void {
    for (const sid of sids) {
      const phone = this.#pending.applied(sid);
      if (phone !== null) this.#queueChange(phone);
    }
  }

  /** Reads everything again; reads run one after another. */
  refresh(): void {
    this.#isFullReadDue = true;
    this.#enqueue(() => this.#readAll());
  }

  /** Reads what has changed and could not be read before. */
  catchUp(): void {
    this.#enqueue(() => this.#readChanged());
  }

  #keyOf(phone: string): Uint8Array {
    return keyOf(this.#deps.phoneHash(phone));
  }

  #tick(): void {
    const every = this.#deps.listener.isListening ? readAllEveryMs : readAllUnheardMs;
    if (this.#isFullReadDue || Date.now() - this.#readAllAt > every) this.refresh();
    else this.catchUp();
  }

  #queueChange(key: string): void {
    this.#changed.add(key);
    this.#batch ??= setTimeout(() => {
      this.#batch = undefined;
      this.catchUp();
    }, batchMs);
  }

  #enqueue(read: () => Promise<void>): void {
    this.#reading = this.#after(this.#reading, read);
  }

  async #after(earlier: Promise<void>, read: () => Promise<void>): Promise<void> {
    await earlier;
    try {
      await read();
    } catch (error) {
      // What is due stays due: the next try comes in a minute, or when listening begins again.
      if (isDatabaseUnavailable(error)) return;
      this.#deps.log.warn(
        { event: 'eligibility_not_read', ...errorFields(error) },
        'the eligibility snapshot was not updated',
      );
    }
  }

  async #readAll(): Promise<void> {
    if (!this.#isFullReadDue || this.#stopping.signal.aborted) return;
    const { pool, phoneHash } = this.#deps;
    // Reset before the read, so that a request during it triggers another.
    this.#isFullReadDue = false;
    const readAt = Date.now();
    let isComplete = false;
    try {
      isComplete = await readEverything({
        pool,
        phoneHash,
        snapshot: this.#snapshot,
        signal: this.#stopping.signal,
        isPending: (name) => this.#pending.has(name),
      });
    } finally {
      if (!isComplete) this.#isFullReadDue = true;
    }
    if (!isComplete) return;
    this.#readAllAt = readAt;
    this.#snapshot.noteCurrent(readAt);
  }

  async #readChanged(): Promise<void> {
    if (this.#changed.size > changedMax) {
      this.#changed.clear();
      return this.refresh();
    }
    const readAt = Date.now();
    while (this.#changed.size > 0) {
      const keys = [...this.#changed].slice(0, batchMax);
      for (const key of keys) this.#changed.delete(key);
      try {
        await this.#readSome(keys);
      } catch (error) {
        for (const key of keys) this.#changed.add(key);
        throw error;
      }
    }
    // Everything was read, and the database has told of every change since.
    const isCurrent = !this.#isFullReadDue && this.#deps.listener.isListening;
    if (isCurrent && readAt - this.#snapshot.currentAt >= tickMs / 2) this.#snapshot.noteCurrent(readAt);
  }

  /** @param keys numbers, or hashes of numbers whose account was deleted */
  async #readSome(keys: string[]): Promise<void> {
    const { pool, phoneHash } = this.#deps;
    const hashes = new Set(keys.map((key) => (key.startsWith('+') ? phoneHash(key) : key)));
    const applied = [...hashes].map((hash) => nameOf(keyOf(hash))).filter((name) => this.#pending.isApplied(name));
    const [rows, consentRows] = await Promise.all([
      readSomePhones(pool, keys),
      readSomeConsents(pool, [...new Set([...keys, ...hashes])]),
    ]);
    const phones = new Map<string, Uint8Array | null>();
    // A hash says nothing about the number's account, which may exist again.
    for (const key of keys) if (key.startsWith('+')) phones.set(nameOf(this.#keyOf(key)), null);
    for (const row of rows) phones.set(nameOf(this.#keyOf(row.number)), encodePhone(row));
    for (const name of applied) this.#pending.release(name);
    const optOuts = new Map<string, boolean>();
    for (const { key, isOptedOut } of consentRows) {
      const name = nameOf(keyOf(key.startsWith('+') ? phoneHash(key) : key));
      // A number may have two rows, its own and its hash's: one opt-out is enough.
      if (!this.#pending.has(name)) optOuts.set(name, isOptedOut || (optOuts.get(name) ?? false));
    }
    this.#snapshot.write({ phones, optOuts });
  }
}
